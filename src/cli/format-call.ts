import { FINDINGS } from '../client/generated/constants.ts'
import type {
  Finding,
  JournalBody,
  JournalDetail,
  JournalEntry,
  JournalMark,
  Verdict,
} from '../client/generated/control.ts'
import { formatDifference } from '../client/judge.ts'
import { indentedJson } from '../client/parsed-json.ts'
import { explainFinding } from '../client/report-control.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { formatCallLine } from '../start/format-call-line.ts'
import { formatDuration } from './readers.ts'
import type { Terminal } from './terminal.ts'

/** A key with its colon, a string, or a number or word. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g

/** Longer texts stay without colours: the pattern takes memory for every character of a string. */
const MAX_COLOURED = 1_000_000

/** A text of JSON, indented and coloured; any other text as it is. */
export const formatJson = (text: string, { paint }: Terminal): string => {
  const lines = indentedJson(text)
  if (lines === undefined) return text
  if (lines.length > MAX_COLOURED) return lines
  return lines.replace(TOKEN, (token: string, string?: string, colon?: string) => {
    if (string === undefined) return paint('yellow', token)
    return colon === undefined ? paint('green', string) : `${paint('cyan', string)}${colon}`
  })
}

/** A call as a line: its number and its time by the clock of the workspace, then what the log of a server says. */
export const formatEntry = (entry: JournalEntry, { paint }: Terminal): string =>
  [
    `#${entry.seq}`,
    paint('dim', formatInstant(entry.atMs)),
    formatCallLine({ ...entry, ms: entry.durationMs, workspace: undefined }, paint),
  ].join('  ')

/** A change between calls as a line. */
export const formatMark = ({ atMs, kind, detail }: JournalMark, { paint }: Terminal): string =>
  ['--', paint('dim', formatInstant(atMs)), paint('bold', kind), detail]
    .filter((part) => part !== '')
    .join('  ')

/** A call in full: request, answer, findings, assumptions and fault. */
export const formatCall = (call: JournalDetail, terminal: Terminal): string[] => {
  const { method, path, request, answer, findings, assumptions, variations, fault } = call
  const listed = findings.map(({ code, field }) => [code, field].filter(Boolean).join(' '))
  const added = { assumptions, findings: listed, variations, fault: fault === null ? [] : [fault] }
  return [
    formatEntry(call, terminal),
    ...findings.flatMap(formatFinding),
    ...(assumptions.length > 0 ? [`assumptions: ${assumptions.join(', ')}`] : []),
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(call.transport === 'complete' ? [] : [`transport: ${call.transport}`]),
    '',
    terminal.paint('bold', `request: ${method} ${path}`),
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...formatBody(request.body, terminal),
    '',
    terminal.paint(
      'bold',
      `answer: ${['HTTP', call.status ?? 'none', answer.mediaType ?? ''].join(' ').trim()}`,
    ),
    ...Object.entries(added).flatMap(([name, values]) =>
      values.length === 0 ? [] : [`x-sandbox-${name}: ${values.join(', ')}`],
    ),
    ...formatBody(answer.body, terminal),
  ]
}

const formatBody = (body: JournalBody | null, terminal: Terminal): string[] => {
  if (!body) return ['(no body kept)']
  const { text, sizeBytes, isTruncated } = body
  const cut = isTruncated ? [`(cut off; ${sizeBytes} bytes in total)`] : []
  return text === undefined
    ? [`(${sizeBytes} bytes of binary data; --json prints what is kept)`]
    : [...formatJson(text, terminal).split(/\r?\n/), ...cut]
}

/** What the headers of an answer say about its call, findings with their remedies. */
export const formatAnswerNotes = (headers: Headers): string[] => {
  const listed = headers.get('x-sandbox-findings')
  const findings = listed === null ? [] : listed.split(', ').map(findingOf)
  return [
    ...findings.flatMap(formatFinding),
    ...['assumptions', 'variations', 'fault'].flatMap((name) => {
      const value = headers.get(`x-sandbox-${name}`)
      return value === null ? [] : [`${name}: ${value}`]
    }),
  ]
}

interface NamedFinding {
  readonly code: string
  readonly level: Finding['level'] | 'finding'
  readonly field?: string
}

/** A finding of the header: its code, and the field, which is escaped like a URL. */
const findingOf = (text: string): NamedFinding => {
  const [code = '', field] = text.split(' ')
  // Beside a refusal the level can be lower; the header does not say it.
  const level = new Map(Object.entries(FINDINGS)).get(code)?.level ?? 'finding'
  return { code, level, ...(field !== undefined && { field: readable(field) }) }
}

/** A proxy may have cut it. */
const readable = (field: string): string => {
  try {
    return decodeURIComponent(field)
  } catch {
    return field
  }
}

const formatFinding = ({ code, level, field }: NamedFinding): string[] => {
  const [means, remedy] = explainFinding(code)
  return [
    `${level}: ${[code, field].filter((part) => part !== undefined).join(' ')}`,
    ...(means === undefined ? [] : [`  ${means}`, `  remedy: ${remedy}`]),
  ]
}

/** The matching calls, and the nearest one. */
export const formatVerdict = (verdict: Verdict, terminal: Terminal): string[] => {
  const { nearest } = verdict
  const differs = nearest?.differs.map((difference) => `  ${formatDifference(difference)}`) ?? []
  return [
    ...formatFound(verdict, terminal),
    ...(nearest ? [`nearest is #${nearest.seq}:`, ...differs] : []),
  ]
}

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
  count: number,
  timeoutMs: number,
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
