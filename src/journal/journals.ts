import { MemoryAccount, MemoryAccounts } from '../kernel/memory-accounts.ts'
import { Journal, type JournalLimits } from './journal.ts'
import { type Masking, maskingFor } from './masking.ts'

/** Bounds of each journal and of all, and how they are shown. */
export interface JournalsOptions extends JournalLimits {
  /** Maximum size of all journals of the process. */
  readonly processBytes: number
  /** Whether persons are masked as well as secrets. */
  readonly hidesPeople: boolean
}

/** The journals of all workspaces, which share one bound: beyond it the largest drops entries first. */
export class Journals {
  readonly #options: JournalsOptions
  readonly #masking: Masking
  readonly #all = new Map<Journal, () => void>()
  readonly #memory: MemoryAccounts
  #isClosed = false

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
    if (this.#isClosed) journal.close()
    this.#all.set(journal, this.#memory.journals.share(journal))
    return journal
  }

  /** Removes the journal of a removed workspace. */
  remove(journal: Journal): void {
    journal.close()
    journal.clear()
    this.#all.get(journal)?.()
    this.#all.delete(journal)
  }

  /** Ends all waits for calls, when the server stops. */
  closeAll(): void {
    this.#isClosed = true
    for (const journal of this.#all.keys()) journal.close()
  }
}
