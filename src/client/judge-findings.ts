import { ExpectationError } from './errors.ts'
import { FINDING_LEVELS } from './generated/constants.ts'
import type { Finding, FindingLevel, JournalDetail } from './generated/control.ts'
import type { FindingExpectation } from './handle-types.ts'
import { explainFinding } from './report-control.ts'

/** The calls with findings of a level, as the journal lists them. */
interface FoundCalls {
  readonly entries: JournalDetail[]
  readonly total: number
  readonly dropped: number
}

/** Throws when calls have findings of a level, or when the journal no longer keeps all calls. */
export const mustHaveNoFindings = (
  { level = 'error', after = 0 }: FindingExpectation,
  { entries, total, dropped: last }: FoundCalls,
): void => {
  // The number of the last entry that is no longer kept is the number of those entries.
  const dropped = Math.max(0, last - after)
  if (total === 0 && dropped === 0) return
  const matched = total > 0 || 'indeterminate'
  throw new ExpectationError(
    [
      `expected no call with a finding of level ${levelsFrom(level).join(' or ')}, found ${total}`,
      ...[...callsByCode(entries, level)].flatMap(([code, calls]) => explain(code, calls)),
      ...(total > entries.length ? [`and ${total - entries.length} more calls`] : []),
      ...(dropped > 0 ? [`indeterminate: ${dropped} calls are no longer kept`] : []),
    ].join('\n'),
    { matched, entries, dropped, nearest: null },
  )
}

const levelsFrom = (level: FindingLevel): readonly FindingLevel[] =>
  FINDING_LEVELS.slice(0, FINDING_LEVELS.indexOf(level) + 1)

type FoundIn = readonly [Finding, JournalDetail]

const callsByCode = (
  entries: readonly JournalDetail[],
  level: FindingLevel,
): ReadonlyMap<string, FoundIn[]> => {
  const levels = levelsFrom(level)
  const found = new Map<string, FoundIn[]>()
  for (const entry of entries)
    for (const finding of entry.findings)
      if (levels.includes(finding.level))
        found.set(finding.code, [...(found.get(finding.code) ?? []), [finding, entry]])
  return found
}

const explain = (code: string, calls: readonly FoundIn[]): string[] => {
  const [means, remedy] = explainFinding(code)
  return [
    `${code}: ${means ?? 'unknown to this version of the library'}`,
    ...(remedy === undefined ? [] : [`  remedy: ${remedy}`]),
    ...calls.map(([{ field }, { seq, operation, method, path }]) =>
      [`  call ${seq}: ${operation ?? `${method} ${path}`}`, ...(field ? [field] : [])].join(' '),
    ),
  ]
}
