import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { streamUuid, streamValue } from '#src/kernel/streams.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('streamValue', () => {
  test('is the same in every run for the same seed, stream and counter', () => {
    expect(streamValue(1, 'ids', 1)).toBe('206cf65718e487f83aa35882badfa405')
    expect(streamValue(1, 'trace', '2.7')).toBe(streamValue(1, 'trace', '2.7'))
  })

  test('differs by seed, stream and counter', () => {
    const values = [
      streamValue(1, 'ids', 1),
      streamValue(2, 'ids', 1),
      streamValue(1, 'trace', 1),
      streamValue(1, 'faults', 1),
      streamValue(1, 'variation', 1),
      streamValue(1, 'ids', 2),
    ]
    expect(new Set(values).size).toBe(values.length)
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('streamUuid', () => {
  test('has the form of version 4 for every counter', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (seed, counter) => {
        expect(streamUuid(seed, 'ids', counter)).toMatch(UUID_V4)
      }),
    )
  })

  test('is the same for the same arguments and differs for others', () => {
    const uuids = Array.from({ length: 1_000 }, (_, counter) => streamUuid(1, 'ids', counter))
    expect(new Set(uuids).size).toBe(1_000)
    expect(uuids[500]).toBe(streamUuid(1, 'ids', 500))
  })
})
