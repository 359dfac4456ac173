import { createHash, type Hash } from 'node:crypto'
import { KeptBytes, keepBytes, keepSize, MAX_KEPT_BYTES } from './kept-bytes.ts'

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
    if (!this.#hash && this.#sizeBytes > MAX_KEPT_BYTES) this.#hash = this.#hashPieces()
    this.#hash?.update(piece)
    const room = MAX_KEPT_BYTES - this.#keptBytes
    if (room <= 0) return
    const kept = piece.length <= room ? piece : Buffer.from(piece.subarray(0, room))
    this.#pieces.push(kept)
    this.#keptBytes += kept.length
  }

  /** The kept part of all pieces. */
  finish(): KeptBytes {
    if (this.#isFile) return keepSize(this.#sizeBytes)
    const start = Buffer.concat(this.#pieces)
    return this.#hash
      ? new KeptBytes(start, start.length, this.#sizeBytes, this.#hash.digest('hex'))
      : keepBytes(start)
  }

  #hashPieces(): Hash {
    const hash = createHash('sha256')
    for (const piece of this.#pieces) hash.update(piece)
    return hash
  }
}
