import { createHash } from 'node:crypto'
import { type Keeper, MemoryAccount } from '../kernel/memory-accounts.ts'
import { LIMITS } from '../limits.ts'

/** What a remembered nonce takes, whatever its length: a digest of 128 bits as text, and its place in a set. */
const NONCE_BYTES = 96

/**
 * The nonces that signed requests have used, the oldest forgotten first, and those that requests under way
 * are about to use, as many as there are such requests.
 */
export class Nonces implements Keeper {
  readonly #used = new Set<string>()
  readonly #claimed = new Set<string>()
  readonly #account: MemoryAccount
  readonly #leave: () => void
  #hasEnded = false

  constructor(account = new MemoryAccount(LIMITS.nonceBytes.max)) {
    this.#account = account
    this.#leave = account.share(this)
  }

  get sizeBytes(): number {
    return this.#used.size * NONCE_BYTES
  }

  has(nonce: string): boolean {
    const digest = digestOf(nonce)
    return this.#used.has(digest) || this.#claimed.has(digest)
  }

  /** Keeps a nonce for a request that is under way, so that no other takes it meanwhile. */
  claim(nonce: string): void {
    this.#claimed.add(digestOf(nonce))
  }

  /** Lets go of a nonce whose request is over; it counts from now on only if it was used. */
  release(nonce: string): void {
    this.#claimed.delete(digestOf(nonce))
  }

  /** Forgets what was used; what is under way stays so. */
  clear(): void {
    this.#account.remove(this.sizeBytes, this.#used.size)
    this.#used.clear()
  }

  add(nonce: string): void {
    if (this.#hasEnded) return
    const before = this.#used.size
    this.#used.add(digestOf(nonce))
    if (this.#used.size === before) return
    if (this.#used.size > LIMITS.nonces.max) this.free(NONCE_BYTES)
    this.#account.add(NONCE_BYTES)
  }

  free(bytes: number): void {
    let left = bytes
    for (const oldest of this.#used) {
      if (left <= 0) break
      this.#used.delete(oldest)
      this.#account.remove(NONCE_BYTES)
      left -= NONCE_BYTES
    }
  }

  /** Forgets everything for good; the workspace is gone. */
  end(): void {
    this.#hasEnded = true
    this.clear()
    this.#leave()
  }
}

const digestOf = (nonce: string): string =>
  createHash('sha256').update(nonce).digest().toString('base64', 0, 16)
