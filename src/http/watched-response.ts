import { type IncomingMessage, ServerResponse } from 'node:http'
import { isObject } from '../kernel/json.ts'
import { connectionOf } from './connection.ts'

/** The header with the number that a call has in the journal; answers that are sent in pieces have none. */
export const CALL_NUMBER = 'x-sandbox-call'

/** Follows the bytes of an answer. */
export interface AnswerWatcher {
  /** The number that the call gets in the journal if its answer ends in this turn. */
  readonly nextNumber: number
  /** Bytes of the answer that are kept for the journal. */
  readonly keptBytes: number
  /** Called before the headers are sent. */
  answer(payload: unknown): void
  pass(bytes: Buffer): void
  /** Called before the last bytes are sent, with their number: the caller can read its answer after this. */
  end(last: Buffer | string | undefined, bytes: number): void
}

/**
 * An answer that can be watched: every byte passes here, whether Fastify, a stream or a fault sends it, and the end
 * is known before the caller can read it. A hook of Fastify sees neither (decision 14).
 */
export class WatchedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  watcher: AnswerWatcher | undefined
  bodyBytes = 0
  #hasEnded = false

  /** Fastify passes headers with an answer in one piece, which ends in the same turn: its call has the next number. */
  override writeHead(status: number, ...rest: unknown[]): this {
    const [headers] = rest
    if (isObject(headers) && this.watcher)
      Object.assign(headers, { [CALL_NUMBER]: this.watcher.nextNumber })
    return super.writeHead(status, ...(rest as []))
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
    const lastBytes = last === undefined ? 0 : Buffer.byteLength(last)
    this.bodyBytes += lastBytes
    // One that was cut before is recorded as such when its call is over.
    if (!this.#hasEnded && !this.destroyed) this.watcher?.end(last, lastBytes)
    super.end(chunk, encoding as BufferEncoding, done as () => void)
    this.#countPending()
    return this
  }

  #countPending(): void {
    // What is kept of an answer that has ended belongs to the journal.
    const kept = this.writableEnded ? 0 : (this.watcher?.keptBytes ?? 0)
    connectionOf(this.req.socket).keep(this, this.writableLength + kept)
  }

  /** A caller that knows the length has the whole answer with its last byte, before `end` is called. */
  #pass(piece: Buffer): void {
    this.bodyBytes += piece.length
    this.watcher?.pass(piece)
    const length = this.getHeader('content-length')
    if (this.#hasEnded || length === undefined || this.bodyBytes < Number(length)) return
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
