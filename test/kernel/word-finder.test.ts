import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordFinder } from '#src/kernel/word-finder.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '乌', '🙂'), maxLength: 12 })

describe('wordFinder', () => {
  test('finds a word anywhere in a text', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (words, searched) => {
        expect(wordFinder(words)(searched)).toBe(words.some((word) => searched.includes(word)))
      }),
    )
  })

  test('finds a word that starts inside another', () => {
    expect(wordFinder(['abcx', 'bc'])('abcd')).toBe(true)
    expect(wordFinder(['aab', 'aaac'])('aaab')).toBe(true)
    expect(wordFinder(['aab'])('aaaa')).toBe(false)
    expect(wordFinder([])('a')).toBe(false)
  })
})
