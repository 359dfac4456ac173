/** Runs pieces of work one after another, in the order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs work after all earlier work has ended, failed or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
