import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageOf, totalPages } from '#src/kernel/paging.ts'

describe('pageOf', () => {
  test('defaults to the first page of twenty', () => {
    expect(pageOf()).toEqual({ number: 1, size: 20, offset: 0 })
    expect(pageOf(3)).toEqual({ number: 3, size: 20, offset: 40 })
    expect(pageOf(undefined, 50)).toEqual({ number: 1, size: 50, offset: 0 })
    expect(pageOf(4, 7)).toEqual({ number: 4, size: 7, offset: 21 })
  })

  test('keeps the offset of the farthest page an exact integer', () => {
    const { offset } = pageOf(Number.MAX_SAFE_INTEGER, 1_000)
    expect(offset).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('totalPages', () => {
  test('is the number of the last page that has rows', () => {
    expect(totalPages(0, 20)).toBe(0)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        (rows, size) => {
          const last = totalPages(rows, size)
          expect(pageOf(last, size).offset).toBeLessThan(rows)
          expect(pageOf(last + 1, size).offset).toBeGreaterThanOrEqual(rows)
        },
      ),
    )
  })
})
