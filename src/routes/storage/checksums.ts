import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { Crc64 } from '../../kernel/crc64.ts'
import { trailerNames } from './aws-chunked.ts'
import { headerOf, notImplemented, StorageError } from './protocol.ts'

interface Sum {
  update(bytes: Uint8Array): unknown
  digest(encoding: 'base64'): string
}

/** The table of CRC-32C, for one byte at a time. */
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
  const update = (bytes: Uint8Array) => {
    sum = next(bytes, sum)
  }
  const digest = () => Buffer.from([sum >>> 24, sum >>> 16, sum >>> 8, sum]).toString('base64')
  return { update, digest }
}

/** Length in bytes of the checksums of S3, and how they are computed; SHA-256 comes from the store of files. */
const ALGORITHMS = new Map<string, readonly [bytes: number, start?: () => Sum]>([
  ['x-amz-checksum-crc32', [4, sumOf(crc32)]],
  ['x-amz-checksum-crc32c', [4, sumOf(crc32c)]],
  ['x-amz-checksum-crc64nvme', [8, () => new Crc64('nvme')]],
  ['x-amz-checksum-sha1', [20, () => createHash('sha1')]],
  ['x-amz-checksum-sha256', [32]],
])

const CHECKSUM = /^x-amz-checksum-(?!algorithm$|mode$|type$)/

const SHA256 = /^[0-9a-f]{64}$/

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

const isBase64 = (text: string, bytes: number): boolean => {
  const read = Buffer.from(text, 'base64')
  return read.length === bytes && read.toString('base64') === text
}

const differs = (name: string) =>
  new StorageError('BadDigest', `The ${name} you specified did not match what we received.`)

/** The headers with the SHA-256 of a body, and the code for another one. */
const SHA256_HEADERS: readonly (readonly [name: string, code: string])[] = [
  ['x-amz-content-sha256', 'XAmzContentSHA256Mismatch'],
  ['x-oss-content-sha256', 'BadDigest'],
]

/** Verifies what headers and a trailer say of a body, and computes its CRC-64. */
export class Checksums {
  readonly #headers: IncomingHttpHeaders
  readonly #trailers: ReadonlyMap<string, string>
  readonly #md5: string | undefined
  /** The header or trailer with a checksum of S3. */
  readonly #name: string | undefined
  readonly #sum: Sum | undefined
  readonly #crc64 = new Crc64()

  constructor(headers: IncomingHttpHeaders, trailers: ReadonlyMap<string, string> = new Map()) {
    this.#headers = headers
    this.#trailers = trailers
    this.#md5 = headerOf(headers, 'content-md5')
    if (this.#md5 !== undefined && !isBase64(this.#md5, 16))
      throw new StorageError('InvalidDigest', 'The Content-MD5 you specified is not valid.')
    const names = [...Object.keys(headers), ...trailerNames(headers)]
    const [name, ...others] = names.filter((one) => CHECKSUM.test(one))
    if (name === undefined) return
    if (!ALGORITHMS.has(name)) throw notImplemented(name)
    if (others.length > 0)
      throw new StorageError('InvalidRequest', 'Only one x-amz-checksum header is allowed.')
    this.#name = name
    this.#sum = ALGORITHMS.get(name)?.[1]?.()
    const value = headerOf(headers, name)
    if (value !== undefined) requireChecksum(name, value)
  }

  /** True if the request lets a damaged body be detected. */
  get isChecked(): boolean {
    return (
      this.#md5 !== undefined ||
      this.#name !== undefined ||
      SHA256_HEADERS.some(([name]) => SHA256.test(headerOf(this.#headers, name) ?? ''))
    )
  }

  /** Unsigned decimal. */
  get crc64(): string {
    return this.#crc64.value
  }

  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.#crc64.update(bytes)
      this.#sum?.update(bytes)
      yield bytes
    }
  }

  /** Throws when anything differs, with MD5 and SHA-256 (`digest`) as a `StoredFile` has them; once, when all bytes are here. */
  verify({ md5, digest }: { md5: string; digest: string }): void {
    if (this.#md5 !== undefined && this.#md5 !== base64Of(md5)) throw differs('Content-MD5')
    for (const [name, code] of SHA256_HEADERS) {
      const sha256 = headerOf(this.#headers, name) ?? ''
      if (SHA256.test(sha256) && sha256 !== digest)
        throw new StorageError(code, `The SHA-256 of the body does not match ${name}.`)
    }
    if (this.#name === undefined) return
    const given = headerOf(this.#headers, this.#name) ?? this.#trailers.get(this.#name) ?? ''
    requireChecksum(this.#name, given)
    if (given !== (this.#sum?.digest('base64') ?? base64Of(digest))) throw differs(this.#name)
  }
}

const requireChecksum = (name: string, value: string): void => {
  if (!isBase64(value, ALGORITHMS.get(name)?.[0] ?? 0))
    throw new StorageError('InvalidRequest', `Value for ${name} header is invalid.`)
}
