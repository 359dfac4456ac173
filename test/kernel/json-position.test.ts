import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonError } from '#src/kernel/json-position.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findJsonError', () => {
  test.each<[string, number, number]>([
    ['', 1, 1],
    ['x', 1, 1],
    ['{"a": 1,\n  oops}', 2, 3],
    ['[1, 2', 1, 6],
    ['[1] 2', 1, 5],
    ['{"a" 1}', 1, 6],
    ['[01]', 1, 3],
    ['["a\nb"]', 1, 2],
    ['{"a": 1,}', 1, 9],
    ['[1,]', 1, 4],
    ['["\\x"]', 1, 2],
  ])('locates the error of %j at line %i, column %i', (text, line, column) => {
    expect(findJsonError(text)).toEqual({ line, column })
  })

  test('finds no error in JSON and one in any other text', () => {
    const letters = fc.constantFrom(
      ...'[]{},:"\\ \n01.e-tu1\u007f字'.split(''),
      'true',
      'null',
      '"a"',
    )
    const texts = fc.oneof(
      fc.json(),
      fc.array(letters, { maxLength: 8 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(findJsonError(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
