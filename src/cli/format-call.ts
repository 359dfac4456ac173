import querystring from 'node:querystring'
import { FINDINGS } from '../client/generated/constants.ts'
import type {
  Finding,
  JournalBody,
  JournalDetail,
  JournalEntry,
  JournalMark,
} from '../client/generated/control.ts'
import { explainFinding } from '../client/judge.ts'
import { indentedJson } from '../client/parsed-json.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { formatCallLine } from '../start/format-call-line.ts'

export const formatJson = (text: string): string => indentedJson(text) ?? text

/** A call as a line: its number and its time by the clock of the workspace, then what the log of a server says. */
export const formatEntry = (entry: JournalEntry): string => {
  const line = { ...entry, ms: entry.durationMs, workspace: undefined }
  return `#${entry.seq}  ${formatInstant(entry.atMs)}  ${formatCallLine(line, (_style, text) => text)}`
}

export const formatMark = ({ atMs, kind, detail }: JournalMark): string =>
  `--  ${formatInstant(atMs)}  ${kind}  ${detail}`.trimEnd()

export const formatCall = (call: JournalDetail): string[] => {
  const { method, path, request, answer, findings, fault, transport, status } = call
  return [
    formatEntry(call),
    ...findings.flatMap(formatFinding),
    ...formatNotes({ ...call, fault: fault === null ? [] : [fault] }),
    ...(transport === 'complete' ? [] : [`transport: ${transport}`]),
    '',
    `request: ${method} ${path}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...formatBody(request.body),
    '',
    `answer: HTTP ${status ?? 'none'} ${answer.mediaType ?? ''}`.trim(),
    ...formatBody(answer.body),
  ]
}

const formatBody = (body: JournalBody | null): string[] => {
  if (!body) return ['(body was not recorded)']
  const { text, sizeBytes, isTruncated } = body
  if (text === undefined)
    return [`(${sizeBytes} bytes of binary data; --json prints what was recorded)`]
  const cut = isTruncated ? [`(cut off; ${sizeBytes} bytes in total)`] : []
  return [...formatJson(text).split(/\r?\n/), ...cut]
}

type Notes = Readonly<Record<'assumptions' | 'variations' | 'fault', readonly string[]>>

const formatNotes = ({ assumptions, variations, fault }: Notes): string[] =>
  Object.entries({ assumptions, variations, fault }).flatMap(([name, values]) =>
    values.length === 0 ? [] : [`${name}: ${values.join(', ')}`],
  )

/** What the headers of an answer say about its call, findings with their remedies. */
export const formatAnswerNotes = (headers: Headers): string[] => {
  const valuesOf = (name: string): string[] => headers.get(`x-sandbox-${name}`)?.split(', ') ?? []
  const findings = valuesOf('findings').flatMap((text) => formatFinding(findingOf(text)))
  const [assumptions, variations, fault] = ['assumptions', 'variations', 'fault'].map(valuesOf)
  return [...findings, ...formatNotes({ assumptions, variations, fault } as Notes)]
}

interface NamedFinding {
  readonly code: string
  readonly level: Finding['level'] | 'finding'
  readonly field?: string
  readonly expected?: string
}

/** A finding of the header: its code, the field and what was meant, which are escaped like a URL. */
const findingOf = (text: string): NamedFinding => {
  const [code = '', ...rest] = text.split(' ')
  const [field = '', expected] = rest.map((part) => querystring.unescape(part))
  // Beside a refusal the level can be lower; the header does not say it.
  const level = new Map(Object.entries(FINDINGS)).get(code)?.level ?? 'finding'
  return { code, level, field, ...(expected !== undefined && { expected }) }
}

const formatFinding = ({ code, level, field = '', expected }: NamedFinding): string[] => {
  const known = explainFinding(code)
  return [
    `${level}: ${code} ${field}`.trimEnd() + (expected === undefined ? '' : `; use ${expected}`),
    ...(known ? [`  ${known.means}`, `  remedy: ${known.remedy}`] : []),
  ]
}
