/** How long one piece of work may hold the event loop, ms. */
const PIECE_MS = 10

/** A round of the event loop that takes longer had other work in it, such as a connection or a request. */
const IDLE_ROUND_MS = 0.1

/** How much text is gathered before it is sent, characters. */
const PIECE_CHARACTERS = 65_536

/**
 * Grants pieces of time one after another: in one round of the event loop only one piece of all work is done.
 * Between two pieces the loop goes round as long as others have work in it, at most as long as a piece takes:
 * in one round only one connection is accepted.
 */
class PieceQueue {
  readonly #waiting: ((endsAt: number) => void)[] = []
  #isGranting = false

  /** Waits for the next free piece and answers when it ends, by `performance.now()`. */
  next(): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#isGranting) this.#begin()
    })
  }

  #begin(): void {
    this.#isGranting = true
    const now = performance.now()
    this.#goRound(now, now)
  }

  #goRound(beganAt: number, roundAt: number): void {
    setImmediate(() => {
      const now = performance.now()
      const isBusy = now - roundAt > IDLE_ROUND_MS && now - beganAt < PIECE_MS
      if (isBusy) this.#goRound(beganAt, now)
      else this.#grant(now)
    })
  }

  #grant(now: number): void {
    this.#waiting.shift()?.(now + PIECE_MS)
    this.#isGranting = this.#waiting.length > 0
    // The piece is done in this round, so that the next one begins after it.
    if (this.#isGranting) setImmediate(() => this.#begin())
  }
}

/** One for the process, as there is one event loop. */
const queue = new PieceQueue()

/** Runs work that yields after every small step, in pieces between which the event loop is free. */
export const inPieces = async <T>(work: Iterator<unknown, T>): Promise<T> => {
  for (;;) {
    const endsAt = await queue.next()
    do {
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
