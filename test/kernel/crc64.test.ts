import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Crc64, combineCrc64 } from '#src/kernel/crc64.ts'

const partOf = (bytes: Uint8Array) => {
  const sum = new Crc64()
  sum.update(bytes)
  return { crc64: sum.value, sizeBytes: bytes.length }
}

describe('a CRC-64', () => {
  test('equals the check value of its polynomial', () => {
    expect(partOf(Buffer.from('123456789')).crc64).toBe(String(0x995dc9bbdf1939fan))
    expect(partOf(Buffer.alloc(0)).crc64).toBe('0')
  })

  test('is the same for any pieces, and combines from parts', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 99 }), { maxLength: 6 }), (pieces) => {
        const sum = new Crc64()
        for (const piece of pieces) sum.update(piece)
        const { crc64 } = partOf(Buffer.concat(pieces))
        expect(sum.value).toBe(crc64)
        expect(combineCrc64(pieces.map(partOf))).toBe(crc64)
      }),
    )
  })

  test('combines parts that are larger than 4 GiB', () => {
    // 2^33 bytes of zeros, as halves of halves.
    let zeros = partOf(Buffer.alloc(2 ** 20))
    for (let doubled = 0; doubled < 13; doubled += 1)
      zeros = { crc64: combineCrc64([zeros, zeros]), sizeBytes: zeros.sizeBytes * 2 }
    const end = partOf(Buffer.from('end'))
    const half = { crc64: zeros.crc64, sizeBytes: zeros.sizeBytes }
    const pair = { crc64: combineCrc64([half, end]), sizeBytes: half.sizeBytes + end.sizeBytes }
    expect(combineCrc64([half, half, end])).toBe(combineCrc64([half, pair]))
  })
})
