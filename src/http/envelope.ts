import type { Readable } from 'node:stream'
import { SUCCESS_MESSAGES } from '../contract/envelope.ts'
import { JsonPieces } from '../contract/json-pieces.ts'
import type { ReplyShape } from '../contract/operation.ts'
import { StreamInPieces } from '../kernel/pieces.ts'

/** The options of the envelope around a payload. */
export interface Wrapping {
  shape: ReplyShape
  message: keyof typeof SUCCESS_MESSAGES
  traceId: () => string
  /** The text of further fields of an envelope, which begins with a comma; empty without any. */
  extra?: string
  /** The owner of a payload in pieces, which takes turns with other owners. */
  owner?: object
}

/** The body of a success (document, "Response envelope"); a stream when the payload comes in pieces. */
export const successBody = (payload: unknown, wrapping: Wrapping): string | Readable => {
  const [head, tail] = envelopeAround(wrapping)
  if (payload instanceof JsonPieces)
    return new StreamInPieces(between(head, payload, tail), wrapping.owner ?? payload)
  return head + JSON.stringify(payload) + tail
}

/** The same as one text, also of a payload in pieces; undefined for one of more characters than allowed. */
export const successText = (
  payload: unknown,
  wrapping: Wrapping,
  maxCharacters: number,
): string | undefined => {
  const [head, tail] = envelopeAround(wrapping)
  if (!(payload instanceof JsonPieces)) return head + JSON.stringify(payload) + tail
  let text = head
  for (const piece of payload) {
    text += piece
    if (text.length > maxCharacters) return undefined
  }
  return text + tail
}

function* between(head: string, pieces: Iterable<string>, tail: string): Generator<string> {
  yield head
  yield* pieces
  yield tail
}

/** The text before the payload, by the message; made once. */
const HEADS = Object.fromEntries(
  Object.entries(SUCCESS_MESSAGES).map(([name, message]) => [
    name,
    `{"code":"0","message":${JSON.stringify(message)},"result":`,
  ]),
) as Record<keyof typeof SUCCESS_MESSAGES, string>

/** The text before and after the payload. */
const envelopeAround = (wrapping: Wrapping): [head: string, tail: string] => {
  const { shape, message, traceId, extra = '' } = wrapping
  if (shape === 'bare' || shape === 'empty') return ['', '']
  const head = HEADS[message]
  return shape === 'plain'
    ? [head, `${extra}}`]
    : [head + head, `,"traceId":"${traceId()}"${extra}}${extra}}`]
}

/** The body of a refusal (document, "Errors" 2). */
export const refusalBody = (code: string, message: string, extra = ''): string => {
  const text = JSON.stringify({ code, message, result: null })
  return extra === '' ? text : `${text.slice(0, -1)}${extra}}`
}

/** The body of a refusal inside the nested envelope (variant `inner` of A-reply-2). */
export const innerRefusalBody = (code: string, message: string, wrapping: Wrapping): string => {
  const inner = { code, message, result: null, traceId: wrapping.traceId() }
  return successBody(inner, { ...wrapping, shape: 'plain' }) as string
}
