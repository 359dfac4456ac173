import type { JournalEntry, JournalMark, Verdict } from '../client/generated/control.ts'
import { formatDifference } from '../client/judge-verdict.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { formatCallLine } from '../start/format-call-line.ts'
import { formatDuration } from './durations.ts'
import type { Terminal } from './terminal.ts'

/** A call as a line: its number and its time by the clock of the workspace, then what the log of a server says. */
export const formatEntry = (entry: JournalEntry, terminal: Terminal): string =>
  [
    `#${entry.seq}`,
    terminal.paint('dim', formatInstant(entry.atMs)),
    formatCallLine({ ...entry, ms: entry.durationMs, workspace: undefined }, (style, text) =>
      terminal.paint(style, text),
    ),
  ].join('  ')

/** A change between calls as a line. */
export const formatMark = ({ atMs, kind, detail }: JournalMark, terminal: Terminal): string =>
  ['--', terminal.paint('dim', formatInstant(atMs)), terminal.paint('bold', kind), detail]
    .filter((part) => part !== '')
    .join('  ')

/** The matching calls, and the nearest one. */
export const formatVerdict = (verdict: Verdict, terminal: Terminal): string[] => [
  ...formatFound(verdict, terminal),
  ...(verdict.nearest
    ? [
        `nearest is #${verdict.nearest.seq}:`,
        ...verdict.nearest.differs.map((difference) => `  ${formatDifference(difference)}`),
      ]
    : []),
]

/** The matching calls, with their number. */
export const formatFound = (
  { matched, entries, dropped }: Verdict,
  terminal: Terminal,
): string[] => {
  const found = entries.length === 0 ? 'no call matched' : `${entries.length} matched`
  const count = matched === 'indeterminate' ? indeterminate(dropped) : found
  return [...entries.map((entry) => formatEntry(entry, terminal)), count]
}

const indeterminate = (dropped: number): string =>
  `indeterminate: ${dropped} calls are no longer kept`

/** Maximum length of a difference in a line of an error. */
const MAX_DIFFERENCE = 160

/** Why a wait failed, as a line. */
export const formatMiss = (
  { matched, entries, dropped, nearest }: Verdict,
  { count, timeoutMs }: { count: number; timeoutMs: number },
): string => {
  const [difference] = nearest?.differs ?? []
  const text = difference ? `: ${formatDifference(difference)}`.slice(0, MAX_DIFFERENCE) : ''
  return [
    `${entries.length} of ${count} ${count === 1 ? 'call' : 'calls'} matched within ${formatDuration(timeoutMs)}`,
    ...(matched === 'indeterminate' ? [`${dropped} calls are no longer kept`] : []),
    ...(nearest ? [`nearest is #${nearest.seq}${text}`] : []),
  ].join('; ')
}

/** Why `expect-none` failed, as a line. */
export const formatHit = ({ matched, entries: [first], dropped }: Verdict): string =>
  matched === 'indeterminate' || !first ? indeterminate(dropped) : `a call matched: #${first.seq}`
