import type { Coverage, OperationCoverage } from '../../coverage/coverage-schema.ts'
import { outcomeText } from '../../coverage/summarise-coverage.ts'
import { junitReport, type ReportCase } from './junit-report.ts'

/** Coverage as a JUnit report: a case for each outcome of each operation, which fails when it was never met. */
export const coverageAsJunit = ({ operations }: Coverage): string =>
  junitReport('coverage', operations.flatMap(casesOf))

const casesOf = ({ operation, calls, outcomes, successes }: OperationCoverage): ReportCase[] => {
  const named = [
    ...outcomes.map(({ name, calls }) => ({ name, calls, means: outcomeText(name) })),
    ...successes,
  ]
  return named.map((outcome) => {
    const never = calls === 0 ? 'called' : outcome.means
    const failure = `${operation} was never ${never}`
    return { group: operation, name: outcome.name, ...(outcome.calls === 0 && { failure }) }
  })
}
