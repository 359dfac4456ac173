import { trimBlanks } from '../../kernel/text.ts'
import { headerOf, StorageError, type StorageRequest } from './protocol.ts'

/** The maximum length of a line between the bytes. */
const MAX_LINE_BYTES = 4_096

const MAX_TRAILERS = 16

const CRLF = Buffer.from('\r\n')

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
    const joined = new JoinedPieces()
    for await (const piece of source) {
      this.#take(piece, joined)
      yield* joined.takeFull()
    }
    if (this.#next !== 'nothing') throw incomplete()
    if (this.#rest.length > 0) throw malformed()
    yield* joined.takeAll()
  }

  #take(piece: Uint8Array, joined: JoinedPieces): void {
    const all = this.#rest.length === 0 ? asBuffer(piece) : Buffer.concat([this.#rest, piece])
    let at = this.#takeBytes(all, 0, joined)
    for (;;) {
      const end = this.#leftInChunk > 0 ? -1 : all.indexOf(CRLF, at)
      if (end < 0) break
      this.#readLine(all.toString('latin1', at, end))
      at = this.#takeBytes(all, end + CRLF.length, joined)
    }
    this.#rest = all.subarray(at)
    if (this.#rest.length > MAX_LINE_BYTES) throw malformed()
  }

  /** Takes what is there of the chunk, and returns where it ends. */
  #takeBytes(all: Buffer, start: number, joined: JoinedPieces): number {
    const end = Math.min(all.length, start + this.#leftInChunk)
    joined.add(all, start, end)
    this.#leftInChunk -= end - start
    return end
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
    const name = /^([\w-]+):/.exec(line)?.[1]?.toLowerCase()
    if (name === undefined || this.trailers.size > MAX_TRAILERS) throw malformed()
    if (this.trailers.has(name))
      throw new StorageError('MalformedTrailerError', `The trailer ${name} occurs twice.`)
    this.trailers.set(name, trimBlanks(line.slice(name.length + 1)))
  }

  #end(): void {
    if ([...this.trailers.keys()].sort().join() !== [...this.#announced].sort().join())
      throw new StorageError('MalformedTrailerError', 'The trailer is not as announced.')
    this.#next = 'nothing'
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Pieces from this size on are handed on as they are. */
const LARGE_BYTES = 16_384

const JOINED_BYTES = 65_536

/** Joins small pieces, since each piece that is handed on costs a write. */
class JoinedPieces {
  #full: Uint8Array[] = []
  #filling: Buffer | undefined
  #filled = 0

  add(bytes: Buffer, start: number, end: number): void {
    if (end - start >= LARGE_BYTES) {
      this.#flush()
      this.#full.push(bytes.subarray(start, end))
      return
    }
    for (let from = start; from < end; ) {
      this.#filling ??= Buffer.allocUnsafeSlow(JOINED_BYTES)
      const copied = bytes.copy(this.#filling, this.#filled, from, end)
      from += copied
      this.#filled += copied
      if (this.#filled === JOINED_BYTES) this.#flush()
    }
  }

  takeFull(): Uint8Array[] {
    const full = this.#full
    this.#full = []
    return full
  }

  takeAll(): Uint8Array[] {
    this.#flush()
    return this.takeFull()
  }

  #flush(): void {
    if (this.#filling && this.#filled > 0) this.#full.push(this.#filling.subarray(0, this.#filled))
    this.#filling = undefined
    this.#filled = 0
  }
}

/** The names that `x-amz-trailer` announces, in lower case. */
export const trailerNames = (headers: StorageRequest['headers']): string[] =>
  (headerOf(headers, 'x-amz-trailer')?.toLowerCase() ?? '')
    .split(',')
    .map(trimBlanks)
    .filter((name) => name !== '')
