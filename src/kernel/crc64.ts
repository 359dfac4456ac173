/** Reflected polynomials: ECMA-182, used by OSS, and NVMe, used by S3. */
const POLYNOMIALS = { ecma: 0xc96c5795d7870f42n, nvme: 0x9a6c9329ac4bc9b5n } as const

const halve = (value: bigint, polynomial: bigint): bigint =>
  value & 1n ? (value >> 1n) ^ polynomial : value >> 1n

/** 256 entries for each of the 8 bytes that one step takes, in two halves: BigInt is a hundred times slower. */
const makeTables = (polynomial: bigint) => {
  const entries: bigint[] = []
  for (let byte = 0n; byte < 256n; byte += 1n) {
    let entry = byte
    for (let bit = 0; bit < 8; bit += 1) entry = halve(entry, polynomial)
    entries.push(entry)
  }
  for (let at = 0; at < 7 * 256; at += 1) {
    const before = entries[at] ?? 0n
    entries.push((before >> 8n) ^ (entries[Number(before & 0xffn)] ?? 0n))
  }
  return {
    high: Int32Array.from(entries, (entry) => Number(BigInt.asIntN(32, entry >> 32n))),
    low: Int32Array.from(entries, (entry) => Number(BigInt.asIntN(32, entry))),
  }
}

const TABLES = { ecma: makeTables(POLYNOMIALS.ecma), nvme: makeTables(POLYNOMIALS.nvme) }

/** Asserted: every index is within the table. */
const entryOf = (table: Int32Array, index: number): number => table[index] as number

/** Half of the CRC after 8 bytes, which come combined with the CRC before. */
const step = (table: Int32Array, x: number, y: number): number =>
  entryOf(table, 1_792 + (x & 0xff)) ^
  entryOf(table, 1_536 + ((x >>> 8) & 0xff)) ^
  entryOf(table, 1_280 + ((x >>> 16) & 0xff)) ^
  entryOf(table, 1_024 + (x >>> 24)) ^
  entryOf(table, 768 + (y & 0xff)) ^
  entryOf(table, 512 + ((y >>> 8) & 0xff)) ^
  entryOf(table, 256 + ((y >>> 16) & 0xff)) ^
  entryOf(table, y >>> 24)

/** CRC-64 of a stream; about 1 GB/s. */
export class Crc64 {
  readonly #tables: (typeof TABLES)['ecma']
  #high = -1
  #low = -1

  constructor(name: keyof typeof TABLES = 'ecma') {
    this.#tables = TABLES[name]
  }

  update(bytes: Uint8Array): void {
    const { high, low } = this.#tables
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const whole = bytes.length - (bytes.length % 8)
    let h = this.#high
    let l = this.#low
    let at = 0
    for (; at < whole; at += 8) {
      const x = l ^ words.getInt32(at, true)
      const y = h ^ words.getInt32(at + 4, true)
      l = step(low, x, y)
      h = step(high, x, y)
    }
    for (; at < bytes.length; at += 1) {
      const entry = (l ^ words.getUint8(at)) & 0xff
      l = ((l >>> 8) | (h << 24)) ^ entryOf(low, entry)
      h = (h >>> 8) ^ entryOf(high, entry)
    }
    this.#high = h
    this.#low = l
  }

  /** Of everything so far, unsigned decimal. */
  get value(): string {
    return String((BigInt(~this.#high >>> 0) << 32n) | BigInt(~this.#low >>> 0))
  }

  /** Base64 of the 8 bytes, most significant first, as S3 has it. */
  digest(): string {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64BE(BigInt(this.value))
    return bytes.toString('base64')
  }
}

/** The product of two polynomials; the highest bit is the coefficient of 1. */
const multiply = (a: bigint, b: bigint): bigint => {
  let product = 0n
  let factor = b
  for (let bit = 63n; bit >= 0n; bit -= 1n) {
    if ((a >> bit) & 1n) product ^= factor
    factor = halve(factor, POLYNOMIALS.ecma)
  }
  return product
}

const ONE = 1n << 63n

/** What appending a number of bytes multiplies a CRC by. */
const shiftOf = (sizeBytes: number): bigint => {
  let shift = ONE
  // x to the power of 8, and its squares.
  let power = ONE >> 8n
  for (let left = sizeBytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(power, shift)
    power = multiply(power, power)
  }
  return shift
}

/** The CRC-64 of parts one after the other, most of which have one size; unsigned decimal. */
export const combineCrc64 = (parts: Iterable<{ crc64: string; sizeBytes: number }>): string => {
  const shifts = new Map<number, bigint>()
  let whole = 0n
  for (const { crc64, sizeBytes } of parts) {
    const shift = shifts.get(sizeBytes) ?? shiftOf(sizeBytes)
    shifts.set(sizeBytes, shift)
    whole = multiply(whole, shift) ^ BigInt(crc64)
  }
  return String(whole)
}
