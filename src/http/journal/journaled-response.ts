import { Buffer } from 'node:buffer'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { pendingAnswersOf } from '../pending-answers.ts'

/** Listens to the bytes of an answer. */
export interface AnswerWatcher {
  /** The bytes of the answer that it keeps until the end. */
  readonly keptBytes: number
  /** Called with bytes that are being sent. */
  pass(bytes: Buffer): void
  /** Called before the last bytes are sent, with their number. */
  end(last: Buffer | string | undefined, bytes: number): void
}

/**
 * An answer that can be watched: every byte passes here, whether Fastify, a stream or a fault sends it, and the end
 * is known before the caller can read it. A hook of Fastify sees neither (decision 14).
 */
export class JournaledResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  watcher: AnswerWatcher | undefined
  #passedBytes = 0
  #lastBytes = 0
  #hasEnded = false

  /** The bytes of the body that were given to the connection. */
  get bodyBytes(): number {
    return this.#passedBytes + this.#lastBytes
  }

  override write(chunk: unknown, encoding?: unknown, done?: unknown): boolean {
    const piece = pieceOf(chunk, encoding)
    if (piece !== undefined) this.#pass(typeof piece === 'string' ? Buffer.from(piece) : piece)
    const isTaken = super.write(chunk, encoding as BufferEncoding, done as () => void)
    this.#countPending()
    return isTaken
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    const last = pieceOf(chunk, encoding)
    if (last !== undefined) this.#lastBytes = Buffer.byteLength(last)
    if (!this.#hasEnded) this.watcher?.end(last, this.#lastBytes)
    super.end(chunk, encoding as BufferEncoding, done as () => void)
    this.#countPending()
    return this
  }

  /** Counts the bytes that the connection has not taken yet. */
  #countPending(): void {
    // What is kept of an answer that has ended belongs to the journal.
    const kept = this.writableEnded ? 0 : (this.watcher?.keptBytes ?? 0)
    pendingAnswersOf(this.req.socket)?.set(this, this.writableLength + kept)
  }

  /** A caller that knows the length has the whole answer with its last byte, before `end` is called. */
  #pass(piece: Buffer): void {
    this.#passedBytes += piece.length
    this.watcher?.pass(piece)
    const length = this.getHeader('content-length')
    if (this.#hasEnded || length === undefined || this.#passedBytes < Number(length)) return
    this.#hasEnded = true
    this.watcher?.end(undefined, 0)
  }
}

/** A chunk: text in UTF-8 unchanged, everything else as bytes. */
const pieceOf = (chunk: unknown, encoding: unknown): Buffer | string | undefined => {
  if (typeof chunk === 'string')
    return typeof encoding === 'string' && !/^utf-?8$/i.test(encoding)
      ? Buffer.from(chunk, encoding as BufferEncoding)
      : chunk
  return chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : undefined
}
