import {
  FINDINGS,
  isAtLeast,
  type KeptFinding,
  levelOfFinding,
  rankOf,
} from '../contract/findings/finding.ts'
import type { FindingLevel } from '../contract/findings/finding-kind.ts'
import {
  addSums,
  emptyTally,
  type FindingExample,
  type FindingsLedger,
  type FindingTally,
  keyOfTally,
  mergeTallies,
  type TallyKind,
} from './findings-ledger.ts'
import type { FindingCall, FindingSummary, FindingsReport } from './findings-schema.ts'
import type { PendingFinding } from './observed-call.ts'

/** The findings of one workspace. */
export interface FindingsSource {
  readonly workspace: string
  readonly findings: FindingsLedger
  readonly pending: readonly PendingFinding[]
}

/** Reports the findings of some workspaces together. */
export const reportFindings = (
  sources: readonly FindingsSource[],
  level: FindingLevel,
  isKept: (example: FindingExample) => boolean,
): FindingsReport => {
  const totals = { error: 0, warning: 0, note: 0 }
  const summaries: FindingSummary[] = []
  for (const { kind, tallies, pending } of talliesOf(sources)) {
    const merged = mergeTallies(kind, tallies)
    totals[kind.level] += merged.count
    if (isAtLeast(kind.level, level)) summaries.push(summaryOf(merged, pending, isKept))
  }
  return { level, totals, findings: summaries.sort(bySeverityAndCount) }
}

interface Found {
  readonly kind: TallyKind
  readonly tallies: FindingTally[]
  pending: number
}

const talliesOf = (sources: readonly FindingsSource[]): Iterable<Found> => {
  const found = new Map<string, Found>()
  const add = (tally: FindingTally, pending: number): void => {
    const key = keyOfTally(tally)
    const known = found.get(key) ?? { kind: tally, tallies: [], pending: 0 }
    known.tallies.push(tally)
    known.pending += pending
    found.set(key, known)
  }
  for (const { workspace, findings, pending } of sources) {
    for (const tally of findings.tallies) add(tally, 0)
    for (const { origin, ...finding } of pending) add(tallyOf(workspace, finding, origin), 1)
  }
  return found.values()
}

const tallyOf = (
  workspace: string,
  finding: KeptFinding,
  origin: PendingFinding['origin'],
): FindingTally => {
  const { code, field } = finding
  const tally = emptyTally({ code, level: levelOfFinding(finding) })
  addSums(tally, { count: 1, firstAtMs: origin.atMs, lastAtMs: origin.atMs })
  tally.first.push({ workspace, origin, field })
  return tally
}

const summaryOf = (
  { code, level, count, firstAtMs, lastAtMs, first, latest }: FindingTally,
  pending: number,
  isKept: (example: FindingExample) => boolean,
): FindingSummary => ({
  code,
  ...FINDINGS[code],
  level,
  count,
  pending,
  firstAtMs,
  lastAtMs,
  calls: [...first, ...latest].map((example) => callOf(example, isKept(example))),
})

const callOf = ({ workspace, origin, field }: FindingExample, isKept: boolean): FindingCall => ({
  workspace,
  seq: origin.seq ?? null,
  operation: origin.operation,
  method: origin.method,
  path: origin.path,
  ...(field !== undefined && { field }),
  atMs: origin.atMs,
  isKept,
  entry: isKept ? `/_sandbox/journal/${origin.seq}?workspace=${workspace}` : null,
})

const bySeverityAndCount = (a: FindingSummary, b: FindingSummary): number =>
  rankOf(a.level) - rankOf(b.level) || b.count - a.count || (a.code < b.code ? -1 : 1)
