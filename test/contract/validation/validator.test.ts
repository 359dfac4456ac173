import { Type } from '@sinclair/typebox'
import { describe, expect, test, vi } from 'vitest'
import {
  describeError,
  describePlace,
  refusalFor,
} from '#src/contract/validation/describe-error.ts'
import { findError, findErrors, isValid } from '#src/contract/validation/validator.ts'

const closed = { additionalProperties: false }
const Unit = Type.Union([
  Type.Object({ user: Type.Integer() }, closed),
  Type.Object({ everyone: Type.Literal(true) }, closed),
])
const Row = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: 9 }),
    name: Type.String({ minLength: 1, maxLength: 3 }),
    day: Type.Optional(Type.String({ pattern: '^\\d+$', description: 'a day' })),
    unit: Type.Optional(Unit),
    kind: Type.Optional(Type.Unsafe({ type: 'string', enum: ['a', 'b'] })),
    more: Type.Optional(Type.Object({}, { maxProperties: 1 })),
  },
  closed,
)
const Rows = Type.Object({ rows: Type.Array(Row, { maxItems: 1_000_000 }) }, closed)

const sentence = (value: unknown): string => {
  const error = findError(Row, value)
  return error === undefined ? 'valid' : describeError(error, 'it')
}

describe('describeError', () => {
  const row = { id: 1, name: 'x' }
  test.each<[string, unknown, string]>([
    ['a missing property', { id: 1 }, 'name is missing; expected a string'],
    ['another type', { ...row, id: '1' }, 'id must be an integer, got a string'],
    ['another type of the root', [], 'it must be an object, got an array'],
    ['a number below its bounds', { ...row, id: 0 }, 'id must be at least 1'],
    ['a number above its bounds', { ...row, id: 10 }, 'id must be at most 9'],
    ['an empty text', { ...row, name: '' }, 'name must not be empty'],
    ['a long text', { ...row, name: '😀😀😀😀' }, 'name must have at most 3 characters, got 4'],
    ['a text of another format', { ...row, day: 'x' }, 'day must be a day, got "x"'],
    ['too many keys', { ...row, more: { a: 1, b: 2 } }, 'must have at most 1 properties, got 2'],
    ['an unknown value', { ...row, kind: 'c' }, 'kind is "c"; known values are a, b'],
    [
      'an unknown key',
      { ...row, nmae: 1 },
      'nmae is not a known property; did you mean "name"? Known properties are id, name',
    ],
    [
      'a value that fits no alternative',
      { ...row, unit: { everyone: false } },
      'unit must be an object with user or an object with everyone, got {"everyone":false}',
    ],
    ['a valid value', { ...row, unit: { user: 1 } }, 'valid'],
  ])('describes %s', (_, value, expected) => {
    expect(sentence(value)).toContain(expected)
    expect(isValid(Row, value)).toBe(expected === 'valid')
  })

  test('gives each kind of error its code', () => {
    const codeOf = (value: unknown) => refusalFor(findError(Row, value) ?? expect.fail()).code
    expect(codeOf({ id: 1 })).toBe('90020001')
    expect(codeOf({ ...row, id: '1' })).toBe('90020002')
    expect(codeOf({ ...row, nmae: 1 })).toBe('90020007')
  })

  test('names a place by keys of the schema only', () => {
    const place = (value: unknown) => {
      const error = findError(Rows, value)
      return error && describePlace(error, 'it')
    }
    expect(place({ rows: [{ id: 1, secret: 2, name: 'x' }] })).toBe('a key in rows[0]')
    expect(place({ rows: [{ id: 1 }] })).toBe('rows[0].name')
    expect(place({ secret: 1, rows: [] })).toBe('a key in it')
  })
})

describe('findErrors', () => {
  test('returns one error for each place, in order, up to a maximum', () => {
    const rows = [{ id: 0, name: 'long' }, { id: 1 }, { id: 1, name: 'x', unit: { usr: 1 } }, 3]
    const sentences = (max: number) => findErrors(Rows, { rows }, max).map((e) => describeError(e))
    expect(sentences(10)).toEqual([
      'rows[0].id must be at least 1',
      'rows[0].name must have at most 3 characters, got 4',
      'rows[1].name is missing; expected a string',
      'rows[2].unit must be an object with user or an object with everyone, got {"usr":1}',
      'rows[3] must be an object, got a number',
    ])
    expect(sentences(2)).toHaveLength(2)
    expect(findErrors(Rows, { rows: [] }, 10)).toEqual([])
  })

  test('takes linear time', () => {
    const comparisonsFor = (count: number): number => {
      const rows = Array.from({ length: count }, () => ({ id: 1, name: 'x', unit: { usr: 1 } }))
      const compare = vi.spyOn(String.prototype, 'startsWith')
      const errors = findErrors(Rows, { rows }, 10)
      const comparisons = compare.mock.calls.length
      compare.mockRestore()
      expect(errors).toHaveLength(10)
      return comparisons
    }
    const half = comparisonsFor(1_000)
    expect(half).toBeGreaterThanOrEqual(1_000)
    expect(comparisonsFor(2_000)).toBeLessThanOrEqual(2 * half)
  })

  test('returns only the first error of a very large value', () => {
    const rows = Array.from({ length: 200_000 }, () => 0)
    expect(findErrors(Rows, { rows }, 10)).toHaveLength(1)
  })
})
