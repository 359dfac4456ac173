import { explainFinding } from '../client/findings-control.ts'
import type { Finding, JournalBody, JournalDetail } from '../client/generated/control.ts'
import { formatEntry } from './format-journal.ts'
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
    ...formatBody(request.body),
    '',
    heading(`answer: ${['HTTP', call.status ?? 'none', answer.mediaType ?? ''].join(' ').trim()}`),
    ...formatBody(answer.body),
  ]
}

const formatNotes = ({ findings, assumptions, fault, transport }: JournalDetail): string[] => {
  return [
    ...findings.flatMap(formatFinding),
    ...(assumptions.length > 0 ? [`assumptions: ${assumptions.join(', ')}`] : []),
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(transport === 'complete' ? [] : [`transport: ${transport}`]),
  ]
}

const formatFinding = ({ code, level, field }: Finding): string[] => {
  const [means, remedy] = explainFinding(code)
  return [
    `${level}: ${[code, field].filter((part) => part !== undefined).join(' ')}`,
    ...(means === undefined ? [] : [`  ${means}`, `  remedy: ${remedy}`]),
  ]
}

const formatBody = (body: JournalBody | null): string[] => {
  if (!body) return ['(no body kept)']
  const { text, sizeBytes, isTruncated } = body
  const cut = isTruncated ? [`(cut off; ${sizeBytes} bytes in total)`] : []
  return text === undefined
    ? [`(${sizeBytes} bytes of binary data; --json prints what is kept)`]
    : [...indentJson(text).split(/\r?\n/), ...cut]
}

const indentJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
