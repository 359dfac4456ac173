import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import {
  AnswerEnvelope,
  BareAnswer,
  EmptyAnswer,
  NestedEnvelope,
  NestedRefusal,
  PlainEnvelope,
  RefusalEnvelope,
  RequestEnvelope,
} from '#src/contract/envelope.ts'
import type { ReplyShape } from '#src/contract/operation.ts'
import { isValid } from '#src/validation/validator.ts'

const result = Type.Array(Type.Integer())
const traceId = '0123456789abcdef0123456789abcdef'
const refusal = { code: '10134011', message: 'User has no operation permission', result: null }
const plain = { code: '0', message: 'success', result: [1] }
const nested = { code: '0', message: 'success', result: { ...plain, traceId } }
const nestedRefusal = { code: '0', message: 'success', result: { ...refusal, traceId } }

/** Every body of an answer, with the schema of its kind. */
const BODIES = {
  plain: [plain, PlainEnvelope(result)],
  nested: [nested, NestedEnvelope(result)],
  nestedRefusal: [nestedRefusal, NestedRefusal],
  bare: [[1], BareAnswer(result)],
  empty: [{}, EmptyAnswer],
  refusal: [refusal, RefusalEnvelope],
} as const

/** The bodies that an operation of each reply shape can answer. */
const ANSWERS: Readonly<Record<ReplyShape, readonly (keyof typeof BODIES)[]>> = {
  plain: ['plain', 'refusal'],
  nested: ['nested', 'nestedRefusal', 'refusal'],
  bare: ['bare', 'refusal'],
  empty: ['empty', 'refusal'],
}

describe('the answer envelopes', () => {
  test.each(Object.entries(BODIES))('describe a %s answer', (_name, [body, schema]) => {
    expect(isValid(schema, body)).toBe(true)
    const others = Object.values(BODIES).filter(([other]) => other !== body)
    for (const [other] of others) expect(isValid(schema, other)).toBe(false)
  })

  test.each(Object.entries(ANSWERS))(
    'allow for the reply shape %s what it can be',
    (shape, names) => {
      const schema = AnswerEnvelope(shape as ReplyShape, result)
      const allowed = Object.entries(BODIES).filter(([, [body]]) => isValid(schema, body))
      expect(allowed.map(([name]) => name).sort()).toEqual([...names].sort())
    },
  )
})

describe('the request envelope', () => {
  test('requires param and allows a token or null', () => {
    const schema = RequestEnvelope(Type.Object({ id: Type.Integer() }))
    expect(isValid(schema, { param: { id: 1 } })).toBe(true)
    expect(isValid(schema, { token: null, param: { id: 1 } })).toBe(true)
    expect(isValid(schema, { token: 'x' })).toBe(false)
  })
})
