import { MemoryAccount, MemoryAccounts } from '../kernel/memory-accounts.ts'
import { Journal, type JournalLimits } from './journal.ts'
import { type Masking, maskingFor } from './masking.ts'

/** How much journals keep, each and together, and how they are shown. */
export interface JournalsOptions extends JournalLimits {
  /** How much all journals of the process keep. */
  readonly processBytes: number
  /** Whether persons are masked as well as secrets. */
  readonly hidesPeople: boolean
}

/** The journals of all workspaces, which share one bound: when it is reached, the largest forget first. */
export class Journals {
  readonly #options: JournalsOptions
  readonly #masking: Masking
  readonly #all = new Map<Journal, () => void>()
  readonly #memory: MemoryAccounts
  #hasEnded = false

  constructor(
    options: JournalsOptions,
    memory = new MemoryAccounts(new MemoryAccount(options.processBytes)),
  ) {
    this.#options = options
    this.#memory = memory
    this.#masking = maskingFor(this.#options.hidesPeople)
  }

  get sizeBytes(): number {
    return this.#memory.journals.bytes
  }

  /** A new journal. */
  open(): Journal {
    const journal = new Journal(this.#options, this.#masking, this.#memory)
    if (this.#hasEnded) journal.close()
    this.#all.set(journal, this.#memory.journals.share(journal))
    return journal
  }

  /** Forgets a journal whose workspace is gone. */
  remove(journal: Journal): void {
    journal.close()
    journal.clear()
    this.#all.get(journal)?.()
    this.#all.delete(journal)
  }

  /** Ends all waits for calls, when the server stops. */
  closeAll(): void {
    this.#hasEnded = true
    for (const journal of this.#all.keys()) journal.close()
  }
}
