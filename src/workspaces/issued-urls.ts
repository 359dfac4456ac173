import { type Keeper, MemoryAccount } from '../kernel/memory-accounts.ts'
import { LIMITS } from '../limits.ts'

/** Instants after one and not after another, epoch ms. */
export interface Span {
  afterMs: number
  untilMs: number
}

/** Bytes of a counted expiry time: two numbers and a map entry. */
const END_BYTES = 64

/**
 * Expiry times of the URLs that a workspace has answered, to count those that became due; the oldest
 * answers are dropped first.
 */
export class IssuedUrls implements Keeper {
  readonly #countByEnd = new Map<number, number>()
  readonly #account: MemoryAccount
  readonly #leave: () => void
  #hasEnded = false

  constructor(account = new MemoryAccount(LIMITS.addressBytes.max)) {
    this.#account = account
    this.#leave = account.share(this)
  }

  get sizeBytes(): number {
    return this.#countByEnd.size * END_BYTES
  }

  add(expiresAtMs: number): void {
    if (this.#hasEnded) return
    const count = this.#countByEnd.get(expiresAtMs)
    this.#countByEnd.set(expiresAtMs, (count ?? 0) + 1)
    if (count !== undefined) return
    if (this.#countByEnd.size > LIMITS.addressEnds.max) this.free(END_BYTES)
    this.#account.add(END_BYTES)
  }

  clear(): void {
    this.#account.remove(this.sizeBytes, this.#countByEnd.size)
    this.#countByEnd.clear()
  }

  /** The number of URLs that expire in a span; they are not counted again. */
  countExpiring({ afterMs, untilMs }: Span): number {
    let count = 0
    for (const [endMs, urls] of this.#countByEnd) {
      if (endMs > untilMs) continue
      if (endMs > afterMs) count += urls
      this.#forget(endMs)
    }
    return count
  }

  free(bytes: number): void {
    let left = bytes
    for (const endMs of this.#countByEnd.keys()) {
      if (left <= 0) break
      this.#forget(endMs)
      left -= END_BYTES
    }
  }

  /** Drops everything, when the workspace is removed. */
  close(): void {
    this.#hasEnded = true
    this.clear()
    this.#leave()
  }

  #forget(endMs: number): void {
    this.#countByEnd.delete(endMs)
    this.#account.remove(END_BYTES)
  }
}
