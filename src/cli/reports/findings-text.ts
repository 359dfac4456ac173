import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type {
  FindingCall,
  FindingLevel,
  FindingSummary,
  FindingsReport,
} from '../../client/generated/control.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { LEVEL_STYLES } from '../../start/format-call-line.ts'
import type { Terminal } from '../terminal.ts'

/** A report without the findings below a level. */
export const findingsFrom = (report: FindingsReport, level: FindingLevel): FindingsReport => {
  const levels = FINDING_LEVELS.slice(0, FINDING_LEVELS.indexOf(level) + 1)
  return { ...report, level, findings: report.findings.filter((one) => levels.includes(one.level)) }
}

/** Findings as text: for each code its level, meaning, remedy, count and calls. */
export const formatFindings = (
  { findings, totals, level }: FindingsReport,
  terminal: Terminal,
): string[] => {
  const { error, warning, note } = totals
  const from = level === 'note' ? '' : ` (from level ${level})`
  const total = [counted(error, 'error'), counted(warning, 'warning'), counted(note, 'note')]
  return [
    ...findings.flatMap((summary) => [...formatSummary(summary, terminal), '']),
    `${total.join(', ')}${from}`,
  ]
}

const formatSummary = (summary: FindingSummary, terminal: Terminal): string[] => {
  const { code, level, means, remedy, count, calls } = summary
  const rest = count - calls.length
  return [
    `${terminal.paint(LEVEL_STYLES[level], level)}  ${terminal.paint('bold', code)}  ${counted(count, 'time')}${pendingIn(summary)}`,
    `  ${means}`,
    `  remedy: ${remedy}`,
    ...calls.map((call) => `  ${formatCall(call)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}

const pendingIn = ({ pending }: FindingSummary): string =>
  pending === 0 ? '' : `, ${pending} of them so far`

const formatCall = (call: FindingCall): string =>
  [
    call.seq === null ? '#-' : `#${call.seq}`,
    formatInstant(call.atMs),
    describeCall(call),
    `workspace ${call.workspace}`,
    call.isKept ? '' : '(no longer in the journal)',
  ]
    .filter((part) => part !== '')
    .join('  ')

/** A call and the field of its finding, such as `E22 param.colour`. */
export const describeCall = ({ operation, method, path, field }: FindingCall): string =>
  [operation ?? `${method} ${path}`, field].filter((part) => part !== undefined).join(' ')

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Findings as sentences, one for each code. */
export const findingSentences = ({ findings }: FindingsReport): string[] => findings.map(sentenceOf)

/** What was found, how often, where, and what to do. */
export const sentenceOf = ({
  code,
  level,
  means,
  remedy,
  count,
  calls,
}: FindingSummary): string => {
  const places = [...new Set(calls.map(describeCall))].slice(0, 3).join(', ')
  return `${level} ${code}, ${counted(count, 'time')} (${places}): ${means}. ${remedy}`
}
