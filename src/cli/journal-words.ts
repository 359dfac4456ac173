import type { JournalEntry, Verdict } from '../client/journal-types.ts'
import { writeInstant } from './instants.ts'
import type { Terminal } from './terminal.ts'

/** A call in one line. */
export const entryInWords = (entry: JournalEntry, terminal: Terminal): string => {
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
export const verdictInWords = (verdict: Verdict, terminal: Terminal): string[] => {
  const { matched, entries, dropped, nearest } = verdict
  const differences = nearest?.differs.map(
    ({ path, expected, found }) =>
      `  ${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`,
  )
  return [
    ...entries.map((entry) => entryInWords(entry, terminal)),
    String(matched) === 'indeterminate'
      ? `indeterminate: ${dropped} calls are no longer kept`
      : `${entries.length} matched`,
    ...(nearest && differences ? [`nearest is #${nearest.seq}:`, ...differences] : []),
  ]
}
