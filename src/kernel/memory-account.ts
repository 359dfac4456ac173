export interface Keeper {
  readonly sizeBytes: number
  /** Frees at least this number of bytes, or all of them. */
  free(bytes: number): void
}

/** Bytes that the largest keeper frees at a time, because finding it takes longer than freeing one item. */
const STEP_BYTES = 262_144

/** Counts bytes that the server keeps for callers, up to a bound. */
export class MemoryAccount {
  readonly maxBytes: number
  /** The owners that free memory beyond the bound, the largest first. */
  readonly keepers = new Set<Keeper>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** True if there is room for bytes, after keepers have made room. */
  makeRoom(bytes: number): boolean {
    this.shrinkTo(this.maxBytes - bytes)
    return this.#bytes + bytes <= this.maxBytes
  }

  add(bytes: number): void {
    this.#bytes += bytes
    this.shrinkTo(this.maxBytes)
  }

  give(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Frees memory of the largest keepers, while there are more bytes than this. */
  shrinkTo(bytes: number): void {
    while (this.#bytes > bytes) {
      let largest: Keeper | undefined
      for (const keeper of this.keepers)
        if (keeper.sizeBytes > (largest?.sizeBytes ?? 0)) largest = keeper
      const before = this.#bytes
      largest?.free(STEP_BYTES)
      if (this.#bytes === before) return
    }
  }
}
