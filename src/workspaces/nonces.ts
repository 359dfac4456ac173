import { type Keeper, MemoryAccount } from '../kernel/memory-accounts.ts'
import { sha256Hex } from '../kernel/signature.ts'
import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'

/** Longer nonces are stored as digests, which are longer than this and so never equal to a short nonce. */
const MAX_LENGTH = 40

/** The maximum size of a stored nonce: 64 characters and its slot in a set. */
const NONCE_BYTES = 128

/**
 * The nonces that signed requests have used, the oldest dropped first, and those claimed by requests in
 * flight.
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

  /** Drops used nonces; claims stay. */
  clear(): void {
    this.#account.remove(this.sizeBytes, this.#used.size)
    this.#used.clear()
  }

  add(nonce: string): void {
    if (this.#hasEnded) return
    const before = this.#used.size
    this.#used.add(ownCopy(keyOf(nonce)))
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

  /** Drops everything, when the workspace is removed. */
  close(): void {
    this.#hasEnded = true
    this.clear()
    this.#leave()
  }
}

const keyOf = (nonce: string): string => (nonce.length <= MAX_LENGTH ? nonce : sha256Hex(nonce))
