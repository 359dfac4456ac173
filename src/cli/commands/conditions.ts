import type { Connection } from '../../client/connection.ts'
import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type { FindingLevel, UnusedFaultsReport } from '../../client/generated/control.ts'
import { workspaceControl } from '../../client/workspace-control.ts'
import { readOneOf } from '../readers.ts'
import { uncoveredSentences } from './coverage.ts'
import { sentenceOf } from './findings.ts'
import { type Ignored, withoutIgnored } from './ignored-findings.ts'

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

export const CONDITION_NAMES = [...CONDITIONS.keys()]

const readName = readOneOf(CONDITION_NAMES)

export const readConditions = (text: string, before: readonly Condition[] = []): Condition[] => [
  ...before,
  ...text.split(',').flatMap((given) => {
    const name = readName(given.trim())
    const check = CONDITIONS.get(name)
    return check ? [{ name, check }] : []
  }),
]
