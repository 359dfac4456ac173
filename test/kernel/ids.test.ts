import { describe, expect, test } from 'vitest'
import { randomToken } from '#src/kernel/ids.ts'

const many = (make: () => string): string[] => Array.from({ length: 2_000 }, make)

describe('randomToken', () => {
  test('is a version 4 UUID that starts with the workspace id', () => {
    for (const token of many(() => randomToken('0123abcd')))
      expect(token).toMatch(/^0123abcd-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('does not repeat, and uses all of its free digits', () => {
    const tokens = many(() => randomToken('0123abcd'))
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const place of [9, 12, 15, 17, 20, 22, 24, 29, 35])
      expect(new Set(tokens.map((token) => token[place])).size, `place ${place}`).toBe(16)
    expect([...new Set(tokens.map((token) => token[19]))].sort()).toEqual(['8', '9', 'a', 'b'])
  })
})
