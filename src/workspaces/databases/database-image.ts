const PAGE_BYTES = 4_096

/**
 * The bytes of a database as its difference from a shared template: few pages, unless much was written. A
 * thousand closed databases fit into memory in this form.
 */
export class Image {
  readonly #base: Uint8Array
  readonly #pages: ReadonlyMap<number, Uint8Array>
  readonly sizeBytes: number

  private constructor(base: Uint8Array, pages: ReadonlyMap<number, Uint8Array>, sizeBytes: number) {
    this.#base = base
    this.#pages = pages
    this.sizeBytes = sizeBytes
  }

  /** The image of a database that equals its template. */
  static ofTemplate(base: Uint8Array): Image {
    return new Image(base, new Map(), base.length)
  }

  /** The image of a database by its difference from a template. */
  static of(bytes: Buffer, base: Uint8Array): Image {
    const pages = new Map<number, Uint8Array>()
    for (let start = 0; start < bytes.length; start += PAGE_BYTES) {
      const end = Math.min(start + PAGE_BYTES, bytes.length)
      const isSame = end <= base.length && bytes.compare(base, start, end, start, end) === 0
      // Copied, since a part of a buffer would keep all of it alive.
      if (!isSame) pages.set(start, Uint8Array.from(bytes.subarray(start, end)))
    }
    return new Image(base, pages, bytes.length)
  }

  get base(): Uint8Array {
    return this.#base
  }

  /** Bytes that it takes beside its template. */
  get pageBytes(): number {
    return this.#pages.size * PAGE_BYTES
  }

  /** The bytes of the database, not to be changed. */
  toBytes(): Uint8Array {
    if (this.#pages.size === 0 && this.sizeBytes === this.#base.length) return this.#base
    const bytes = Buffer.allocUnsafe(this.sizeBytes)
    bytes.set(this.#base.subarray(0, this.sizeBytes))
    for (const [start, page] of this.#pages) bytes.set(page, start)
    return bytes
  }
}
