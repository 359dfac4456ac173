import { ExpectationError } from './errors.ts'
import type { Difference, Expectation, JournalDetail, Verdict } from './generated/control.ts'

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
  return [
    `the nearest is call ${nearest.seq}, which differs in:`,
    ...nearest.differs.map(formatLine),
  ]
}

const formatLine = (difference: Difference): string => `  ${formatDifference(difference)}`

const formatDoubt = ({ matched, dropped }: Verdict): string[] =>
  matched === 'indeterminate'
    ? [
        `indeterminate: a call may match that is no longer kept (${dropped} dropped), or whose body is kept in part`,
      ]
    : []
