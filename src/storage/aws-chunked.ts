import { headerOf, StorageError, type StorageRequest } from './protocol.ts'

/** The maximum length of a line between the bytes. */
const MAX_LINE_BYTES = 4_096

const MAX_TRAILERS = 16

const malformed = () => new StorageError('InvalidRequest', 'The aws-chunked body is malformed.')

const incomplete = () =>
  new StorageError('IncompleteBody', 'The body differs from x-amz-decoded-content-length.')

/** Decodes `aws-chunked` and keeps the trailer; checksums in it are verified with the body. */
export class AwsChunked {
  /** By name in lower case; complete when the bytes have ended. */
  readonly trailers = new Map<string, string>()
  readonly #announced: readonly string[]
  #next: 'chunk' | 'end of chunk' | 'trailer' | 'nothing' = 'chunk'
  /** Bytes that are still to come, in all and in this chunk. */
  #left: number
  #leftInChunk = 0
  #rest: Buffer = Buffer.alloc(0)

  constructor({ headers }: StorageRequest) {
    const size = headerOf(headers, 'x-amz-decoded-content-length') ?? ''
    if (!/^\d{1,15}$/.test(size))
      throw new StorageError('MissingContentLength', 'x-amz-decoded-content-length is needed.')
    this.#left = Number(size)
    this.#announced = trailerNames(headers)
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
    else this.#next = 'chunk'
  }

  #readSize(line: string): void {
    if (!/^[0-9a-f]{1,13}$/i.test(line)) throw malformed()
    this.#leftInChunk = Number.parseInt(line, 16)
    this.#left -= this.#leftInChunk
    if (this.#left < 0 || (this.#leftInChunk === 0 && this.#left > 0)) throw incomplete()
    this.#next = this.#leftInChunk > 0 ? 'end of chunk' : 'trailer'
  }

  #readTrailer(line: string): void {
    const [, name, value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || this.trailers.size > MAX_TRAILERS) throw malformed()
    this.trailers.set(name.toLowerCase(), value)
  }

  #end(): void {
    if ([...this.trailers.keys()].sort().join() !== [...this.#announced].sort().join())
      throw new StorageError('MalformedTrailerError', 'The trailer is not as announced.')
    this.#next = 'nothing'
  }
}

/** The names that `x-amz-trailer` announces, in lower case. */
export const trailerNames = (headers: StorageRequest['headers']): string[] =>
  (headerOf(headers, 'x-amz-trailer')?.toLowerCase() ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
