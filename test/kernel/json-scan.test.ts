import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTooDeep, MAX_JSON_DEPTH, scanJson } from '#src/kernel/json-scan.ts'

const countOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countOf(one), 1)
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, one) => sum + 1 + countOf(one), 1)
}

describe('scanJson', () => {
  test('counts every key and value of any JSON with any spacing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = Buffer.from(JSON.stringify(value, null, space))
        expect(scanJson(text)).toEqual({ isTooDeep: false, values: countOf(value) })
      }),
    )
  })

  test('reads any bytes to their end without failing', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(scanJson(Buffer.from(bytes)).values).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })

  test.each([
    ['a text of marks', String.raw`"[{,:\"1 2\\"`, 1],
    ['an open text', '"abc', 1],
    ['a text that ends in a backslash', '"abc\\', 1],
    ['words and numbers', '[true,null,-1.5e+9]', 4],
    ['nothing', '', 0],
  ])('counts %s', (_name, text, values) => {
    expect(scanJson(Buffer.from(text)).values).toBe(values)
  })

  test('stops counting beyond the bound', () => {
    const text = Buffer.from(`[${Array(1_000).fill('{}').join()}]`)
    expect(scanJson(text, 10).values).toBe(11)
  })

  test('detects nesting beyond the bound and ignores brackets in strings', () => {
    const nested = (levels: number): Buffer => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
    expect(isTooDeep(nested(MAX_JSON_DEPTH))).toBe(false)
    expect(isTooDeep(nested(MAX_JSON_DEPTH + 1))).toBe(true)
    expect(isTooDeep(Buffer.from(JSON.stringify('['.repeat(1_000))))).toBe(false)
  })
})
