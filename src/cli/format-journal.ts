import { formatDifference } from '../client/format-difference.ts'
import { FINDING_LEVELS } from '../client/generated/constants.ts'
import type { JournalEntry, JournalMark, Verdict } from '../client/generated/control.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { formatDuration } from './durations.ts'
import { LEVEL_STYLES } from './reports/findings-text.ts'
import type { Terminal } from './terminal.ts'

/** A call as a line. */
export const formatEntry = (entry: JournalEntry, terminal: Terminal): string => {
  const { seq, atMs, operation, method, path, actor, code, status, message, durationMs } = entry
  const outcome = code ?? `HTTP ${status ?? '-'}`
  return [
    `#${seq}`,
    terminal.paint('dim', formatInstant(atMs)),
    terminal.paint('bold', operation ?? `${method} ${path}`),
    terminal.paint(isWell(entry) ? 'green' : 'red', outcome),
    `${durationMs.toFixed(1)}ms`,
    actor ?? '',
    entry.fault ? terminal.paint('yellow', `fault:${entry.fault}`) : '',
    formatFindings(entry, terminal),
    message ?? '',
  ]
    .filter((part) => part !== '')
    .join('  ')
}

/** A change between calls as a line. */
export const formatMark = ({ atMs, kind, detail }: JournalMark, terminal: Terminal): string =>
  ['--', terminal.paint('dim', formatInstant(atMs)), terminal.paint('bold', kind), detail]
    .filter((part) => part !== '')
    .join('  ')

/** The codes of the findings of a call, each level with its own. */
const formatFindings = ({ findings }: JournalEntry, terminal: Terminal): string =>
  FINDING_LEVELS.flatMap((level) => {
    const codes = findings.filter((finding) => finding.level === level).map(({ code }) => code)
    const text = `${level}:${[...new Set(codes)].join(',')}`
    return codes.length === 0 ? [] : [terminal.paint(LEVEL_STYLES[level], text)]
  }).join('  ')

const isWell = ({ code, status }: JournalEntry): boolean =>
  code === null ? (status ?? 500) < 400 : code === '0'

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
