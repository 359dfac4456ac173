import { Journal, type JournalLimits } from './journal.ts'
import { type Masking, maskingFor } from './masking.ts'

/** How much journals keep, each and together, and how they are shown. */
export interface JournalsOptions extends JournalLimits {
  /** How much all journals of the process keep. */
  readonly processBytes: number
  /** Whether who acted is masked too, beside secrets. */
  readonly hidesPeople: boolean
}

/** How much the largest journal gives away at a time; finding it takes longer than forgetting an entry. */
const STEP_BYTES = 262_144

/** The journals of all workspaces, which share one bound: when it is reached, the largest forget first. */
export class Journals {
  readonly #options: JournalsOptions
  readonly #masking: Masking
  readonly #all = new Set<Journal>()
  #bytes = 0
  #hasEnded = false

  constructor(options: JournalsOptions) {
    this.#options = options
    this.#masking = maskingFor(this.#options.hidesPeople)
  }

  get sizeBytes(): number {
    return this.#bytes
  }

  /** A new journal. */
  open(): Journal {
    const journal = new Journal(this.#options, this.#masking, (by) => this.#resized(by))
    if (this.#hasEnded) journal.end()
    this.#all.add(journal)
    return journal
  }

  /** Forgets a journal whose workspace is gone. */
  remove(journal: Journal): void {
    journal.end()
    journal.clear()
    this.#all.delete(journal)
  }

  /** Lets everybody go who waits for calls; the server stops. */
  end(): void {
    this.#hasEnded = true
    for (const journal of this.#all) journal.end()
  }

  #resized(by: number): void {
    this.#bytes += by
    if (by <= 0) return
    while (this.#bytes > this.#options.processBytes) {
      const largest = this.#largest()
      if (!largest) return
      largest.free(STEP_BYTES)
    }
  }

  #largest(): Journal | undefined {
    let largest: Journal | undefined
    for (const journal of this.#all)
      if (journal.sizeBytes > (largest?.sizeBytes ?? 0)) largest = journal
    return largest
  }
}
