import { InvalidArgumentError } from 'commander'
import type { Connection } from '../client/connection.ts'
import { FINDING_LEVELS } from '../client/generated/constants.ts'
import type { FindingLevel, UnusedFaultsReport } from '../client/generated/control.ts'
import { readCoverage, readFindings } from '../client/report-control.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { uncoveredSentences } from './reports/coverage.ts'
import { sentenceOf } from './reports/findings.ts'

/** A condition under which a command of `exec` fails, with its argument. */
export interface Condition {
  readonly name: string
  readonly argument: string | undefined
}

/** How a condition is judged on a server, by a sentence for each thing that is wrong; without `values` it takes no argument. */
interface Rule {
  readonly values?: readonly string[]
  readonly judge: (connection: Connection, argument: string | undefined) => Promise<string[]>
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

const CONDITIONS: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    findings: {
      values: FINDING_LEVELS,
      judge: async (connection, level = 'error') =>
        (await readFindings(connection, level as FindingLevel)).findings.map(sentenceOf),
    },
    'unused-faults': { judge: unusedFaults },
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
  const known = [...CONDITIONS.keys()]
  const { values = [] } = CONDITIONS.get(name) ?? {}
  if (!known.includes(name)) throw notOneOf(name, known)
  if (argument === undefined || values.includes(argument)) return { name, argument }
  if (values.length > 0) throw notOneOf(argument, values)
  throw new InvalidArgumentError(`"${name}" takes no value, such as "${argument}".`)
}

const notOneOf = (text: string, known: readonly string[]): InvalidArgumentError =>
  new InvalidArgumentError(
    `"${text}" must be one of ${known.join(', ')}${didYouMean(text, known) || '.'}`,
  )

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
