import { sha256Hex } from '../kernel/signature.ts'

/** Maximum size of the kept part of a body. */
export const MAX_KEPT_BYTES = 65_536

/** The kept part of a body: its first bytes, and the size and the digest of the whole. */
export class KeptBytes {
  readonly sizeBytes: number
  readonly keptBytes: number
  /** A short text stays one string, because few bodies are ever shown. */
  readonly #start: Buffer | string
  readonly #encoding: 'utf8' | 'latin1'
  #sha256: string | null | undefined

  constructor(
    start: Buffer | string,
    keptBytes: number,
    sizeBytes: number,
    sha256?: string | null,
    encoding: 'utf8' | 'latin1' = 'utf8',
  ) {
    this.#start = start
    this.#encoding = encoding
    this.keptBytes = keptBytes
    this.sizeBytes = sizeBytes
    this.#sha256 = sha256
  }

  get start(): Buffer {
    return typeof this.#start === 'string' ? Buffer.from(this.#start, this.#encoding) : this.#start
  }

  /** Bytes of memory that it takes: a text with characters outside ASCII may take two bytes for each. */
  get memoryBytes(): number {
    const isWide =
      typeof this.#start === 'string' &&
      this.#encoding === 'utf8' &&
      this.#start.length !== this.keptBytes
    return isWide ? 2 * this.#start.length : this.keptBytes
  }

  get isWhole(): boolean {
    return this.keptBytes === this.sizeBytes
  }

  /** Of the whole body, in hexadecimal digits; null when it was not computed. It is computed on demand, because few are read. */
  get sha256(): string | null {
    if (this.#sha256 === undefined) this.#sha256 = sha256Hex(this.start)
    return this.#sha256
  }
}

const NOTHING = Buffer.alloc(0)

/** Buffers below half of Node's pool are parts of it, and would keep all of it alive. */
const POOLED_BYTES = Buffer.poolSize >>> 1

/**
 * The kept part of a body; a copy, unless the bytes are owned and all of them are kept. A short one is kept as a text, which
 * needs not be made where the body was decoded as UTF-8.
 */
export const keepBytes = (body: Buffer, decoded?: string): KeptBytes => {
  const { length } = body
  if (length < POOLED_BYTES && decoded !== undefined) return new KeptBytes(decoded, length, length)
  if (length < POOLED_BYTES)
    return new KeptBytes(body.toString('latin1'), length, length, undefined, 'latin1')
  if (length > MAX_KEPT_BYTES)
    return new KeptBytes(copyOf(body), MAX_KEPT_BYTES, length, sha256Hex(body))
  const isPart = body.buffer.byteLength !== length
  return new KeptBytes(isPart ? copyOf(body) : body, length, length)
}

/** The first bytes, in memory of their own. */
const copyOf = (body: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(Math.min(body.length, MAX_KEPT_BYTES))
  body.copy(copy)
  return copy
}

/** The kept part of a text of a number of bytes; a short one is not copied. */
export const keepText = (text: string, sizeBytes = Buffer.byteLength(text)): KeptBytes =>
  sizeBytes <= MAX_KEPT_BYTES
    ? new KeptBytes(text, sizeBytes, sizeBytes)
    : keepBytes(Buffer.from(text))

/** Only the size, for the bytes of a file. */
export const keepSize = (sizeBytes: number): KeptBytes => new KeptBytes(NOTHING, 0, sizeBytes, null)
