import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareMediaType, ownCopy, printable, printableBlock, trimBlanks } from '#src/kernel/text.ts'
import { keptBytes } from '#test/kit/heap.ts'

const MIB = 1_048_576

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur.
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

describe('trimBlanks', () => {
  test('takes spaces and tabs around a value away, and nothing else', () => {
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 5 })
    const value = fc.string({ unit: 'binary' }).filter((text) => !/^[\t ]|[\t ]$/.test(text))
    fc.assert(
      fc.property(blanks, value, blanks, (before, text, after) => {
        expect(trimBlanks(before + text + after)).toBe(text)
      }),
    )
    expect(trimBlanks('\u00a0 \u2003 \ufeff')).toBe('\u00a0 \u2003 \ufeff')
  })

  test('is what bounds a media type', () => {
    expect(bareMediaType(' Text/Plain\t; charset=x')).toBe('text/plain')
    expect(bareMediaType('text/plain\u00a0')).toBe('text/plain\u00a0')
  })
})

describe('ownCopy', () => {
  test('returns the same text, well-formed and cut to a length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
        expect(ownCopy(text)).toBe(text.toWellFormed())
        expect(ownCopy(text, max)).toBe(text.slice(0, max).toWellFormed())
      }),
    )
  })

  test('does not keep the original text alive', () => {
    const before = keptBytes()
    const kept = Array.from({ length: 40 }, (_, index) => ownCopy('k'.repeat(MIB) + index, 200))
    expect(keptBytes() - before).toBeLessThan(10 * MIB)
    expect(kept).toHaveLength(40)
  })
})

describe('a text for a terminal', () => {
  test('contains no control character, and keeps the value of JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const json = JSON.stringify([value, text], null, 2)
        expect(printableBlock(json)).not.toMatch(RAW)
        expect(JSON.parse(printableBlock(json))).toEqual(JSON.parse(json))
        expect(printable(text)).not.toMatch(RAW)
        expect(printable(text)).not.toContain('\n')
      }),
    )
  })

  test('keeps tabs, and newlines in a block', () => {
    expect(printable('a\tb\nc\u001b]0;x\u0007')).toBe('a\tb\\u000ac\\u001b]0;x\\u0007')
    expect(printableBlock('a\tb\nc\u009b\u202e')).toBe('a\tb\nc\\u009b\\u202e')
  })
})
