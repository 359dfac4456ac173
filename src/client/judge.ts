import { ExpectationError } from './errors.ts'
import { FINDING_LEVELS } from './generated/constants.ts'
import type {
  Difference,
  Expectation,
  Finding,
  FindingLevel,
  JournalDetail,
  Verdict,
} from './generated/control.ts'
import type { FindingExpectation } from './handle-types.ts'
import { explainFinding } from './report-control.ts'

/** One difference as a line: the path, the expected value and the found one. */
export const formatDifference = ({ path, expected, found }: Difference): string =>
  `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`

/** Returns the expected calls; throws when too few were made. */
export const mustMatch = (
  { match, count = 1, after }: Expectation,
  verdict: Verdict,
): JournalDetail[] => {
  const { matched, entries } = verdict
  if (matched === true) return entries
  const wanted = `expected ${describeCount(count)} ${describeMatch(match, after)}`
  throw new ExpectationError(
    [`${wanted}, found ${entries.length}`, ...formatNearest(verdict), ...formatDoubt(verdict)].join(
      '\n',
    ),
    verdict,
  )
}

/** Throws when a call was made that must not be, or when the journal no longer keeps enough to tell. */
export const mustNotMatch = ({ match, after }: Expectation, verdict: Verdict): void => {
  const { matched, entries } = verdict
  if (matched === false) return
  const found = entries.map(
    ({ seq, method, path, code }) => `  call ${seq}: ${method} ${path}, code ${code}`,
  )
  const wanted = `expected no call that matches ${describeMatch(match, after)}, found ${entries.length}`
  throw new ExpectationError([wanted, ...found, ...formatDoubt(verdict)].join('\n'), verdict)
}

const describeCount = (count: number): string =>
  count === 1 ? '1 call that matches' : `${count} calls that match`

const describeMatch = (match: Expectation['match'] = {}, after: number | undefined): string =>
  JSON.stringify(match) + (after === undefined ? '' : ` after call ${after}`)

const formatNearest = ({ nearest }: Verdict): string[] => {
  if (!nearest) return ['no other call was made']
  const lines = nearest.differs.map((difference) => `  ${formatDifference(difference)}`)
  return [`the nearest is call ${nearest.seq}, which differs in:`, ...lines]
}

const formatDoubt = ({ matched, dropped }: Verdict): string[] =>
  matched === 'indeterminate'
    ? [
        `indeterminate: a call may match that is no longer kept (${dropped} dropped), or whose body is kept in part`,
      ]
    : []

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
