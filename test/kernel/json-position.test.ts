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
