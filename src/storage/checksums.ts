import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { Crc64 } from '../kernel/crc64.ts'
import { headerOf, StorageError } from './protocol.ts'

/** Digests of all bytes, in lower-case hexadecimal digits; those of a `StoredFile`. */
interface Digests {
  md5: string
  /** SHA-256. */
  digest: string
}

interface Sum {
  update(bytes: Uint8Array): unknown
  digest(encoding: 'base64'): string
}

/** The table of CRC-32C. */
const CRC32C = Int32Array.from({ length: 256 }, (_, byte) => {
  let entry = byte
  for (let bit = 0; bit < 8; bit += 1) entry = (entry >>> 1) ^ (0x82f63b78 & -(entry & 1))
  return entry
})

const crc32c = (bytes: Uint8Array, before: number): number => {
  let sum = ~before
  for (let at = 0; at < bytes.length; at += 1)
    sum = (sum >>> 8) ^ (CRC32C[(sum ^ (bytes[at] as number)) & 0xff] as number)
  return ~sum
}

const sumOf = (next: (bytes: Uint8Array, before: number) => number) => (): Sum => {
  let sum = 0
  return {
    update: (bytes) => {
      sum = next(bytes, sum)
    },
    digest: () => Buffer.from([sum >>> 24, sum >>> 16, sum >>> 8, sum]).toString('base64'),
  }
}

/** Length in bytes of each checksum of S3, and how it is computed; SHA-256 is computed by whoever stores the bytes. */
const ALGORITHMS: ReadonlyMap<string, readonly [bytes: number, start?: () => Sum]> = new Map<
  string,
  readonly [bytes: number, start?: () => Sum]
>([
  ['x-amz-checksum-crc32', [4, sumOf(crc32)]],
  ['x-amz-checksum-crc32c', [4, sumOf(crc32c)]],
  ['x-amz-checksum-crc64nvme', [8, () => new Crc64('nvme')]],
  ['x-amz-checksum-sha1', [20, () => createHash('sha1')]],
  ['x-amz-checksum-sha256', [32]],
])

/** Headers about checksums that are none. */
const ABOUT = /^x-amz-checksum-(?:algorithm|mode|type)$/

const isBase64 = (text: string, bytes: number): boolean =>
  Buffer.from(text, 'base64').length === bytes &&
  Buffer.from(text, 'base64').toString('base64') === text

const badDigest = (name: string) =>
  new StorageError('BadDigest', 400, `The ${name} you specified did not match what we received.`)

/** Verifies what headers and a trailer say of a body, and computes its CRC-64. */
export class Checksums {
  readonly #headers: IncomingHttpHeaders
  readonly #trailers: ReadonlyMap<string, string>
  /** The header or trailer with a checksum of S3. */
  readonly #name: string | undefined
  readonly #sum: Sum | undefined
  readonly #crc64: Crc64 | undefined

  constructor(
    headers: IncomingHttpHeaders,
    options: { trailers?: ReadonlyMap<string, string>; crc64?: boolean } = {},
  ) {
    this.#headers = headers
    this.#trailers = options.trailers ?? new Map()
    const trailer = headerOf(headers, 'x-amz-trailer')?.trim().toLowerCase()
    const names = [...Object.keys(headers), ...(trailer ? trailer.split(/\s*,\s*/) : [])].filter(
      (name) => name.startsWith('x-amz-checksum-') && !ABOUT.test(name),
    )
    if (names.length > 1)
      throw new StorageError('InvalidRequest', 400, 'Only one x-amz-checksum header is allowed.')
    const md5 = headerOf(headers, 'content-md5')
    if (md5 !== undefined && !isBase64(md5, 16))
      throw new StorageError('InvalidDigest', 400, 'The Content-MD5 you specified is not valid.')
    this.#name = names[0]
    this.#crc64 = options.crc64 ? new Crc64() : undefined
    if (this.#name === undefined) return
    const algorithm = ALGORITHMS.get(this.#name)
    if (!algorithm) throw new StorageError('NotImplemented', 501, `${this.#name} is not supported.`)
    const value = headerOf(headers, this.#name)
    if (value !== undefined) this.#readChecksum(this.#name, value)
    this.#sum = algorithm[1]?.()
  }

  /** Whether the request lets us find a damaged body. */
  get isChecked(): boolean {
    const { 'content-md5': md5, 'x-amz-content-sha256': sha256 = '' } = this.#headers
    return md5 !== undefined || this.#name !== undefined || SHA256.test(String(sha256))
  }

  /** Unsigned decimal; undefined when it was not asked for. */
  get crc64(): string | undefined {
    return this.#crc64 && String(this.#crc64.value)
  }

  update(bytes: Uint8Array): void {
    this.#crc64?.update(bytes)
    this.#sum?.update(bytes)
  }

  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.update(bytes)
      yield bytes
    }
  }

  /** Throws when anything differs; call it once, when all bytes are here. */
  verify({ md5, digest }: Digests): void {
    const announced = headerOf(this.#headers, 'content-md5')
    if (announced !== undefined && announced !== base64Of(md5)) throw badDigest('Content-MD5')
    const sha256 = headerOf(this.#headers, 'x-amz-content-sha256') ?? ''
    if (SHA256.test(sha256) && sha256 !== digest)
      throw new StorageError(
        'XAmzContentSHA256Mismatch',
        400,
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
        { ClientComputedContentSHA256: sha256, S3ComputedContentSHA256: digest },
      )
    const name = this.#name
    if (name === undefined) return
    const given = headerOf(this.#headers, name) ?? this.#trailers.get(name) ?? ''
    this.#readChecksum(name, given)
    if (given !== (this.#sum?.digest('base64') ?? base64Of(digest))) throw badDigest(name)
  }

  #readChecksum(name: string, value: string): void {
    if (!isBase64(value, ALGORITHMS.get(name)?.[0] ?? 0))
      throw new StorageError('InvalidRequest', 400, `Value for ${name} header is invalid.`)
  }
}

const SHA256 = /^[0-9a-f]{64}$/

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
