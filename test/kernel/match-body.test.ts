import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBodyPart } from '#src/kernel/body-part.ts'
import {
  type BodyVerdict,
  ComparisonBudget,
  type Difference,
  differencesOfBody,
  matchBody,
} from '#src/kernel/match-body.ts'

const MANY = 1_000_000

const verdict = (body: unknown, part: unknown, comparisons = MANY): BodyVerdict =>
  matchBody(readBodyPart(part), body, new ComparisonBudget(comparisons))

const differences = (body: unknown, part: unknown, comparisons = MANY): Difference[] =>
  differencesOfBody(readBodyPart(part), body, new ComparisonBudget(comparisons))

/** The meaning of a part, without bounds and explanations. */
const includes = (body: unknown, part: unknown): boolean => {
  if (Array.isArray(part))
    return Array.isArray(body) && part.every((one) => body.some((other) => includes(other, one)))
  if (typeof part !== 'object' || part === null) return body === part
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const values = new Map<string, unknown>(Object.entries(body))
  return Object.entries(part).every(
    ([key, one]) => values.has(key) && includes(values.get(key), one),
  )
}

/** JSON with a small vocabulary, so that parts of one value often occur in another. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, '', 'a'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('json'), { maxKeys: 3 }),
  ),
}))

/** A value without some of its keys and elements, and with its lists in another order. */
const partOf = (value: unknown, chance: () => number): unknown => {
  const isKept = () => chance() % 3 > 0
  if (Array.isArray(value))
    return value
      .filter(isKept)
      .map((one) => partOf(one, chance))
      .reverse()
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(isKept)
  return Object.fromEntries(kept.map(([key, one]) => [key, partOf(one, chance)]))
}

describe('matchBody', () => {
  const body = {
    param: {
      userIds: [1001, 1002],
      name: null,
      deep: [{ a: 1, b: 2 }],
      'a/b': { '~': [{ c: 1, d: 2 }] },
    },
  }

  test.for<unknown>([
    {},
    { param: {} },
    { param: { userIds: [1002] } },
    { param: { userIds: [1002, 1001] } },
    { param: { userIds: [] } },
    { param: { name: null } },
    { param: { deep: [{ b: 2 }] } },
    { '/param/userIds/0': 1001 },
    { '/param/userIds': [1002] },
    { '/param/name': null },
    { '/param/a~1b/~0/0': { d: 2 } },
    { '/param/userIds/1': 1002, param: { name: null } },
  ])('matches a body that includes %j', (part) => {
    expect(verdict(body, part)).toBe('matches')
  })

  test.for<unknown>([
    { param: { userIds: [1003] } },
    { param: { userIds: 1001 } },
    { param: { name: undefined } },
    { param: { toString: 1 } },
    { param: { deep: [{ a: 2 }] } },
    { token: null },
    { '/param/userIds/1': 1001 },
    { '/param/userIds/2': null },
    { '/param/other': null },
    { '/param/userIds/0': 1001, param: { name: 'x' } },
    { param: { '/userIds/0': 1001 } },
  ])('differs for a body that does not include %j', (part) => {
    expect(verdict(body, part)).toBe('differs')
    expect(differences(body, part)).not.toEqual([])
  })

  test('compares bodies of every JSON type', () => {
    expect(verdict([{ a: 1 }], { '/0/a': 1 })).toBe('matches')
    expect(verdict(undefined, {})).toBe('differs')
    expect(verdict(undefined, { '/a': null })).toBe('differs')
    expect(verdict('text', 'text')).toBe('matches')
  })

  test('matches exactly when there is no difference', () => {
    fc.assert(
      fc.property(json, json, (value, part) => {
        const expected = includes(value, part)
        expect(verdict(value, part)).toBe(expected ? 'matches' : 'differs')
        expect(differences(value, part).length === 0).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('ignores additional keys and elements and the order of lists', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.nat()), (value, numbers) => {
        const part = partOf(value, () => Number(numbers.next().value))
        expect(verdict(value, part)).toBe('matches')
      }),
      { numRuns: 500 },
    )
  })
})

describe('differencesOfBody', () => {
  test('returns the pointer or path, the expected and the found value', () => {
    const body = { param: { assetIds: [1, 2], name: null, deep: { a: 1, b: [3] } } }
    const part = {
      '/param/assetIds/1': 3,
      '/param/deep': { b: [4] },
      '/x/y': null,
      param: { z: 1 },
    }
    expect(differences(body, part)).toEqual([
      { path: 'body.param.z', expected: 1, found: undefined },
      { path: '/param/assetIds/1', expected: 3, found: 2 },
      { path: '/param/deep.b', expected: [4], found: [3] },
      { path: '/x/y', expected: null, found: undefined },
    ])
  })

  test.each<[unknown, unknown, Difference[]]>([
    [{ a: [2, 3, 4] }, { a: [1, 3] }, [{ path: 'body.a', expected: [2, 4], found: [1, 3] }]],
    [
      { a: [{ id: 2 }, 5] },
      { a: [{ id: 1 }] },
      [{ path: 'body.a', expected: [{ id: 2 }, 5], found: [{ id: 1 }] }],
    ],
    [{ a: null }, {}, [{ path: 'body.a', expected: null, found: undefined }]],
    [{ a: {} }, { a: [] }, [{ path: 'body.a', expected: {}, found: [] }]],
    [1, '1', [{ path: 'body', expected: 1, found: '1' }]],
  ])('explains why %j is not in %j', (part, body, expected) => {
    expect(differences(body, part)).toEqual(expected)
  })

  test('returns at most twenty differences', () => {
    const pointers = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`/${at}`, 1]))
    expect(differences({}, { ...pointers, a: 1 })).toHaveLength(20)
  })
})

describe('a match that takes too many comparisons', () => {
  const rows = (count: number, value: number) =>
    Array.from({ length: count }, () => ({ a: { b: value } }))

  test('is unknown after a bounded number of comparisons', () => {
    let reads = 0
    const counted = {
      get a() {
        reads += 1
        return { b: 1 }
      },
    }
    const body = { rows: [...Array.from({ length: 10_000 }, () => counted), ...rows(1, 2)] }
    const part = { rows: rows(100, 2) }
    expect(verdict(body, part)).toBe('unknown')
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThanOrEqual(MANY)
    expect(differences(body, part)).toEqual([
      { path: 'body', expected: part, found: 'a body that takes too many comparisons' },
    ])
    expect(reads).toBeLessThanOrEqual(2 * MANY)
  })

  test('excludes many numbers in a long list, which is read once', () => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => index)
    expect(verdict({ numbers }, { numbers: numbers.slice(-300) }, 40_000)).toBe('matches')
    expect(verdict({ numbers }, { numbers: [-1] }, 40_000)).toBe('differs')
  })

  test('shares the budget of earlier matches', () => {
    const budget = new ComparisonBudget(10)
    const part = readBodyPart({ a: 1 })
    const verdicts = Array.from({ length: 5 }, () => matchBody(part, { a: 1 }, budget))
    expect(verdicts).toEqual(['matches', 'matches', 'matches', 'unknown', 'unknown'])
  })
})
