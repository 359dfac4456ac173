import { InvalidArgumentError } from 'commander'
import type { Connection } from '../client/connection.ts'
import { FINDING_LEVELS } from '../client/generated/constants.ts'
import type { FindingLevel, UnusedFaultsReport } from '../client/generated/control.ts'
import { readCoverage, readFindings } from '../client/report-control.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { uncoveredSentences } from './reports/coverage-report.ts'
import { findingSentences } from './reports/findings-text.ts'

/** A condition under which a command of `exec` fails, with its argument. */
export interface Condition {
  readonly name: string
  readonly argument: string | undefined
}

/** How a condition is judged on a server; without `values` it takes no argument. */
interface Rule {
  readonly values?: readonly string[]
  readonly judge: (connection: Connection, argument: string | undefined) => Promise<string[]>
}

/** A sentence for each thing that is wrong on the whole server, by the name of the condition. */
const CONDITIONS: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    findings: {
      values: FINDING_LEVELS,
      judge: async (connection, level = 'error') =>
        findingSentences(await readFindings(connection, level as FindingLevel)),
    },
    'unused-faults': { judge: (connection) => unusedFaults(connection) },
    uncovered: {
      judge: async (connection) => uncoveredSentences(await readCoverage(connection)),
    },
  }),
)

/** The conditions, for help texts. */
export const CONDITIONS_HELP = [...CONDITIONS]
  .map(([name, { values }]) => (values ? `${name}[=${values.join('|')}]` : name))
  .join(', ')

/** Reads conditions such as `findings=warning,unused-faults`. */
export const readConditions = (text: string, before: readonly Condition[] = []): Condition[] => [
  ...before,
  ...text.split(',').map(readCondition),
]

const readCondition = (text: string): Condition => {
  const [name = '', argument] = text.trim().split(/=(.*)/s)
  const rule = CONDITIONS.get(name)
  if (!rule) {
    const known = [...CONDITIONS.keys()]
    throw new InvalidArgumentError(
      `"${name}" must be one of ${known.join(', ')}${didYouMean(name, known) || '.'}`,
    )
  }
  const { values = [] } = rule
  if (argument === undefined || values.includes(argument)) return { name, argument }
  const hint = didYouMean(argument, values) || '.'
  throw new InvalidArgumentError(
    values.length === 0
      ? `"${name}" takes no value, such as "${argument}".`
      : `"${argument}" must be one of ${values.join(', ')}${hint}`,
  )
}

/** Why conditions fail on a server, as sentences that begin with the name of the condition. */
export const failuresOf = async (
  connection: Connection,
  conditions: readonly Condition[],
): Promise<string[]> => {
  const failures: string[] = []
  for (const { name, argument } of conditions) {
    const sentences = (await CONDITIONS.get(name)?.judge(connection, argument)) ?? []
    failures.push(...sentences.map((sentence) => `${name}: ${sentence}`))
  }
  return failures
}

const unusedFaults = async (connection: Connection): Promise<string[]> => {
  const { count, rules } = await connection.json<UnusedFaultsReport>('GET', '/faults/unused')
  const more = count - rules.length
  return [
    ...rules.map(
      ({ id, workspace, rule }) => `rule ${id} of workspace ${workspace} was never used: ${rule}`,
    ),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'rule was' : 'rules were'} never used`] : []),
  ]
}
