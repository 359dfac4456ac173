import { ExpectationError } from './errors.ts'
import { FINDING_LEVELS, FINDINGS } from './generated/constants.ts'
import type {
  Difference,
  Expectation,
  FindingCall,
  FindingLevel,
  FindingPlace,
  JournalDetail,
  Verdict,
} from './generated/control.ts'

/** The findings that must not occur. */
export interface FindingExpectation {
  /** Minimum level of the findings; default `error`. */
  level?: FindingLevel
  /** Only calls after this entry number. */
  after?: number
}

/** Meaning and remedy of a finding; undefined for a finding of a newer server that is unknown here. */
export const explainFinding = (code: string): { means: string; remedy: string } | undefined =>
  new Map<string, { means: string; remedy: string }>(Object.entries(FINDINGS)).get(code)

/** What was meant at a place, by the first of its calls that are listed. */
export const expectedAt = (
  { operation, field }: Pick<FindingPlace, 'operation' | 'field'>,
  calls: readonly FindingCall[],
): string | undefined =>
  calls.find((call) => call.operation === operation && (call.field ?? null) === field)?.expected

const formatDifference = ({ path, expected, found }: Difference): string =>
  `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`

/** Returns the expected calls; throws when too few were made. */
export const mustMatch = (expectation: Expectation, verdict: Verdict): JournalDetail[] => {
  const { matched, entries, nearest } = verdict
  if (matched === true) return entries
  const { count = 1 } = expectation
  const wanted = count === 1 ? '1 call that matches' : `${count} calls that match`
  throw unmet(verdict, [
    `expected ${wanted} ${describeMatch(expectation)}, found ${entries.length}`,
    nearest ? `the nearest is call ${nearest.seq}, which differs in:` : 'no other call was made',
    ...(nearest?.differs ?? []).map((difference) => `  ${formatDifference(difference)}`),
    ...formatDoubt(verdict),
  ])
}

/** Throws if more calls match than expected, or if the journal no longer has enough calls to know. */
export const mustNotExceed = (count: number, expectation: Expectation, verdict: Verdict): void => {
  const { matched, entries } = verdict
  if (matched === false) return
  throw unmet(verdict, [
    `expected exactly ${count === 1 ? '1 call that matches' : `${count} calls that match`} ${describeMatch(expectation)}, found ${matched === true ? 'more' : entries.length}`,
    ...entries.map(describeCall),
    ...formatDoubt(verdict),
  ])
}

const describeCall = ({ seq, method, path, code }: JournalDetail): string =>
  `  call ${seq}: ${method} ${path}, code ${code}`

/** Throws if a call was made that must not occur, or if the journal no longer has enough calls to know. */
export const mustNotMatch = (expectation: Expectation, verdict: Verdict): void => {
  const { matched, entries } = verdict
  if (matched === false) return
  throw unmet(verdict, [
    `expected no call that matches ${describeMatch(expectation)}, found ${entries.length}`,
    ...entries.map(describeCall),
    ...formatDoubt(verdict),
  ])
}

const unmet = (verdict: Verdict, lines: readonly string[]): ExpectationError =>
  new ExpectationError(lines.join('\n'), verdict)

const describeMatch = ({ match = {}, after }: Expectation): string =>
  JSON.stringify(match) + (after === undefined ? '' : ` after call ${after}`)

const formatDoubt = ({ matched, dropped }: Verdict): string[] =>
  matched === 'indeterminate'
    ? [
        `indeterminate: a call that is no longer in the journal (${dropped} dropped), or whose body is truncated, may match`,
      ]
    : []

/** The calls with findings of a level, as the journal lists them. */
export interface FoundCalls {
  readonly entries: JournalDetail[]
  readonly total: number
  readonly dropped: number
}

/** Throws if calls have findings of a level, or if the journal no longer has all calls. */
export const mustHaveNoFindings = (
  { level = 'error', after = 0 }: FindingExpectation,
  { entries, total, dropped: last }: FoundCalls,
): void => {
  // The number of the last dropped entry is also the count of dropped entries.
  const dropped = Math.max(0, last - after)
  if (total === 0 && dropped === 0) return
  const levels = FINDING_LEVELS.slice(0, FINDING_LEVELS.indexOf(level) + 1)
  const verdict = {
    matched: total > 0 || 'indeterminate',
    entries,
    dropped,
    nearest: null,
  } as const
  throw unmet(verdict, [
    `expected no call with a finding of level ${levels.join(' or ')}, found ${total}`,
    ...explainCalls(entries, levels),
    ...(total > entries.length ? [`and ${total - entries.length} more calls`] : []),
    ...(dropped > 0 ? [`indeterminate: ${dropped} calls are no longer in the journal`] : []),
  ])
}

const explainCalls = (
  entries: readonly JournalDetail[],
  levels: readonly FindingLevel[],
): string[] =>
  entries.flatMap(({ seq, operation, method, path, findings }) =>
    findings
      .filter(({ level }) => levels.includes(level))
      .map(({ code, field = '', expected }) => {
        const place = `  call ${seq}: ${operation ?? `${method} ${path}`} ${field}`.trimEnd()
        const known = explainFinding(code)
        const meant = expected === undefined ? '' : ` (use ${expected})`
        return `${place}: ${code}${meant}${known ? `: ${known.means}. ${known.remedy}` : ''}`
      }),
  )
