import { createHash, createHmac } from 'node:crypto'
import { equalsSecretly, sha256Hex } from '../kernel/signature.ts'
import { type GrantSecrets, headerOf, StorageError, type StorageRequest } from './protocol.ts'
import { type Signature, signingKey, wrongSignature } from './signature.ts'

/** The maximum length of a line between the bytes, in characters. */
const MAX_LINE = 4_096

/** The maximum number of lines of a trailer. */
const MAX_TRAILERS = 16

const CHUNK = /^([0-9a-f]{1,13})(?:;chunk-signature=(\w{64}))?$/i

const malformed = () => new StorageError('InvalidRequest', 'The aws-chunked body is malformed.')

const incomplete = () =>
  new StorageError('IncompleteBody', 'The body differs from x-amz-decoded-content-length.')

/** Bytes and lines of a stream; lines end with CRLF. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #piece: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source
  }

  async line(): Promise<string> {
    let text = ''
    while (!text.endsWith('\n')) {
      const end = (await this.#atLeastOne()).indexOf(10)
      text += (await this.take(end < 0 ? MAX_LINE : end + 1)).toString('latin1')
      if (text.length > MAX_LINE) throw malformed()
    }
    if (!text.endsWith('\r\n')) throw malformed()
    return text.slice(0, -2)
  }

  /** The next bytes, at most a maximum, without a copy. */
  async take(max: number): Promise<Buffer> {
    const taken = (await this.#atLeastOne()).subarray(0, max)
    this.#piece = this.#piece.subarray(taken.length)
    return taken
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#piece.length === 0) {
      const { value, done } = await this.#source.next()
      if (done) return true
      this.#piece = Buffer.from(value.buffer, value.byteOffset, value.length)
    }
    return false
  }

  async #atLeastOne(): Promise<Buffer> {
    if (await this.isAtEnd()) throw incomplete()
    return this.#piece
  }
}

/** Decodes `aws-chunked`, verifies signatures of chunks and keeps the trailer. */
export class AwsChunked {
  /** By name in lower case; complete when the bytes have ended. */
  readonly trailers = new Map<string, string>()
  readonly #sizeBytes: number
  readonly #announced: readonly string[]
  readonly #signing: { key: Buffer; head: string } | undefined
  /** Each signature of a chunk covers the one before. */
  #last: string

  constructor({ headers }: StorageRequest, signature: Signature, grant: GrantSecrets) {
    const size = headerOf(headers, 'x-amz-decoded-content-length') ?? ''
    if (!/^\d{1,15}$/.test(size))
      throw new StorageError('MissingContentLength', 'x-amz-decoded-content-length is needed.')
    this.#sizeBytes = Number(size)
    this.#announced = trailerNames(headers)
    const { scheme, scope, date, payload, value } = signature
    this.#last = value
    if (scheme && payload.startsWith('STREAMING-AWS4-'))
      this.#signing = { key: signingKey(scheme, scope, grant), head: `${date}\n${scope}` }
  }

  async *decode(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]()
    const input = new Input(iterator)
    try {
      let left = this.#sizeBytes
      let size: number
      do {
        const [, digits = '', signed] = CHUNK.exec(await input.line()) ?? []
        size = Number.parseInt(digits, 16)
        if (Number.isNaN(size)) throw malformed()
        if (size > left) throw incomplete()
        yield* this.#chunk(input, size, signed)
        left -= size
      } while (size > 0)
      if (left > 0) throw incomplete()
      await this.#readTrailers(input)
    } finally {
      await iterator.return?.()
    }
  }

  async *#chunk(input: Input, size: number, signed?: string): AsyncGenerator<Uint8Array> {
    const sha256 = createHash('sha256')
    for (let left = size; left > 0; ) {
      const bytes = await input.take(left)
      left -= bytes.length
      if (this.#signing) sha256.update(bytes)
      yield bytes
    }
    this.#verify('PAYLOAD', signed, `${sha256Hex('')}\n${sha256.digest('hex')}`)
    if (size > 0 && (await input.line()) !== '') throw malformed()
  }

  async #readTrailers(input: Input): Promise<void> {
    let signed = ''
    let text = ''
    for (let line = await input.line(); line !== ''; line = await input.line()) {
      const [, name = '', value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
      if (name === '' || this.trailers.size > MAX_TRAILERS) throw malformed()
      if (name === 'x-amz-trailer-signature') signed = value
      else {
        this.trailers.set(name.toLowerCase(), value)
        text += `${name.toLowerCase()}:${value}\n`
      }
    }
    if (!(await input.isAtEnd())) throw malformed()
    if ([...this.trailers.keys()].sort().join() !== [...this.#announced].sort().join())
      throw new StorageError('MalformedTrailerError', 'The trailer is not as announced.')
    if (this.#announced.length > 0) this.#verify('TRAILER', signed, sha256Hex(text))
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
