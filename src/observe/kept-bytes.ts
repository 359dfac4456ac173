import { sha256Hex } from '../kernel/signature.ts'

/** How much of a body is kept. */
export const MOST_KEPT_BYTES = 65_536

/** What is kept of a body: its first bytes, and the size and the digest of all of it. */
export class KeptBytes {
  readonly sizeBytes: number
  readonly keptBytes: number
  /** A short text stays the one object that it is: most are never shown. */
  readonly #start: Buffer | string
  #sha256: string | null | undefined

  constructor(
    start: Buffer | string,
    keptBytes: number,
    sizeBytes: number,
    sha256?: string | null,
  ) {
    this.#start = start
    this.keptBytes = keptBytes
    this.sizeBytes = sizeBytes
    this.#sha256 = sha256
  }

  get start(): Buffer {
    return typeof this.#start === 'string' ? Buffer.from(this.#start) : this.#start
  }

  get isWhole(): boolean {
    return this.keptBytes === this.sizeBytes
  }

  /** Of the whole body, in hexadecimal digits; null when nobody has read it. Most are never asked for. */
  get sha256(): string | null {
    if (this.#sha256 === undefined) this.#sha256 = sha256Hex(this.start)
    return this.#sha256
  }
}

const NOTHING = Buffer.alloc(0)

/** What is kept of a body that is at hand: the very bytes when they are few, else a copy of the first. */
export const keepBytes = (body: Buffer): KeptBytes => {
  if (body.length <= MOST_KEPT_BYTES) return new KeptBytes(body, body.length, body.length)
  const start = Buffer.from(body.subarray(0, MOST_KEPT_BYTES))
  return new KeptBytes(start, MOST_KEPT_BYTES, body.length, sha256Hex(body))
}

/** What is kept of a text; one that is short is not copied. */
export const keepText = (text: string): KeptBytes => {
  const sizeBytes = Buffer.byteLength(text)
  return sizeBytes <= MOST_KEPT_BYTES
    ? new KeptBytes(text, sizeBytes, sizeBytes)
    : keepBytes(Buffer.from(text))
}

/** The size alone, of bytes that are no message but a file. */
export const keepSize = (sizeBytes: number): KeptBytes => new KeptBytes(NOTHING, 0, sizeBytes, null)
