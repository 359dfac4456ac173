import type { ServerResponse } from 'node:http'

/** The delays that are running. They end early when the caller is gone or the server stops. */
export class Pauses {
  readonly #ends = new Set<() => void>()
  #isOver = false

  /** Waits for so many milliseconds, or less. */
  wait(ms: number, response: ServerResponse): Promise<void> {
    if (ms === 0 || this.#isOver || response.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        response.off('close', end)
        this.#ends.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      response.once('close', end)
      this.#ends.add(end)
    })
  }

  /** Ends all delays, and those to come at once. */
  endAll(): void {
    this.#isOver = true
    for (const end of this.#ends) end()
  }
}
