import type { OperationFacts } from './operation-request.ts'

/** Why a call is not a success. */
export interface Refusal {
  /** Code of the refusal; absent where the answer has no envelope. */
  readonly code: string | undefined
  readonly message: string
}

/** The payload of a success, or the refusal. */
export type Outcome = { readonly payload: unknown } | { readonly refusal: Refusal }

/** How an answer ends a call of an operation, or of a supporting route, whose shape is plain. */
export const outcomeOf = (
  name: string,
  shape: OperationFacts['shape'],
  status: number,
  body: string,
): Outcome => {
  const answer = parse(body)
  if (answer === undefined) return refused(`${name}: the answer is not JSON (HTTP ${status})`)
  if (!isEnvelope(answer))
    return status === 200 ? { payload: answer } : refused(`${name}: HTTP ${status}`)
  if (answer.code !== '0') return refused(answer.message ?? '', answer.code)
  if (shape !== 'nested') return { payload: answer.result }
  const inner = answer.result as Envelope
  return inner.code === '0' ? { payload: inner.result } : refused(inner.message ?? '', inner.code)
}

interface Envelope {
  code?: string
  message?: string
  result?: unknown
}

const refused = (message: string, code?: string): Outcome => ({ refusal: { code, message } })

const isEnvelope = (answer: unknown): answer is Envelope & { code: string } =>
  typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'string'

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
