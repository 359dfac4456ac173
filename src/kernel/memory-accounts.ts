import { LIMITS } from '../limits.ts'

/** An owner of counted memory, which can free its oldest parts. */
export interface Keeper {
  readonly sizeBytes: number
  /** Frees at least this number of bytes, or all of them. */
  free(bytes: number): void
}

/** An account as it is shown. */
export interface AccountState {
  bytes: number
  count: number
  maxBytes: number
}

/** Bytes that the largest keeper frees at a time, because finding it takes longer than freeing one item. */
const STEP_BYTES = 262_144

/**
 * Counts the bytes of one kind of data that the server keeps for callers. When the bound is reached, the
 * largest keeper that shares it frees its oldest parts; others call `hasRoomFor` first.
 */
export class MemoryAccount {
  readonly maxBytes: number
  readonly #keepers = new Set<Keeper>()
  #bytes = 0
  #count = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#count
  }

  /** Whether this number of further bytes stays within the bound. */
  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.maxBytes
  }

  /** Counts memory that is kept from now on. */
  add(bytes: number, count = 1): void {
    this.#bytes += bytes
    this.#count += count
    if (this.#bytes > this.maxBytes) this.shrinkTo(this.maxBytes)
  }

  /** Counts freed memory. */
  remove(bytes: number, count = 1): void {
    this.#bytes -= bytes
    this.#count -= count
  }

  /** Adds a keeper that shares the bound; the returned function removes it. */
  share(keeper: Keeper): () => void {
    this.#keepers.add(keeper)
    return () => this.#keepers.delete(keeper)
  }

  state(): AccountState {
    return { bytes: this.#bytes, count: this.#count, maxBytes: this.maxBytes }
  }

  /** Frees memory of the largest keepers, while there are more bytes than this. */
  shrinkTo(bytes: number): void {
    while (this.#bytes > bytes) {
      const largest = this.#largest()
      const before = this.#bytes
      largest?.free(STEP_BYTES)
      if (this.#bytes === before) return
    }
  }

  #largest(): Keeper | undefined {
    let largest: Keeper | undefined
    for (const keeper of this.#keepers)
      if (keeper.sizeBytes > (largest?.sizeBytes ?? 0)) largest = keeper
    return largest
  }
}

/** Everything that a server keeps in memory for its callers, by kind. */
export class MemoryAccounts {
  /** Calls in journals, with findings, headers and bodies. */
  readonly journals: MemoryAccount
  /** Digests of nonces that were used. */
  readonly nonces = new MemoryAccount(LIMITS.nonceBytes.max)
  /** Expiry times of signed URLs, to count which became due. */
  readonly addresses = new MemoryAccount(LIMITS.addressBytes.max)
  /** Bodies of calls in flight with their parsed values, requests that wait, and answers that are not read yet. */
  readonly underWay = new MemoryAccount(LIMITS.underWayBytes.max)
  /** Fault rules of all workspaces; call `hasRoomFor` before adding one. */
  readonly faults = new MemoryAccount(LIMITS.faultBytes.max)
  /** Counted calls of all workspaces; call `hasRoomFor` before counting one. */
  readonly coverage = new MemoryAccount(LIMITS.coverageBytes.max)
  /** Calls that findings name; call `hasRoomFor` before adding one. */
  readonly findings = new MemoryAccount(LIMITS.findingBytes.max)

  constructor(journals: MemoryAccount = new MemoryAccount(LIMITS.journalBytes.max)) {
    this.journals = journals
  }

  /** Every account by its name. */
  state(): Record<keyof Omit<MemoryAccounts, 'state'>, AccountState> {
    return {
      journals: this.journals.state(),
      nonces: this.nonces.state(),
      addresses: this.addresses.state(),
      underWay: this.underWay.state(),
      faults: this.faults.state(),
      coverage: this.coverage.state(),
      findings: this.findings.state(),
    }
  }
}
