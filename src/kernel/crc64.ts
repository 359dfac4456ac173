/** A reflected polynomial of degree 64, in halves of 32 bits. */
interface Polynomial {
  high: number
  low: number
}

/** ECMA-182, as the object storage of OSS has it. */
const ECMA: Polynomial = { high: 0xc96c5795, low: 0xd7870f42 }

/** NVMe, which S3 has as `CRC64NVME`. */
const NVME: Polynomial = { high: 0x9a6c9329, low: 0xac4bc9b5 }

/** 256 entries for each of 8 places of a byte. */
const SLICES = 8 * 256

const tablesOf = ({ high, low }: Polynomial): { highs: Int32Array; lows: Int32Array } => {
  const highs = new Int32Array(SLICES)
  const lows = new Int32Array(SLICES)
  for (let byte = 0; byte < 256; byte += 1) {
    let h = 0
    let l = byte
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = l & 1
      l = (l >>> 1) | (h << 31)
      h >>>= 1
      if (isOdd) {
        l ^= low
        h ^= high
      }
    }
    highs[byte] = h
    lows[byte] = l
  }
  for (let at = 256; at < SLICES; at += 1) {
    const h = highs[at - 256] ?? 0
    const l = lows[at - 256] ?? 0
    highs[at] = (h >>> 8) ^ (highs[l & 0xff] ?? 0)
    lows[at] = ((l >>> 8) | (h << 24)) ^ (lows[l & 0xff] ?? 0)
  }
  return { highs, lows }
}
