import type { Connection } from '../../client/connection.ts'
import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type {
  Coverage,
  FindingLevel,
  FindingSummary,
  UnusedFaultsReport,
} from '../../client/generated/control.ts'
import { workspaceControl } from '../../client/workspace-control.ts'
import type { CommandSpec } from '../command.ts'
import { readOneOf } from '../readers.ts'
import { uncoveredSentences } from './coverage.ts'
import { sentenceOf } from './findings.ts'
import {
  type Ignored,
  type IgnoreOptions,
  ignoredBy,
  readBaseline,
  readIgnored,
  withoutIgnored,
} from './ignored-findings.ts'

/** Returns why a run counts as failed. */
type Check = (connection: Connection, ignored: readonly Ignored[]) => Promise<string[]>

export interface Condition {
  readonly name: string
  readonly check: Check
}

const findings =
  (level: FindingLevel): Check =>
  async (connection, ignored) => {
    const found = await workspaceControl(connection).findings(level)
    const { report } = withoutIgnored(found, ignored)
    return report.findings.map((summary) => `findings: ${sentenceOf(summary)}`)
  }

const unusedFaults: Check = async (connection) => {
  if (!connection.scope.all)
    return (await workspaceControl(connection).faults.unused()).map(
      ({ id, match }) => `unused-faults: rule ${id} for ${match.operation} was never used`,
    )
  const { count, rules } = await connection.call<UnusedFaultsReport>('GET /faults/unused')
  const more = count - rules.length
  return [
    ...rules.map(
      ({ id, workspace, rule }) =>
        `unused-faults: rule ${id} of workspace ${workspace} was never used: ${rule}`,
    ),
    ...(more > 0 ? [`unused-faults: ${more} more rules were never used`] : []),
  ]
}

const uncovered: Check = async (connection) => {
  const coverage = await workspaceControl(connection).coverage()
  return uncoveredSentences(coverage).map((sentence) => `uncovered: ${sentence}`)
}

const CONDITIONS: ReadonlyMap<string, Check> = new Map([
  ['findings', findings('error')],
  ...FINDING_LEVELS.map((level) => [`findings=${level}`, findings(level)] as const),
  ['unused-faults', unusedFaults],
  ['uncovered', uncovered],
])

const CONDITION_NAMES = [...CONDITIONS.keys()]

const readName = readOneOf(CONDITION_NAMES)

export const readConditions = (text: string, before: readonly Condition[] = []): Condition[] => [
  ...before,
  ...text.split(',').flatMap((given) => {
    const name = readName(given.trim())
    const check = CONDITIONS.get(name)
    return check ? [{ name, check }] : []
  }),
]

/** The options of a command that checks calls by conditions. */
export interface ConditionOptions extends IgnoreOptions {
  failOn?: Condition[]
}

export const conditionsTaken = (failOn: string): NonNullable<CommandSpec['takes']> => ({
  '--fail-on <conditions>': [
    `${failOn}: ${CONDITION_NAMES.join(', ')}; repeatable or comma-separated`,
    readConditions,
  ],
  '--ignore <places>': [
    'findings that --fail-on ignores: code, code:operation or code:operation:field; repeatable or comma-separated',
    readIgnored,
  ],
  '--baseline <file>': [
    'JSON of an earlier findings report; --fail-on ignores its findings',
    readBaseline,
  ],
})

/** The flags as they were given. */
export const conditionFlags = ({ failOn, ignore, baseline }: ConditionOptions): string[] => [
  ...(failOn ? [`--fail-on=${failOn.map(({ name }) => name)}`] : []),
  ...(ignore ? [`--ignore=${ignore.map(({ text }) => text)}`] : []),
  ...(baseline ? [`--baseline=${baseline.file}`] : []),
]

export interface Inspection {
  /** Why a run counts as failed. */
  readonly reasons: readonly string[]
  /** Findings that are not ignored. */
  readonly findings: readonly FindingSummary[]
}

export const checkConditions = async (
  connection: Connection,
  options: ConditionOptions,
): Promise<Inspection> => {
  const ignored = ignoredBy(options)
  const reasons: string[] = []
  for (const { check } of options.failOn ?? []) reasons.push(...(await check(connection, ignored)))
  const { findings } = withoutIgnored(await workspaceControl(connection).findings(), ignored).report
  return { reasons, findings }
}

/** The findings that are not among the reasons of a failure, for a verdict. */
export const otherFindings = ({ reasons, findings }: Inspection): string[] =>
  findings
    .map(sentenceOf)
    .filter((sentence) => !reasons.includes(`findings: ${sentence}`))
    .map((sentence) => `finding: ${sentence}`)

/** True if calls have used an operation or a supporting route. */
export const hasCalls = ({ operations, supportingRoutes }: Coverage): boolean =>
  [...operations, ...supportingRoutes].some(({ calls }) => calls > 0)
