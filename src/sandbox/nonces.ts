/** How many nonces a workspace remembers; the oldest is forgotten first. */
const REMEMBERED = 10_000

/** The nonces that signed requests have used. */
export class Nonces {
  readonly #used = new Set<string>()

  /** Remembers a nonce; false when it was used before. */
  use(nonce: string): boolean {
    if (this.#used.has(nonce)) return false
    this.#used.add(nonce)
    if (this.#used.size > REMEMBERED) {
      const [oldest] = this.#used
      if (oldest !== undefined) this.#used.delete(oldest)
    }
    return true
  }
}
