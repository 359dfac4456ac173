import type { Readable } from 'node:stream'
import type { Coverage, OperationCoverage } from '../../coverage/coverage-schema.ts'
import { COVERAGE_FORMAT, isCovered } from '../../coverage/summarise-coverage.ts'
import { UsageError } from '../cli-errors.ts'
import { formatValue } from '../terminal.ts'
import { readJsonInput } from '../user-files.ts'

export const loadCoverage = async (file: string, stdin: Readable): Promise<Coverage> => {
  const value = await readJsonInput(file, stdin)
  const { format } = Object(value) as { format?: unknown }
  if (format !== COVERAGE_FORMAT)
    throw new UsageError(
      `${file} is not coverage: format is ${JSON.stringify(format) ?? 'missing'}; expected "${COVERAGE_FORMAT}", as dam-sandbox coverage --json writes it`,
    )
  // Loaded for this option only: the validator takes longer to load than most commands run.
  const { Coverage: schema } = await import('../../coverage/coverage-schema.ts')
  const { findError } = await import('../../validation/validator.ts')
  const { refusalFor } = await import('../../validation/describe-error.ts')
  const error = findError(schema, value)
  if (error)
    throw new UsageError(`${file} is not coverage: ${refusalFor(error, 'the file').message}`)
  return value as Coverage
}

/** A sentence for each operation that was never answered with a success. */
export const uncoveredSentences = ({ operations }: Pick<Coverage, 'operations'>): string[] =>
  operations
    .filter((covered) => !isCovered(covered))
    .map(({ operation, summary, calls }) => {
      const never = calls === 0 ? 'called' : 'answered with a success'
      return `${operation} (${summary}) was never ${never}`
    })

export const formatCoverage = (coverage: Coverage): string[] => {
  const { operations, supportingRoutes, missing, uncounted, summary } = coverage
  return [
    ...formatValue(operations.map(rowOf)),
    '',
    ...formatValue(supportingRoutes, ['operation', 'calls']),
    ...(supportingRoutes.length > 0 ? [''] : []),
    `${shareOf(summary.operations)} operations were answered with a success`,
    `${shareOf(summary.outcomes)} outcomes, ${shareOf(summary.fields)} optional fields, ${shareOf(summary.variants)} variants`,
    ...(uncounted > 0 ? [`${uncounted} further calls count for the whole server only`] : []),
    `${missing.length} things were never met; --missing lists them`,
  ]
}

const shareOf = ({ seen, known }: { seen: number; known: number }): string => `${seen} of ${known}`

const rowOf = (covered: OperationCoverage) => {
  const { operation, calls, outcomes, successes, fields, variants, summary } = covered
  const expected = [...outcomes.filter(({ isExpected }) => isExpected), ...successes]
  return {
    operation,
    calls,
    outcomes: metOf(expected),
    fields: metOf(fields),
    variants: metOf(variants),
    summary,
  }
}

const metOf = (counted: readonly { calls: number }[]): string =>
  `${counted.filter(({ calls }) => calls > 0).length}/${counted.length}`
