import { formatDifference } from '../client/format-difference.ts'
import type { JournalEntry, Verdict } from '../client/journal-types.ts'
import { writeDuration } from './durations.ts'
import { writeInstant } from './instants.ts'
import type { Terminal } from './terminal.ts'

/** A call in one line. */
export const formatEntry = (entry: JournalEntry, terminal: Terminal): string => {
  const { seq, atMs, operation, method, path, actor, code, status, message, durationMs } = entry
  const outcome = code ?? `HTTP ${status ?? '-'}`
  return [
    `#${seq}`,
    terminal.paint('dim', writeInstant(atMs)),
    terminal.paint('bold', operation ?? `${method} ${path}`),
    terminal.paint(isWell(entry) ? 'green' : 'red', outcome),
    `${durationMs.toFixed(1)}ms`,
    actor ?? '',
    entry.fault ? terminal.paint('yellow', `fault:${entry.fault}`) : '',
    message ?? '',
  ]
    .filter((part) => part !== '')
    .join('  ')
}

const isWell = ({ code, status }: JournalEntry): boolean =>
  code === null ? (status ?? 500) < 400 : code === '0'

/** What was found, and what came nearest. */
export const formatVerdict = (verdict: Verdict, terminal: Terminal): string[] => [
  ...formatFound(verdict, terminal),
  ...(verdict.nearest
    ? [
        `nearest is #${verdict.nearest.seq}:`,
        ...verdict.nearest.differs.map((difference) => `  ${formatDifference(difference)}`),
      ]
    : []),
]

/** What was found where nothing should be, so that nothing can be near. */
export const formatFound = (
  { matched, entries, dropped }: Verdict,
  terminal: Terminal,
): string[] => {
  const known = entries.length === 0 ? 'no call matched' : `${entries.length} matched`
  const count = matched === 'indeterminate' ? indeterminate(dropped) : known
  return [...entries.map((entry) => formatEntry(entry, terminal)), count]
}

const indeterminate = (dropped: number): string =>
  `indeterminate: ${dropped} calls are no longer kept`

/** The most of one difference that a line of an error shows. */
const LONGEST = 160

/** Why a wait has failed, in one line. */
export const formatMiss = (
  { matched, entries, dropped, nearest }: Verdict,
  { count, timeoutMs }: { count: number; timeoutMs: number },
): string => {
  const [difference] = nearest?.differs ?? []
  const words = difference ? `: ${formatDifference(difference)}`.slice(0, LONGEST) : ''
  return [
    `${entries.length} of ${count} ${count === 1 ? 'call' : 'calls'} matched within ${writeDuration(timeoutMs)}`,
    ...(matched === 'indeterminate' ? [`${dropped} calls are no longer kept`] : []),
    ...(nearest ? [`nearest is #${nearest.seq}${words}`] : []),
  ].join('; ')
}

/** Why no call was expected in vain, in one line. */
export const formatHit = ({ matched, entries: [first], dropped }: Verdict): string =>
  matched === 'indeterminate' || !first ? indeterminate(dropped) : `a call matched: #${first.seq}`
