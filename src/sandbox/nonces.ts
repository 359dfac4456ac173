/** How many nonces a workspace remembers; the oldest is forgotten first. */
const REMEMBERED = 10_000

/** The nonces that signed requests have used. */
export class Nonces {
  readonly #used = new Set<string>()

  has(nonce: string): boolean {
    return this.#used.has(nonce)
  }

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
