/** Runs works one after the other, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs a work when those before it have ended, however they ended. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
