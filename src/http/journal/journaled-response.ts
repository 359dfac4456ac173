import { type IncomingMessage, ServerResponse } from 'node:http'

/** Sees an answer go out. */
export interface AnswerWatcher {
  /** Bytes are on their way out. */
  pass(bytes: Buffer): void
  /** These are about to go out as the last. */
  end(last: Buffer | string | undefined): void
}

/**
 * An answer that can be watched: every byte passes here, from whoever sends it, and its end is known
 * before its reader can know it.
 */
export class JournaledResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  watcher: AnswerWatcher | undefined
  #passedBytes = 0
  #hasEnded = false

  override write(chunk: unknown, encoding?: unknown, done?: unknown): boolean {
    const piece = this.watcher && pieceOf(chunk, encoding)
    if (piece !== undefined) this.#pass(typeof piece === 'string' ? Buffer.from(piece) : piece)
    return super.write(chunk, encoding as BufferEncoding, done as () => void)
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    if (!this.#hasEnded) this.watcher?.end(pieceOf(chunk, encoding))
    return super.end(chunk, encoding as BufferEncoding, done as () => void)
  }

  /** Who knows the length has the whole answer with its last byte, before it is told that it has ended. */
  #pass(piece: Buffer): void {
    this.#passedBytes += piece.length
    this.watcher?.pass(piece)
    const length = this.getHeader('content-length')
    if (this.#hasEnded || length === undefined || this.#passedBytes < Number(length)) return
    this.#hasEnded = true
    this.watcher?.end(undefined)
  }
}

/** What is written: a text in UTF-8 as it is, all else as bytes. */
const pieceOf = (chunk: unknown, encoding: unknown): Buffer | string | undefined => {
  if (typeof chunk === 'string')
    return typeof encoding === 'string' && !/^utf-?8$/i.test(encoding)
      ? Buffer.from(chunk, encoding as BufferEncoding)
      : chunk
  return chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : undefined
}
