import { ownCopy, sizeOfText } from '../kernel/text.ts'
import type { JournalMark } from './mark-schema.ts'

/** Maximum length of a detail; what follows is cut. */
const MAX_DETAIL = 500

const BASE_BYTES = 200

const sizeOfMark = ({ detail }: JournalMark): number => BASE_BYTES + sizeOfText(detail)

/** The last marks of a journal, the oldest first. */
export class Marks {
  readonly #max: number
  #kept: JournalMark[] = []
  #lastNumber = 0
  #bytes = 0

  constructor(max: number) {
    this.#max = max
  }

  get sizeBytes(): number {
    return this.#bytes
  }

  /** The number of the last mark, which is never used again. */
  get lastNumber(): number {
    return this.#lastNumber
  }

  add({ detail, ...facts }: Omit<JournalMark, 'number'>): void {
    this.#lastNumber += 1
    if (this.#max === 0) return
    if (this.#kept.length >= this.#max) this.dropOldest()
    const mark = { ...facts, number: this.#lastNumber, detail: ownCopy(detail, MAX_DETAIL) }
    this.#kept.push(mark)
    this.#bytes += sizeOfMark(mark)
  }

  after(number: number): JournalMark[] {
    const first = this.#kept.findIndex((mark) => mark.number > number)
    return first === -1 ? [] : this.#kept.slice(first)
  }

  /** The number of the last mark before an entry. */
  lastBefore(seq: number): number {
    const next = this.#kept.find(({ afterSeq }) => afterSeq >= seq)
    return next ? next.number - 1 : this.#lastNumber
  }

  /** Returns whether there was one. */
  dropOldest(): boolean {
    const mark = this.#kept.shift()
    if (mark) this.#bytes -= sizeOfMark(mark)
    return mark !== undefined
  }

  clear(): void {
    this.#kept = []
    this.#bytes = 0
  }
}
