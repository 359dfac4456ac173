/** Maximum time that one piece of work blocks the event loop, ms. */
const PIECE_MS = 10

/** A round of the event loop that takes longer had other work in it, such as a connection or a request. */
const IDLE_ROUND_MS = 0.1

/** Minimum length of a sent piece of text, characters. */
const PIECE_CHARACTERS = 65_536

/**
 * Grants pieces of time one after another, at most one in a round of the event loop. Between two pieces the
 * loop runs other work, at most for the time of a piece, because one round accepts only one connection.
 */
class PieceQueue {
  readonly #waiting: ((endsAt: number) => void)[] = []
  #isGranting = false

  /** Waits for the next free piece and returns its end, by `performance.now()`. */
  next(): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
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
    this.#waiting.shift()?.(now + PIECE_MS)
    this.#isGranting = this.#waiting.length > 0
    // The piece is used in this round, so that the next one starts after it.
    if (this.#isGranting) setImmediate(() => this.#start())
  }
}

/** One for the process, which has one event loop. */
const queue = new PieceQueue()

/**
 * Runs work that yields after every small step, in pieces between which the event loop is free. An aborted signal
 * ends it before its next step, with the reason of the signal.
 */
export const inPieces = async <T>(work: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> => {
  for (;;) {
    const endsAt = await queue.next()
    do {
      signal?.throwIfAborted()
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < endsAt)
  }
}

/** The text that such work yields, step by step; a step without text yields an empty one. */
export async function* textInPieces(work: Iterator<string>): AsyncGenerator<string, void, void> {
  let isDone = false
  while (!isDone) {
    let text = ''
    const endsAt = await queue.next()
    do {
      const step = work.next()
      isDone = step.done === true
      if (!step.done) text += step.value
    } while (!isDone && text.length < PIECE_CHARACTERS && performance.now() < endsAt)
    if (text !== '') yield text
  }
}
