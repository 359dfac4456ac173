import { ExpectationError } from './errors.ts'
import { formatDifference } from './format-difference.ts'
import type { Difference, Expectation, JournalDetail, Verdict } from './journal-types.ts'

/** The calls that were expected; fails where not as many were made. */
export const mustMatch = (
  { match, count = 1, after }: Expectation,
  verdict: Verdict,
): JournalDetail[] => {
  const { matched, entries } = verdict
  if (matched === true) return entries
  const wanted = `expected ${callsOf(count)} ${wordsOf(match, after)}`
  throw new ExpectationError(
    [`${wanted}, found ${entries.length}`, ...nearestOf(verdict), ...doubtOf(verdict)].join('\n'),
    verdict,
  )
}

/** Fails where a call was made that was not to be, or nobody can say any more whether it was. */
export const mustNotMatch = ({ match, after }: Expectation, verdict: Verdict): void => {
  const { matched, entries } = verdict
  if (matched === false) return
  const found = entries.map(
    ({ seq, method, path, code }) => `  call ${seq}: ${method} ${path}, code ${code}`,
  )
  const wanted = `expected no call that matches ${wordsOf(match, after)}, found ${entries.length}`
  throw new ExpectationError([wanted, ...found, ...doubtOf(verdict)].join('\n'), verdict)
}

const callsOf = (count: number): string =>
  count === 1 ? '1 call that matches' : `${count} calls that match`

const wordsOf = (match: Expectation['match'], after: number | undefined): string =>
  JSON.stringify(match) + (after === undefined ? '' : ` after call ${after}`)

const nearestOf = ({ nearest }: Verdict): string[] => {
  if (!nearest) return ['no other call was made']
  return [`the nearest is call ${nearest.seq}, which differs:`, ...nearest.differs.map(lineOf)]
}

const lineOf = (difference: Difference): string => `  ${formatDifference(difference)}`

const doubtOf = ({ matched, dropped }: Verdict): string[] =>
  matched === 'indeterminate'
    ? [
        `indeterminate: one may match that is no longer kept (${dropped} are not), or not all of its body`,
      ]
    : []
