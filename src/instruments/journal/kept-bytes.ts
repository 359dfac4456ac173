import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { isTooDeep, withoutByteOrderMark } from '../../kernel/json-scan.ts'
import { sha256Hex } from '../../kernel/signature.ts'

export const MAX_KEPT_BYTES = 65_536

const BUFFER_BYTES = 256

/** The kept part of a body: its first bytes, and the size and the digest of the whole. */
export class KeptBytes {
  readonly sizeBytes: number
  readonly keptBytes: number
  /** A text stays one string, because few bodies are ever shown. */
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

  /** Bytes of memory that it takes: a text with characters outside ASCII may take two bytes for each. */
  get memoryBytes(): number {
    if (typeof this.#start !== 'string') return BUFFER_BYTES + this.keptBytes
    return this.#start.length === this.keptBytes ? this.keptBytes : 2 * this.#start.length
  }

  get isWhole(): boolean {
    return this.keptBytes === this.sizeBytes
  }

  /** The value of a whole JSON body; undefined for any other, and for one that is nested too deeply to be parsed. */
  get json(): unknown {
    const bytes = withoutByteOrderMark(this.start)
    if (!this.isWhole || !isUtf8(bytes) || isTooDeep(bytes)) return undefined
    try {
      return JSON.parse(bytes.toString())
    } catch {
      return undefined
    }
  }

  /** Of the whole body, in hexadecimal digits; null when it was not computed. It is computed on demand, because few are read. */
  get sha256(): string | null {
    if (this.#sha256 === undefined) this.#sha256 = sha256Hex(this.start)
    return this.#sha256
  }
}

/** The kept part of a body: a copy in memory of its own, or the text that was decoded of it. */
export const keepBytes = (body: Buffer, decoded?: string): KeptBytes => {
  const { length } = body
  if (length <= MAX_KEPT_BYTES)
    return new KeptBytes(decoded ?? copyOf(body, length), length, length)
  return new KeptBytes(copyOf(body, MAX_KEPT_BYTES), MAX_KEPT_BYTES, length, sha256Hex(body))
}

const copyOf = (body: Buffer, length: number): Buffer => {
  const copy = Buffer.allocUnsafeSlow(length)
  body.copy(copy)
  return copy
}

/** The kept part of a text of a number of bytes; a short one is not copied. */
export const keepText = (text: string, sizeBytes = Buffer.byteLength(text)): KeptBytes =>
  sizeBytes <= MAX_KEPT_BYTES
    ? new KeptBytes(text, sizeBytes, sizeBytes)
    : keepBytes(Buffer.from(text))

/** Only the size, for the bytes of a file. */
export const keepSize = (sizeBytes: number): KeptBytes => new KeptBytes('', 0, sizeBytes, null)

/** Collects the kept part of an answer while it is sent piece by piece. */
export class PassingBytes {
  readonly #isFile: boolean
  readonly #pieces: Buffer[] = []
  #keptBytes = 0
  #sizeBytes = 0
  #hash: Hash | undefined

  /** Of a file only the size counts. */
  constructor(isFile: boolean) {
    this.#isFile = isFile
  }

  get keptBytes(): number {
    return this.#keptBytes
  }

  pass(piece: Buffer): void {
    this.#sizeBytes += piece.length
    if (this.#isFile) return
    this.#hash ??= createHash('sha256')
    this.#hash.update(piece)
    const room = MAX_KEPT_BYTES - this.#keptBytes
    if (room <= 0) return
    const kept = piece.length <= room ? piece : Buffer.from(piece.subarray(0, room))
    this.#pieces.push(kept)
    this.#keptBytes += kept.length
  }

  finish(): KeptBytes {
    if (this.#isFile) return keepSize(this.#sizeBytes)
    const start = keepBytes(Buffer.concat(this.#pieces)).start
    return new KeptBytes(start, start.length, this.#sizeBytes, this.#hash?.digest('hex'))
  }
}
