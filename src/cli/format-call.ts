import { FINDINGS } from '../client/generated/constants.ts'
import type { Finding, JournalBody, JournalDetail } from '../client/generated/control.ts'
import { explainFinding } from '../client/report-control.ts'
import { formatEntry } from './format-journal.ts'
import { formatJson } from './format-json.ts'
import type { Terminal } from './terminal.ts'

/** A call in full: request, answer, findings, assumptions and fault. */
export const formatCall = (call: JournalDetail, terminal: Terminal): string[] => {
  const { method, path, request, answer } = call
  const heading = (text: string): string => terminal.paint('bold', text)
  return [
    formatEntry(call, terminal),
    ...formatNotes(call),
    '',
    heading(`request: ${method} ${path}`),
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...formatBody(request.body, terminal),
    '',
    heading(`answer: ${['HTTP', call.status ?? 'none', answer.mediaType ?? ''].join(' ').trim()}`),
    ...sandboxHeaders(call),
    ...formatBody(answer.body, terminal),
  ]
}

/** The headers that this server adds to an answer. */
const sandboxHeaders = ({ assumptions, findings, variations, fault }: JournalDetail): string[] => {
  const listed = findings.map(({ code, field }) =>
    field === undefined ? code : `${code} ${field}`,
  )
  const lists = { assumptions, findings: listed, variations, fault: fault === null ? [] : [fault] }
  return Object.entries(lists).flatMap(([name, values]) =>
    values.length === 0 ? [] : [`x-sandbox-${name}: ${values.join(', ')}`],
  )
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

interface NamedFinding {
  readonly code: string
  readonly level: Finding['level'] | 'finding'
  readonly field?: string
}

const formatNotes = ({ findings, assumptions, fault, transport }: JournalDetail): string[] => {
  return [
    ...findings.flatMap(formatFinding),
    ...(assumptions.length > 0 ? [`assumptions: ${assumptions.join(', ')}`] : []),
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(transport === 'complete' ? [] : [`transport: ${transport}`]),
  ]
}

const formatFinding = ({ code, level, field }: NamedFinding): string[] => {
  const [means, remedy] = explainFinding(code)
  return [
    `${level}: ${[code, field].filter((part) => part !== undefined).join(' ')}`,
    ...(means === undefined ? [] : [`  ${means}`, `  remedy: ${remedy}`]),
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
