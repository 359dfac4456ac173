import type { Keeper, MemoryAccounts } from '../kernel/memory-accounts.ts'
import { type CallFacts, type KeptCall, sizeOfEntry } from './journal-entry.ts'
import type { Masking } from './masking.ts'

/** How much one journal keeps, and how it is shown. */
export interface JournalLimits {
  readonly entries: number
  readonly bytes: number
}

/** Hears what happens to a journal. */
export interface Watcher {
  added(entry: KeptCall): void
  cleared(): void
  /** The workspace or the server goes away; nothing follows. */
  ended(): void
}

/** What a workspace has been called with, and what it has answered: the last calls, in the order of their ends. */
export class Journal implements Keeper {
  readonly masking: Masking
  /** Where journals and searches of them count what they keep. */
  readonly memory: MemoryAccounts
  readonly #limits: JournalLimits
  /** A ring: the place of an entry follows from its number. */
  #slots: (KeptCall | undefined)[] = []
  readonly #watchers = new Set<Watcher>()
  #oldest = 1
  #next = 1
  #bytes = 0
  #clearings = 0
  #hasEnded = false

  constructor(limits: JournalLimits, masking: Masking, memory: MemoryAccounts) {
    this.#limits = limits
    this.masking = masking
    this.memory = memory
  }

  /** How many entries are no longer kept; they were the oldest. */
  get dropped(): number {
    return this.#oldest - 1
  }

  get lastSeq(): number {
    return this.#next - 1
  }

  get sizeBytes(): number {
    return this.#bytes
  }

  add(facts: CallFacts): KeptCall {
    const entry: KeptCall = { seq: this.#next, facts }
    if (this.#hasEnded) return entry
    if (this.#next - this.#oldest >= this.#limits.entries) this.#dropOldest()
    this.#next += 1
    if (this.#limits.entries > 0) this.#keep(entry)
    else this.#oldest = this.#next
    for (const watcher of this.#watchers) watcher.added(entry)
    return entry
  }

  /** Puts right what is known of a call whose end was seen before its outcome. */
  amend(entry: KeptCall, facts: CallFacts): void {
    const isKept = this.find(entry.seq) === entry
    const by = isKept ? sizeOfEntry(facts) - sizeOfEntry(entry.facts) : 0
    entry.facts = facts
    if (by !== 0) this.#grow(by, 0)
  }

  find(seq: number): KeptCall | undefined {
    if (seq < this.#oldest || seq >= this.#next) return undefined
    return this.#slots[this.#slotOf(seq)]
  }

  /** How often it was cleared: under the same number another entry may be kept afterwards. */
  get clearings(): number {
    return this.#clearings
  }

  /**
   * The entries that come after one and are there now, the oldest first; those that are dropped or cleared
   * in between are passed over.
   */
  *entriesAfter(seq: number): Generator<KeptCall> {
    const end = this.#next
    const clearings = this.#clearings
    for (let next = seq + 1; next < end && clearings === this.#clearings; next += 1) {
      if (next < this.#oldest) next = this.#oldest
      if (next >= end) return
      const entry = this.find(next)
      if (entry) yield entry
    }
  }

  /** Begins anew: the next entry is the first, and nothing counts as dropped. */
  clear(): void {
    this.memory.journals.remove(this.#bytes, this.#next - this.#oldest)
    this.#bytes = 0
    this.#slots = []
    this.#oldest = 1
    this.#next = 1
    this.#clearings += 1
    for (const watcher of this.#watchers) watcher.cleared()
  }

  /** Forgets the oldest entries until that many bytes are free, or nothing is left. */
  free(bytes: number): void {
    const goal = this.#bytes - bytes
    while (this.#oldest < this.#next && this.#bytes > goal) this.#dropOldest()
  }

  /** Lets somebody hear what happens; answers how to stop it. */
  watch(watcher: Watcher): () => void {
    if (this.#hasEnded) watcher.ended()
    else this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Ends all watchers; nothing is added afterwards. */
  close(): void {
    this.#hasEnded = true
    for (const watcher of this.#watchers) watcher.ended()
    this.#watchers.clear()
  }

  #keep(entry: KeptCall): void {
    this.#slots[this.#slotOf(entry.seq)] = entry
    this.#grow(sizeOfEntry(entry.facts), 1)
  }

  #grow(by: number, entries: number): void {
    this.#bytes += by
    this.memory.journals.add(by, entries)
    while (this.#bytes > this.#limits.bytes) this.#dropOldest()
  }

  #dropOldest(): void {
    const slot = this.#slotOf(this.#oldest)
    const entry = this.#slots[slot]
    this.#slots[slot] = undefined
    this.#oldest += 1
    if (!entry) return
    const bytes = sizeOfEntry(entry.facts)
    this.#bytes -= bytes
    this.memory.journals.remove(bytes)
  }

  #slotOf(seq: number): number {
    return (seq - 1) % this.#limits.entries
  }
}
