import { ownCopy } from '../../kernel/text.ts'
import type { JournalMark } from './mark-schema.ts'

const MAX_DETAIL = 500

const MARK_BYTES = 200 + 2 * MAX_DETAIL

export class Marks {
  readonly #max: number
  #kept: JournalMark[] = []
  #lastNumber = 0

  constructor(max: number) {
    this.#max = max
  }

  get sizeBytes(): number {
    return this.#kept.length * MARK_BYTES
  }

  /** The number of the last mark, which is never used again. */
  get lastNumber(): number {
    return this.#lastNumber
  }

  add({ detail, ...facts }: Omit<JournalMark, 'number'>): void {
    this.#lastNumber += 1
    if (this.#max === 0) return
    if (this.#kept.length >= this.#max) this.#kept.shift()
    this.#kept.push({ ...facts, number: this.#lastNumber, detail: ownCopy(detail, MAX_DETAIL) })
  }

  after(number: number): JournalMark[] {
    return this.#kept.filter((mark) => mark.number > number)
  }

  lastBefore(seq: number): number {
    const next = this.#kept.find(({ afterSeq }) => afterSeq >= seq)
    return next ? next.number - 1 : this.#lastNumber
  }

  dropOldest(): boolean {
    return this.#kept.shift() !== undefined
  }

  clear(): void {
    this.#kept = []
  }
}
