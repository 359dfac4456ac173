import { LIMITS } from '../kernel/limits.ts'
import type { Keeper, MemoryAccount } from '../kernel/memory-account.ts'
import { sha256Hex } from '../kernel/signature.ts'

/** The size of a stored nonce: 64 hexadecimal digits and its slot in a set. */
const NONCE_BYTES = 128

/**
 * The nonces that signed requests have used, bounded in number, and in bytes by an account that workspaces share, the
 * oldest dropped first; and those claimed by requests in flight.
 */
export class Nonces implements Keeper {
  readonly #used = new Set<string>()
  readonly #claimed = new Set<string>()
  readonly #account: MemoryAccount
  #isClosed = false

  constructor(account: MemoryAccount) {
    this.#account = account
    account.keepers.add(this)
  }

  get sizeBytes(): number {
    return this.#used.size * NONCE_BYTES
  }

  has(nonce: string): boolean {
    const key = keyOf(nonce)
    return this.#used.has(key) || this.#claimed.has(key)
  }

  /** Claims a nonce for a request in flight, so that no other request uses it meanwhile. */
  claim(nonce: string): void {
    this.#claimed.add(keyOf(nonce))
  }

  /** Releases the claim of a nonce at the end of its request; a used nonce stays. */
  release(nonce: string): void {
    this.#claimed.delete(keyOf(nonce))
  }

  add(nonce: string): void {
    const key = keyOf(nonce)
    if (this.#isClosed || this.#used.has(key)) return
    this.#used.add(key)
    this.#account.add(NONCE_BYTES)
    if (this.#used.size > LIMITS.nonces.max) this.free(1)
  }

  free(bytes: number): void {
    const goal = this.sizeBytes - bytes
    for (const oldest of this.#used) {
      if (this.sizeBytes <= goal) return
      this.#used.delete(oldest)
      this.#account.give(NONCE_BYTES)
    }
  }

  clear(): void {
    this.free(this.sizeBytes)
  }

  close(): void {
    this.#isClosed = true
    this.clear()
    this.#account.keepers.delete(this)
  }
}

/** A digest, which is equally long for nonces of any length. */
const keyOf = sha256Hex
