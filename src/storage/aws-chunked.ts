import { createHash, createHmac } from 'node:crypto'
import { equalsSecretly, sha256Hex } from '../kernel/signature.ts'
import { type GrantSecrets, headerOf, StorageError, type StorageRequest } from './protocol.ts'
import { type Signature, signingKey, wrongSignature } from './signature.ts'

/** The maximum length of a line between the bytes. */
const MAX_LINE_BYTES = 4_096

/** The maximum number of lines of a trailer. */
const MAX_TRAILERS = 16

const malformed = () => new StorageError('InvalidRequest', 'The aws-chunked body is malformed.')

const incomplete = () =>
  new StorageError('IncompleteBody', 'The body differs from x-amz-decoded-content-length.')

/** Decodes `aws-chunked`, verifies signatures of chunks and keeps the trailer. */
export class AwsChunked {
  /** By name in lower case; complete when the bytes have ended. */
  readonly trailers = new Map<string, string>()
  readonly #announced: readonly string[]
  readonly #signing: { key: Buffer; head: string } | undefined
  /** Each signature of a chunk covers the one before. */
  #last: string
  #next: 'chunk' | 'end of chunk' | 'trailer' | 'nothing' = 'chunk'
  /** Bytes that are still to come, in all and in this chunk. */
  #left: number
  #leftInChunk = 0
  #chunkSignature: string | undefined
  #sha256 = createHash('sha256')
  /** The beginning of a line. */
  #rest: Buffer = Buffer.alloc(0)

  constructor({ headers }: StorageRequest, signature: Signature, grant: GrantSecrets) {
    const size = headerOf(headers, 'x-amz-decoded-content-length') ?? ''
    if (!/^\d{1,15}$/.test(size))
      throw new StorageError('MissingContentLength', 'x-amz-decoded-content-length is needed.')
    this.#left = Number(size)
    this.#announced = trailerNames(headers)
    const { scheme, scope, date, payload, value } = signature
    this.#last = value
    if (scheme && payload.startsWith('STREAMING-AWS4-'))
      this.#signing = { key: signingKey(scheme, scope, grant), head: `${date}\n${scope}` }
  }

  async *decode(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) yield* this.#take(piece)
    if (this.#next !== 'nothing') throw incomplete()
    if (this.#rest.length > 0) throw malformed()
  }

  *#take(piece: Uint8Array): Generator<Uint8Array> {
    this.#rest = Buffer.concat([this.#rest, piece])
    for (let end = 0; end >= 0; ) {
      const bytes = this.#rest.subarray(0, this.#leftInChunk)
      this.#rest = this.#rest.subarray(bytes.length)
      this.#leftInChunk -= bytes.length
      if (this.#signing) this.#sha256.update(bytes)
      if (bytes.length > 0) yield bytes
      end = this.#leftInChunk > 0 ? -1 : this.#rest.indexOf('\r\n')
      if (end < 0) continue
      this.#readLine(this.#rest.toString('latin1', 0, end))
      this.#rest = this.#rest.subarray(end + 2)
    }
    if (this.#rest.length > MAX_LINE_BYTES) throw malformed()
  }

  #readLine(line: string): void {
    if (this.#next === 'chunk') this.#readSize(line)
    else if (this.#next === 'trailer' && line !== '') this.#readTrailer(line)
    else if (this.#next === 'nothing' || line !== '') throw malformed()
    else if (this.#next === 'trailer') this.#end()
    else this.#endChunk('chunk')
  }

  #readSize(line: string): void {
    const [, size, signature] = /^([0-9a-f]{1,13})(?:;chunk-signature=(\w{64}))?$/i.exec(line) ?? []
    if (size === undefined) throw malformed()
    this.#leftInChunk = Number.parseInt(size, 16)
    this.#left -= this.#leftInChunk
    this.#chunkSignature = signature
    if (this.#left < 0 || (this.#leftInChunk === 0 && this.#left > 0)) throw incomplete()
    if (this.#leftInChunk > 0) this.#next = 'end of chunk'
    else this.#endChunk('trailer')
  }

  #endChunk(next: 'chunk' | 'trailer'): void {
    const hashes = `${sha256Hex('')}\n${this.#sha256.digest('hex')}`
    this.#verify('PAYLOAD', this.#chunkSignature, hashes)
    this.#sha256 = createHash('sha256')
    this.#next = next
  }

  #readTrailer(line: string): void {
    const [, name, value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || this.trailers.size > MAX_TRAILERS) throw malformed()
    this.trailers.set(name.toLowerCase(), value)
  }

  #end(): void {
    const signature = this.trailers.get('x-amz-trailer-signature')
    this.trailers.delete('x-amz-trailer-signature')
    if ([...this.trailers.keys()].sort().join() !== [...this.#announced].sort().join())
      throw new StorageError('MalformedTrailerError', 'The trailer is not as announced.')
    const text = [...this.trailers].map(([name, value]) => `${name}:${value}\n`).join('')
    if (text !== '') this.#verify('TRAILER', signature, sha256Hex(text))
    this.#next = 'nothing'
  }

  #verify(kind: string, given = '', hashes: string): void {
    if (!this.#signing) return
    const { key, head } = this.#signing
    const text = `AWS4-HMAC-SHA256-${kind}\n${head}\n${this.#last}\n${hashes}`
    this.#last = createHmac('sha256', key).update(text).digest('hex')
    if (!equalsSecretly(given, this.#last)) throw wrongSignature()
  }
}

/** The names that `x-amz-trailer` announces, in lower case. */
export const trailerNames = (headers: StorageRequest['headers']): string[] =>
  (headerOf(headers, 'x-amz-trailer')?.toLowerCase() ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
