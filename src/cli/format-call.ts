import type { JournalBody, JournalDetail } from '../client/journal-types.ts'
import { formatEntry } from './format-journal.ts'
import type { Terminal } from './terminal.ts'

/** A call whole: what was sent and answered, and what was noticed. */
export const formatCall = (call: JournalDetail, terminal: Terminal): string[] => {
  const { method, path, request, answer } = call
  const heading = (text: string): string => terminal.paint('bold', text)
  return [
    formatEntry(call, terminal),
    ...notesOf(call),
    '',
    heading(`request: ${method} ${path}`),
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...formatBody(request.body),
    '',
    heading(`answer: ${['HTTP', call.status ?? 'none', answer.mediaType ?? ''].join(' ').trim()}`),
    ...formatBody(answer.body),
  ]
}

const notesOf = ({ findings, assumptions, fault, transport }: JournalDetail): string[] => {
  const found = findings.map(({ code, field }) => (field ? `${code} (${field})` : code))
  return [
    ...(found.length > 0 ? [`findings: ${found.join(', ')}`] : []),
    ...(assumptions.length > 0 ? [`assumptions: ${assumptions.join(', ')}`] : []),
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(transport === 'complete' ? [] : [`transport: ${transport}`]),
  ]
}

const formatBody = (body: JournalBody | null): string[] => {
  if (!body) return ['(no body is kept)']
  const { text, sizeBytes, isTruncated } = body
  const cut = isTruncated ? [`(cut; ${sizeBytes} bytes in all)`] : []
  return text === undefined
    ? [`(${sizeBytes} bytes that are no text; --json has what is kept of them)`]
    : [...laidOut(text).split(/\r?\n/), ...cut]
}

const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
