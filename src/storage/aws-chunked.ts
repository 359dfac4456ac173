import { createHash, createHmac } from 'node:crypto'
import { equalsSecretly, sha256Hex } from '../kernel/signature.ts'
import { type GrantSecrets, headerOf, StorageError, type StorageRequest } from './protocol.ts'
import { type Signature, signingKey, wrongSignature } from './signature.ts'

/** The maximum length of a line between the bytes, in characters. */
const MAX_LINE = 4_096

/** The maximum number of lines of a trailer. */
const MAX_TRAILERS = 16

const EMPTY_SHA256 = sha256Hex('')

const malformed = () =>
  new StorageError('InvalidRequest', 400, 'The body is not well-formed aws-chunked data.')

const incomplete = () =>
  new StorageError(
    'IncompleteBody',
    400,
    'The request body has not the number of bytes that x-amz-decoded-content-length announces.',
  )

/** Bytes and lines of a stream; lines end with CRLF. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #piece = Buffer.alloc(0)

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source
  }

  async line(): Promise<string> {
    let text = ''
    for (;;) {
      const end = this.#piece.indexOf(10)
      text += this.#piece.latin1Slice(0, end < 0 ? MAX_LINE + 1 : end)
      if (text.length > MAX_LINE) throw malformed()
      if (end >= 0) break
      if (!(await this.fill())) throw incomplete()
    }
    this.#piece = this.#piece.subarray(this.#piece.indexOf(10) + 1)
    if (!text.endsWith('\r')) throw malformed()
    return text.slice(0, -1)
  }

  /** The next bytes, at most a maximum, without a copy. */
  async take(max: number): Promise<Buffer> {
    if (this.#piece.length === 0 && !(await this.fill())) throw incomplete()
    const taken = this.#piece.subarray(0, max)
    this.#piece = this.#piece.subarray(taken.length)
    return taken
  }

  /** Reads the next piece; false at the end. */
  async fill(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    this.#piece = done ? Buffer.alloc(0) : Buffer.from(value.buffer, value.byteOffset, value.length)
    return !done
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#piece.length === 0) if (!(await this.fill())) return true
    return false
  }
}

/** The chain of signatures of chunks: each covers the one before. */
class ChunkSignatures {
  readonly #key: Buffer
  readonly #head: string
  #last: string

  constructor({ scheme, scope, date, value }: Signature, grant: GrantSecrets) {
    if (!scheme) throw malformed()
    this.#key = signingKey(scheme, scope, grant)
    this.#head = `${date}\n${scope}`
    this.#last = value
  }

  verify(kind: 'PAYLOAD' | 'TRAILER', given: string | undefined, digest: string): void {
    const hashes = kind === 'PAYLOAD' ? `${EMPTY_SHA256}\n${digest}` : digest
    const text = `AWS4-HMAC-SHA256-${kind}\n${this.#head}\n${this.#last}\n${hashes}`
    this.#last = createHmac('sha256', this.#key).update(text).digest('hex')
    if (given === undefined || !equalsSecretly(given, this.#last)) throw wrongSignature()
  }
}

/** Decodes `aws-chunked`, verifies signatures of chunks and keeps the trailer. */
export class AwsChunked {
  /** By name in lower case; complete when the bytes have ended. */
  readonly trailers = new Map<string, string>()
  readonly #sizeBytes: number
  readonly #announced: readonly string[]
  readonly #signatures: ChunkSignatures | undefined

  constructor({ headers }: StorageRequest, signature: Signature, grant: GrantSecrets) {
    const size = headerOf(headers, 'x-amz-decoded-content-length') ?? ''
    if (!/^\d{1,15}$/.test(size))
      throw new StorageError(
        'MissingContentLength',
        411,
        'x-amz-decoded-content-length is missing.',
      )
    this.#sizeBytes = Number(size)
    const names = headerOf(headers, 'x-amz-trailer') ?? ''
    this.#announced = names
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    if (signature.payload.startsWith('streaming-signed'))
      this.#signatures = new ChunkSignatures(signature, grant)
  }

  async *decode(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]()
    const input = new Input(iterator)
    try {
      let left = this.#sizeBytes
      for (;;) {
        const [, digits = '', , signed] =
          /^([0-9a-f]{1,13})(;chunk-signature=(\w{64}))?$/i.exec(await input.line()) ?? []
        if (digits === '') throw malformed()
        const size = Number.parseInt(digits, 16)
        left -= size
        if (left < 0) throw incomplete()
        yield* this.#chunk(input, size, signed)
        if (size === 0) break
        if ((await input.line()) !== '') throw malformed()
      }
      if (left > 0) throw incomplete()
      await this.#readTrailers(input)
    } finally {
      await iterator.return?.()
    }
  }

  async *#chunk(
    input: Input,
    size: number,
    signed: string | undefined,
  ): AsyncGenerator<Uint8Array> {
    const sha256 = this.#signatures && createHash('sha256')
    for (let left = size; left > 0; ) {
      const bytes = await input.take(left)
      left -= bytes.length
      sha256?.update(bytes)
      if (bytes.length > 0) yield bytes
    }
    if (sha256) this.#signatures?.verify('PAYLOAD', signed, sha256.digest('hex'))
  }

  async #readTrailers(input: Input): Promise<void> {
    const lines: string[] = []
    for (let line = await input.line(); line !== ''; line = await input.line()) {
      const [, name = '', value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
      const lower = name.toLowerCase()
      if (name === '' || this.trailers.has(lower) || lines.length >= MAX_TRAILERS) throw malformed()
      this.trailers.set(lower, value)
      if (lower !== 'x-amz-trailer-signature') lines.push(`${lower}:${value}\n`)
    }
    if (!(await input.isAtEnd())) throw malformed()
    const signed = this.trailers.get('x-amz-trailer-signature')
    this.trailers.delete('x-amz-trailer-signature')
    const isAnnounced = this.#announced.every((name) => this.trailers.has(name))
    if (!isAnnounced || this.trailers.size !== this.#announced.length)
      throw new StorageError(
        'MalformedTrailerError',
        400,
        'The trailer is not the one that x-amz-trailer announces.',
      )
    if (this.#announced.length > 0)
      this.#signatures?.verify('TRAILER', signed, sha256Hex(lines.join('')))
  }
}
