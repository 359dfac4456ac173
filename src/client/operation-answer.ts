import { OperationError } from './errors.ts'
import { OPERATIONS } from './generated/constants.ts'
import type { OperationId } from './generated/operations.ts'
import { parsedJson } from './parsed-json.ts'

/** Path, surface and reply shape of an operation. */
export type OperationFacts = (typeof OPERATIONS)[OperationId]

/** The facts of an operation; programs without types may name anything. */
export const factsOf = (operation: OperationId): OperationFacts => {
  const known = Object.keys(OPERATIONS)
  // Also a key that every object has.
  if (known.includes(operation)) return OPERATIONS[operation]
  const range = `${known[0]} to ${known.at(-1)}`
  throw new TypeError(`operation "${operation}" does not exist; known are ${range}`)
}

/** Why a call is not a success. */
export interface Refusal {
  /** Error code; absent if the response has no envelope. */
  readonly code: string | undefined
  readonly message: string
  /** Why it was refused, where the message does not say it. */
  readonly reason?: string | undefined
}

/** The payload of a success, or the refusal. */
export type Outcome = { readonly payload: unknown } | { readonly refusal: Refusal }

/** How an answer ends a call of an operation, or of a supporting route, whose shape is plain. */
export const outcomeOf = (
  name: string,
  shape: OperationFacts['shape'],
  { status, headers }: Answered,
  body: string,
): Outcome => {
  const reason = headers.get('x-sandbox-reason') ?? undefined
  const answer = parsedJson(body)
  if (answer === undefined) return refused(`${name}: the answer is not JSON (HTTP ${status})`)
  if (!isEnvelope(answer))
    return status === 200 ? { payload: answer } : refused(`${name}: HTTP ${status}`)
  if (answer.code !== '0') return refused(answer.message ?? '', answer.code, reason)
  if (shape !== 'nested') return { payload: answer.result }
  const inner = answer.result as Envelope
  return inner.code === '0'
    ? { payload: inner.result }
    : refused(inner.message ?? '', inner.code, reason)
}

interface Answered {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
}

/** The payload of a success; a refusal becomes an error. */
export const payloadOf = (
  name: string,
  shape: OperationFacts['shape'],
  { status, headers }: Answered,
  body: string,
): unknown => {
  const outcome = outcomeOf(name, shape, { status, headers }, body)
  if ('payload' in outcome) return outcome.payload
  const call = Number(headers.get('x-sandbox-call')) || undefined
  throw new OperationError(name, { ...outcome.refusal, status, body, call })
}

interface Envelope {
  code?: string
  message?: string
  result?: unknown
}

const refused = (message: string, code?: string, reason?: string): Outcome => ({
  refusal: { code, message, reason },
})

const isEnvelope = (answer: unknown): answer is Envelope & { code: string } =>
  typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'string'
