import { FINDINGS, isAtLeast, rankOf } from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import { groupBy } from '../../kernel/lists.ts'
import {
  type FindingExample,
  FindingsLedger,
  type FindingTally,
  keyOfTally,
  mergeTallies,
} from './findings-ledger.ts'
import type { FindingCall, FindingSummary, FindingsReport } from './findings-schema.ts'
import type { PendingFinding } from './observed-call.ts'

export interface FindingsSource {
  readonly workspace: string
  readonly findings: FindingsLedger
  readonly pending: readonly PendingFinding[]
}

export const reportFindings = (
  sources: readonly FindingsSource[],
  level: FindingLevel,
  isKept: (example: FindingExample) => boolean,
): FindingsReport => {
  const pending = new FindingsLedger()
  for (const source of sources)
    for (const { origin, ...finding } of source.pending)
      pending.note(source.workspace, finding, origin)
  const ledgers = [...sources.map(({ findings }) => findings), pending]
  const tallies = ledgers.flatMap((ledger) => [...ledger.tallies])
  const merged = [...groupBy(tallies, keyOfTally).values()].map(mergeTallies)
  const totals = { error: 0, warning: 0, note: 0 }
  for (const tally of merged) totals[tally.level] += tally.count
  const findings = merged
    .filter((tally) => isAtLeast(tally.level, level))
    .map((tally) => summaryOf(tally, pending.countOf(tally), isKept))
  return { level, totals, findings: findings.sort(bySeverityAndCount) }
}

const summaryOf = (
  { code, first, latest, places, ...sums }: FindingTally,
  pending: number,
  isKept: (example: FindingExample) => boolean,
): FindingSummary => ({
  code,
  ...FINDINGS[code],
  ...sums,
  pending,
  places: [...places.values()].sort((a, b) => b.count - a.count),
  calls: [...first, ...latest].map((example) => callOf(example, isKept(example))),
})

const callOf = (
  { workspace, origin, field, expected }: FindingExample,
  isKept: boolean,
): FindingCall => ({
  workspace,
  workspaceName: origin.workspaceName,
  test: origin.test ?? null,
  seq: origin.seq ?? null,
  operation: origin.operation,
  method: origin.method,
  path: origin.path,
  ...(field !== undefined && { field }),
  ...(expected !== undefined && { expected }),
  atMs: origin.atMs,
  isKept,
  entry: isKept ? `/_sandbox/journal/${origin.seq}?workspace=${workspace}` : null,
})

const bySeverityAndCount = (a: FindingSummary, b: FindingSummary): number =>
  rankOf(a.level) - rankOf(b.level) || b.count - a.count || (a.code < b.code ? -1 : 1)
