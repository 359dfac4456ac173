import { Readable } from 'node:stream'

/** Maximum time that one piece of work blocks the event loop, ms. */
const PIECE_MS = 10

/** A round of the event loop that takes longer had other work in it, such as a connection or a request. */
const IDLE_ROUND_MS = 0.1

/** The size from which a piece of an answer is sent, bytes. */
const PIECE_BYTES = 65_536

type Grant = (endsAt: number) => void

/**
 * Grants pieces of time one after another, at most one in a round of the event loop, to the owners of work in turn.
 * Between two pieces the loop runs other work, at most for the time of a piece, because one round accepts only one
 * connection.
 */
class PieceQueue {
  readonly #waiting = new Map<object, Grant[]>()
  #isGranting = false

  /** Waits for the next free piece and returns its end, by `performance.now()`. */
  next(owner: object): Promise<number> {
    return new Promise((resolve) => {
      const grants = this.#waiting.get(owner)
      if (grants) grants.push(resolve)
      else this.#waiting.set(owner, [resolve])
      if (!this.#isGranting) this.#start()
    })
  }

  #start(): void {
    this.#isGranting = true
    const now = performance.now()
    this.#waitForRound(now, now)
  }

  #waitForRound(startedAt: number, roundAt: number): void {
    setImmediate(() => {
      const now = performance.now()
      const isBusy = now - roundAt > IDLE_ROUND_MS && now - startedAt < PIECE_MS
      if (isBusy) this.#waitForRound(startedAt, now)
      else this.#grant(now)
    })
  }

  #grant(now: number): void {
    this.#takeFirst()?.(now + PIECE_MS)
    this.#isGranting = this.#waiting.size > 0
    // The piece is used in this round, so that the next one starts after it.
    if (this.#isGranting) setImmediate(() => this.#start())
  }

  /** The first grant of the owner whose turn it is, who then comes last. */
  #takeFirst(): Grant | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [owner, grants] = first
    const grant = grants.shift()
    this.#waiting.delete(owner)
    if (grants.length > 0) this.#waiting.set(owner, grants)
    return grant
  }
}

/** One for the process, which has one event loop. */
const queue = new PieceQueue()

/**
 * Runs work that yields after every small step, in pieces between which the event loop is free. An aborted signal
 * ends it before its next step, with the reason of the signal.
 */
export const inPieces = async <T>(
  work: Iterator<unknown, T>,
  owner: object,
  signal?: AbortSignal,
): Promise<T> => {
  for (;;) {
    const endsAt = await queue.next(owner)
    do {
      signal?.throwIfAborted()
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < endsAt)
  }
}

/**
 * A stream of what such work yields: text, or bytes that are sent as they are. Makes a piece only when the reader
 * wants it.
 */
export const streamInPieces = (work: Iterator<string | Buffer>, owner: object): Readable => {
  const stream: Readable = Readable.from(pieces(), { objectMode: false, highWaterMark: 0 })
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for (let isDone = false; !isDone; ) {
        const endsAt = await queue.next(owner)
        // An end would make what was read look whole.
        if (stream.destroyed) throw new Error('the reader has gone')
        const taken = takeSteps(work, endsAt)
        isDone = taken.isDone
        const [first] = taken.steps
        // Bytes that exist already, such as those of a file in memory, are not copied.
        if (taken.bytes > 0)
          yield taken.steps.length === 1 && first ? first : Buffer.concat(taken.steps)
      }
    } finally {
      work.return?.()
    }
  }
  return stream
}

const takeSteps = (work: Iterator<string | Buffer>, endsAt: number) => {
  const steps: Buffer[] = []
  let bytes = 0
  do {
    const { done, value } = work.next()
    if (done) return { steps, bytes, isDone: true }
    const step = typeof value === 'string' ? Buffer.from(value) : value
    steps.push(step)
    bytes += step.length
  } while (bytes < PIECE_BYTES && performance.now() < endsAt)
  return { steps, bytes, isDone: false }
}

/** Steps of bytes that exist already, such as those of a file in memory. */
export function* slicesOf(parts: readonly Buffer[]): Generator<Buffer> {
  for (const part of parts)
    for (let from = 0; from < part.length; from += PIECE_BYTES)
      yield part.subarray(from, from + PIECE_BYTES)
}
