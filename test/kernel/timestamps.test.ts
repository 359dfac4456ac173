import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp, ZONE_OFFSET_MS } from '#src/kernel/timestamps.ts'

const FIRST_SECOND = Math.ceil(parseTimestamp('0000-01-02 00:00:00', 0) ?? Number.NaN) / 1_000
const LAST_SECOND = (parseTimestamp('9999-12-30 23:59:59', 0) ?? Number.NaN) / 1_000

describe('formatTimestamp', () => {
  test.each([
    [0, 0, '1970-01-01 00:00:00'],
    [0, ZONE_OFFSET_MS, '1970-01-01 08:00:00'],
    [1_793_188_800_000, ZONE_OFFSET_MS, '2026-10-28 20:00:00'],
    [1_793_188_800_000, 0, '2026-10-28 12:00:00'],
    [1_709_164_799_999, 0, '2024-02-28 23:59:59'],
    [1_709_164_800_000, 0, '2024-02-29 00:00:00'],
    [-1, 0, '1969-12-31 23:59:59'],
  ])('formats %i ms, %i ms ahead of UTC, as %s', (ms, offset, text) => {
    expect(formatTimestamp(ms, offset)).toBe(text)
  })

  test('returns null for an invalid instant', () => {
    expect(formatTimestamp(Number.NaN, 0)).toBe('')
    expect(formatTimestamp(Number.MAX_SAFE_INTEGER, 0)).toBe('')
  })
})

describe('parseTimestamp', () => {
  test.each([
    ['1970-01-01 00:00:00', 0, 0],
    ['1970-01-01 08:00:00', ZONE_OFFSET_MS, 0],
    ['1970-01-01 00:00:00.001', 0, 1],
    ['2026-10-28 20:00:00', ZONE_OFFSET_MS, 1_793_188_800_000],
    ['2024-02-29 00:00:00', 0, 1_709_164_800_000],
    ['2026-12-31 23:59:59.999', 0, 1_798_761_599_999],
  ])('parses %s, %i ms ahead of UTC, as %i ms', (text, offset, ms) => {
    expect(parseTimestamp(text, offset)).toBe(ms)
  })

  test.each([
    '',
    'now',
    '2026-10-28',
    '2026-10-28T20:00:00',
    '2026-10-28 20:00:00Z',
    '2026-10-28 20:00:00 ',
    ' 2026-10-28 20:00:00',
    '2026-10-28 20:00:00\n',
    '2026-10-28  20:00:00',
    '2026-10-28 20:00',
    '2026-10-28 20:00:00.1',
    '2026-10-28 20:00:00.1234',
    '26-10-28 20:00:00',
    '2026-00-28 20:00:00',
    '2026-13-28 20:00:00',
    '2026-10-00 20:00:00',
    '2026-10-32 20:00:00',
    '2026-02-29 20:00:00',
    '2100-02-29 20:00:00',
    '2026-04-31 20:00:00',
    '2026-10-28 24:00:00',
    '2026-10-28 20:60:00',
    '2026-10-28 20:00:60',
    '２０２６-10-28 20:00:00',
  ])('rejects %j', (text) => {
    expect(parseTimestamp(text, 0)).toBeUndefined()
    expect(parseTimestamp(text, ZONE_OFFSET_MS)).toBeUndefined()
  })

  test('parses every formatted second back, in both zones', () => {
    const second = fc.integer({ min: FIRST_SECOND, max: LAST_SECOND })
    fc.assert(
      fc.property(second, fc.constantFrom(0, ZONE_OFFSET_MS), (seconds, offset) => {
        expect(parseTimestamp(formatTimestamp(seconds * 1_000, offset), offset)).toBe(
          seconds * 1_000,
        )
      }),
    )
  })
})
