import { LIMITS } from '../limits.ts'

/** Instants after one and not after another, epoch ms. */
export interface Span {
  afterMs: number
  untilMs: number
}

/** When the addresses that a workspace has answered expire, to tell which did when time goes on. */
export class IssuedAddresses {
  readonly #countByEnd = new Map<number, number>()

  add(expiresAtMs: number): void {
    this.#countByEnd.set(expiresAtMs, (this.#countByEnd.get(expiresAtMs) ?? 0) + 1)
    if (this.#countByEnd.size <= LIMITS.addressEnds.max) return
    const [oldest] = this.#countByEnd.keys()
    if (oldest !== undefined) this.#countByEnd.delete(oldest)
  }

  clear(): void {
    this.#countByEnd.clear()
  }

  /** How many expire in a span; they are forgotten then. */
  countExpiring({ afterMs, untilMs }: Span): number {
    let count = 0
    for (const [endMs, addresses] of this.#countByEnd) {
      if (endMs > untilMs) continue
      if (endMs > afterMs) count += addresses
      this.#countByEnd.delete(endMs)
    }
    return count
  }
}
