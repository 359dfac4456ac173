/** How many nonces a workspace remembers; the oldest is forgotten first. */
const REMEMBERED = 10_000

/** The nonces that signed requests have used, and those that requests under way are about to. */
export class Nonces {
  readonly #used = new Set<string>()
  readonly #claimed = new Set<string>()

  has(nonce: string): boolean {
    return this.#used.has(nonce) || this.#claimed.has(nonce)
  }

  /** Keeps a nonce for a request that is under way, so that no other takes it meanwhile. */
  claim(nonce: string): void {
    this.#claimed.add(nonce)
  }

  /** Lets go of a nonce whose request is over; it counts from now on only if it was used. */
  release(nonce: string): void {
    this.#claimed.delete(nonce)
  }

  /** Forgets what was used; what is under way stays so. */
  clear(): void {
    this.#used.clear()
  }

  add(nonce: string): void {
    this.#used.add(nonce)
    if (this.#used.size <= REMEMBERED) return
    const [oldest] = this.#used
    if (oldest !== undefined) this.#used.delete(oldest)
  }
}
