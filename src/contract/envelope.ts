import { type TSchema, Type } from '@sinclair/typebox'
import { invented, type MarkField, shown } from './known-field.ts'
import type { ReplyShape } from './operation.ts'
import { ClosedObject, OneOf, TextOrNull } from './resources/primitives.ts'
import { Part, Shape, TypedAs } from './shapes.ts'

/** The two published texts of a success (A-reply-1). */
export const SUCCESS_MESSAGES = { success: 'success', published: '处理成功' } as const

/** The request body of the server side (document, "Request envelope"); the portal's is the parameters themselves. */
export const RequestEnvelope = <P extends TSchema>(param: P, hasBodyToken = true) => {
  const markToken = hasBodyToken ? shown : invented
  return Type.Object({
    token: markToken(
      Type.Optional(TextOrNull),
      'Any text or null; by a variant of A-auth-1 the access token of the header.',
      'A-auth-1',
    ),
    param: shown(param, 'Parameters of the operation.', 'A-request-1'),
  })
}

const successFields = (mark: MarkField) => ({
  code: mark(Type.Literal('0'), '`0`: the call succeeded.', 'A-reply-1'),
  message: mark(OneOf(Object.values(SUCCESS_MESSAGES)), 'Text of a success.', 'A-reply-1'),
})

const refusalFields = (mark: MarkField) => ({
  code: mark(Type.String(), 'Code of the refusal, any text but `0`.', 'A-reply-3'),
  message: mark(Type.String(), 'What is wrong, and what would be right.', 'A-reply-3'),
  result: mark(Type.Null(), 'null: a refusal has no payload.', 'A-reply-2'),
})

const TRACE = { traceId: shown(Type.String(), 'Id of the call, 32 hex digits.', 'A-reply-2') }

/** A refusal of any operation (document, "Errors" 2). */
export const RefusalEnvelope = Shape(
  'RefusalEnvelope',
  'The answer of an operation that refuses the call, with HTTP 200.',
  refusalFields(shown),
)

/** A success in the envelope (document, "Response envelope"); `result` is a marked field. */
const PlainEnvelope = <R extends TSchema>(result: R, mark: MarkField = shown) =>
  Part('The answer of a call that succeeds.', { ...successFields(mark), result })

/** A success in an envelope inside the envelope, which has a trace id. */
const NestedEnvelope = <R extends TSchema>(result: R) =>
  PlainEnvelope(
    shown(
      ClosedObject({ ...successFields(shown), result, ...TRACE }),
      'The envelope inside the envelope.',
    ),
  )

/** A refusal inside the envelope of a success (variant `inner` of A-reply-2). */
const NestedRefusal = PlainEnvelope(
  invented(
    ClosedObject({ ...refusalFields(invented), ...TRACE }),
    'A refusal inside the envelope, by a variant of A-reply-2.',
    'A-reply-2',
  ),
)

export const EmptyAnswer = TypedAs('Record<string, never>', ClosedObject({}))

const WholeBody = shown(EmptyAnswer, 'The whole body: an empty object.', 'A-20-1')

/** The envelope of the variant `envelope` of A-20-1. */
const EmptyInEnvelope = PlainEnvelope(
  invented(EmptyAnswer, 'An empty object, by a variant of A-20-1.', 'A-20-1'),
  (schema, description) => invented(schema, description, 'A-20-1'),
)

const SUCCESSES: Readonly<Record<ReplyShape, (result: TSchema) => readonly TSchema[]>> = {
  plain: (result) => [PlainEnvelope(result)],
  nested: (result) => [NestedEnvelope(result), NestedRefusal],
  bare: (result) => [result],
  empty: () => [WholeBody, EmptyInEnvelope],
}

/**
 * The body of every answer of an operation, a success or a refusal; both are HTTP 200. Its static type is unknown,
 * because routes send text that is ready.
 */
export const AnswerEnvelope = (shape: ReplyShape, result: TSchema): TSchema =>
  Type.Union([...SUCCESSES[shape](result), RefusalEnvelope])

/** A refusal of a supporting route; routes that use plain HTTP return it with its own status. */
export const SupportingRefusal = Shape(
  'SupportingRefusal',
  'The answer of a supporting route that refuses the call.',
  refusalFields(invented),
)

/** The body of every answer of a supporting route that speaks as operations do: HTTP 200 and the plain envelope. */
export const SupportingAnswer = (result: TSchema, mark: MarkField): TSchema =>
  Type.Union([PlainEnvelope(result, mark), SupportingRefusal])

/** The bodies of the answers of a route that speaks plain HTTP, by their status; routes send text that is ready. */
export const PlainHttpAnswers = (result: TSchema): Readonly<Record<string, TSchema>> => ({
  200: PlainEnvelope(result, invented),
  '4xx': SupportingRefusal,
  '5xx': SupportingRefusal,
})
