import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemsOfBodyPart, readBodyPart, valueAt } from '#src/kernel/body-part.ts'

const pointerTo = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const placesIn = (value: unknown, path: (string | number)[] = []): [string, unknown][] => {
  const here: [string, unknown] = [pointerTo(path), value]
  if (value === null || typeof value !== 'object') return [here]
  const below = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [here, ...below.flatMap(([key, one]) => placesIn(one, [...path, key]))]
}

describe('a JSON Pointer', () => {
  test.each([
    '/bar',
    '/foo/2',
    '/foo/-',
    '/foo/01',
    '/foo/length',
    '/foo/0/0',
    '/toString',
    '/a/b',
  ])('resolves "%s" to undefined when nothing is there', (pointer) => {
    expect(valueAt({ foo: ['bar', 'baz'], 'a/b': 1 }, pointer)).toBeUndefined()
    expect(valueAt(undefined, pointer)).toBeUndefined()
  })

  test('unescapes ~1 before ~0', () => {
    expect(valueAt({ '~1': 1, '/': 2 }, '/~01')).toBe(1)
    expect(valueAt({ '~1': 1, '/': 2 }, '/~1')).toBe(2)
  })

  test('resolves every place of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const [pointer, there] of placesIn(value)) expect(valueAt(value, pointer)).toBe(there)
      }),
    )
  })
})

describe('a body part', () => {
  test('separates pointers from plain keys, and takes only its own keys as pointers', () => {
    const places = [['/a', { '/b': 1 }]]
    const pointers = { '/a': { '/b': 1 } }
    expect(readBodyPart(pointers)).toEqual({ given: pointers, places })
    const both = { a: { '/b': 1 }, ...pointers }
    expect(readBodyPart(both)).toEqual({ given: both, whole: { a: { '/b': 1 } }, places })
    for (const whole of [{}, { a: 1 }, ['/a'], '/a', null])
      expect(readBodyPart(whole)).toEqual({ given: whole, whole, places: [] })
  })

  test('rejects every malformed pointer and quotes it', () => {
    const problems = problemsOfBodyPart({
      '/a~': 1,
      '/a~2': 1,
      '/ids/-': 1,
      '/a-/-1': 1,
      '/~0~1': 1,
      'b~': 1,
      '/c': { '/~': 1 },
    })
    expect(problems).toHaveLength(3)
    expect(problems[0]).toContain('match.body: "/a~" is not a valid JSON Pointer')
    expect(problems[2]).toContain('"/ids/-"')
    for (const part of [undefined, null, ['/~'], '/~', {}])
      expect(problemsOfBodyPart(part)).toEqual([])
  })

  test('rejects more than 2,000 characters without checking the pointers', () => {
    const fits = { a: 'x'.repeat(2_000 - '{"a":""}'.length) }
    expect(problemsOfBodyPart(fits)).toEqual([])
    const problems = problemsOfBodyPart({ ...fits, '/~': 1 })
    expect(problems).toEqual(['match.body is longer than 2000 characters'])
  })
})
