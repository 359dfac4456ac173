import type { Socket } from 'node:net'

/** The delays that are running. They end early when the caller is gone or the server stops. */
export class Pauses {
  readonly #ends = new Set<() => void>()
  #isOver = false

  /**
   * Waits for so many milliseconds, or less. The connection tells that the caller is gone; an answer that
   * waits behind another one does not.
   */
  wait(ms: number, connection: Socket): Promise<void> {
    if (ms === 0 || this.#isOver || connection.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        connection.off('close', end)
        this.#ends.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      connection.once('close', end)
      this.#ends.add(end)
    })
  }

  /** Ends all delays, and those to come at once. */
  endAll(): void {
    this.#isOver = true
    for (const end of this.#ends) end()
  }
}
