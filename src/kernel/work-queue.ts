/** Runs pieces of work in the order of arrival, at most some at once. */
export class WorkQueue {
  readonly #atOnce: number
  readonly #waiting = new Set<() => Promise<void>>()
  #running = 0

  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Runs work when its turn has come, whether earlier work failed or not; an aborted signal ends the waiting for it. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const leave = (): void => {
        this.#waiting.delete(turn)
        reject(signal?.reason)
      }
      const turn = (): Promise<void> =>
        work()
          .finally(() => signal?.removeEventListener('abort', leave))
          .then(resolve)
          .catch(reject)
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.add(turn)
      this.#next()
    })
  }

  #next(): void {
    const [turn] = this.#waiting
    if (!turn || this.#running === this.#atOnce) return
    this.#waiting.delete(turn)
    this.#running += 1
    turn()
      .finally(() => {
        this.#running -= 1
        this.#next()
      })
      .catch(() => undefined)
  }
}
