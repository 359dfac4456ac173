import { type TSchema, Type } from '@sinclair/typebox'
import type { ReplyShape } from './operation.ts'
import { ClosedObject, OneOf, TextOrNull } from './resources/primitives.ts'
import { TypedAs } from './shapes.ts'

/** The two published texts of a success (A-reply-1). */
export const SUCCESS_MESSAGES = { success: 'success', published: '处理成功' } as const

/** The request body of the server side (document, "Request envelope"); the portal's is the parameters themselves. */
export const RequestEnvelope = <P extends TSchema>(param: P) =>
  Type.Object({ token: Type.Optional(TextOrNull), param })

const SUCCESS = {
  code: Type.Literal('0'),
  message: OneOf(Object.values(SUCCESS_MESSAGES)),
}

const REFUSAL = {
  code: Type.String(),
  message: Type.String(),
  result: Type.Null(),
}

const TRACE = { traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }) }

/** A refusal of any operation (document, "Errors" 2). */
export const RefusalEnvelope = ClosedObject(REFUSAL, { title: 'RefusalEnvelope' })

/** A success in the envelope (document, "Response envelope"). */
export const PlainEnvelope = <R extends TSchema>(result: R) => ClosedObject({ ...SUCCESS, result })

/** A success in an envelope inside the envelope, which has a trace id. */
export const NestedEnvelope = <R extends TSchema>(result: R) =>
  PlainEnvelope(ClosedObject({ ...SUCCESS, result, ...TRACE }))

/** A refusal inside the envelope of a success (variant `inner` of A-reply-2). */
export const NestedRefusal = PlainEnvelope(ClosedObject({ ...REFUSAL, ...TRACE }))

/** A success without an envelope. */
export const BareAnswer = <R extends TSchema>(result: R): R => result

/** A success that is an empty object. */
export const EmptyAnswer = TypedAs('Record<string, never>', ClosedObject({}))

const SUCCESSES: Readonly<Record<ReplyShape, (result: TSchema) => readonly TSchema[]>> = {
  plain: (result) => [PlainEnvelope(result)],
  nested: (result) => [NestedEnvelope(result), NestedRefusal],
  bare: (result) => [BareAnswer(result)],
  // The variant `envelope` of A-20-1 has the empty object in the plain envelope.
  empty: () => [EmptyAnswer, PlainEnvelope(EmptyAnswer)],
}

/**
 * The body of every answer of an operation, a success or a refusal; both are HTTP 200. Its static type is unknown,
 * because routes send text that is ready.
 */
export const AnswerEnvelope = (shape: ReplyShape, result: TSchema): TSchema =>
  Type.Union([...SUCCESSES[shape](result), RefusalEnvelope])

/** The bodies of the answers of a route that speaks plain HTTP, by their status; routes send text that is ready. */
export const PlainHttpAnswers = (result: TSchema): Readonly<Record<string, TSchema>> => ({
  200: PlainEnvelope(result),
  '4xx': RefusalEnvelope,
  '5xx': RefusalEnvelope,
})
