import type { UsedId } from '../contract/assumptions/index.ts'
import type { Keeper, MemoryAccount } from '../kernel/memory-account.ts'
import { sha256Hex } from '../kernel/signature.ts'
import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'

/** The newest entries of a workspace, bounded in number, and in bytes by an account that workspaces share. */
class CountedMap<K, V> implements Keeper {
  readonly #entries = new Map<K, V>()
  readonly #account: MemoryAccount
  readonly #max: number
  readonly #entryBytes: number
  #isClosed = false

  constructor(account: MemoryAccount, max: number, entryBytes: number) {
    this.#account = account
    this.#max = max
    this.#entryBytes = entryBytes
    account.keepers.add(this)
  }

  get sizeBytes(): number {
    return this.#entries.size * this.#entryBytes
  }

  get entries(): ReadonlyMap<K, V> {
    return this.#entries
  }

  set(key: K, value: V): void {
    if (this.#isClosed) return
    const isNew = !this.#entries.has(key)
    this.#entries.set(key, value)
    if (!isNew) return
    this.#account.add(this.#entryBytes)
    if (this.#entries.size > this.#max) this.free(1)
  }

  delete(key: K): void {
    if (this.#entries.delete(key)) this.#account.give(this.#entryBytes)
  }

  free(bytes: number): void {
    const goal = this.sizeBytes - bytes
    for (const oldest of this.#entries.keys()) {
      if (this.sizeBytes <= goal) return
      this.delete(oldest)
    }
  }

  clear(): void {
    this.free(this.sizeBytes)
  }

  /** Drops everything, when the workspace is removed. */
  close(): void {
    this.#isClosed = true
    this.clear()
    this.#account.keepers.delete(this)
  }
}

/** Longer nonces are stored as digests, which are longer than this and so never equal to a short nonce. */
const MAX_LENGTH = 40

/** The maximum size of a stored nonce: 64 characters and its slot in a map. */
const NONCE_BYTES = 128

/** The nonces that signed requests have used, the oldest dropped first, and those claimed by requests in flight. */
export class Nonces extends CountedMap<string, true> {
  readonly #claimed = new Set<string>()

  constructor(account: MemoryAccount) {
    super(account, LIMITS.nonces.max, NONCE_BYTES)
  }

  has(nonce: string): boolean {
    const key = keyOf(nonce)
    return this.entries.has(key) || this.#claimed.has(key)
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
    this.set(ownCopy(keyOf(nonce)), true)
  }
}

const keyOf = (nonce: string): string => (nonce.length <= MAX_LENGTH ? nonce : sha256Hex(nonce))

/** Instants after one and not after another, epoch ms. */
interface Span {
  afterMs: number
  untilMs: number
}

/** Bytes of a counted expiry time: two numbers and a map entry. */
const END_BYTES = 64

/** Numbers of URLs that a workspace has answered, by when they expire. */
export class IssuedUrls extends CountedMap<number, number> {
  constructor(account: MemoryAccount) {
    super(account, LIMITS.addressEnds.max, END_BYTES)
  }

  add(expiresAtMs: number): void {
    this.set(expiresAtMs, (this.entries.get(expiresAtMs) ?? 0) + 1)
  }

  /** The number of URLs that expire in a span; they are not counted again. */
  countExpiring({ afterMs, untilMs }: Span): number {
    let count = 0
    for (const [endMs, urls] of this.entries) {
      if (endMs > untilMs) continue
      if (endMs > afterMs) count += urls
      this.delete(endMs)
    }
    return count
  }
}

/** The assumptions with variants that calls of a workspace have consulted, also where the answer does not name them. */
export class TouchedAssumptions {
  readonly #own = new Set<UsedId>()
  /** Those of all workspaces of the server, also of removed ones. */
  readonly #all: Set<UsedId>

  constructor(all: Set<UsedId>) {
    this.#all = all
  }

  add(id: UsedId): void {
    if (this.#own.has(id)) return
    this.#own.add(id)
    this.#all.add(id)
  }

  has(id: UsedId): boolean {
    return this.#own.has(id)
  }
}
