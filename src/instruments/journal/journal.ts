import type { KeptFinding } from '../../contract/findings/finding.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { type Keeper, MemoryAccount } from '../../kernel/memory-account.ts'
import { sizeOfText } from '../../kernel/text.ts'
import type { JournalEntry } from './journal-schema.ts'
import type { KeptBytes } from './kept-bytes.ts'
import type { JournalMark } from './mark-schema.ts'
import { Marks } from './marks.ts'
import { type Masking, maskingFor } from './masking.ts'

export interface JournalLimits {
  readonly entries: number
  readonly bytes: number
}

/** Calls of all journals: those that are kept now, and those that were dropped for room. */
export interface JournalCounts {
  kept: number
  dropped: number
}

export interface Watcher {
  added(entry: KeptCall): void
  cleared(): void
  marked?(): void
  /** The workspace is removed or the server stops; no event follows. */
  closed(): void
}

/** The last calls of a workspace with their answers, in the order in which they ended. */
export class Journal implements Keeper {
  readonly masking: Masking
  readonly marks: Marks
  /** Called before entries are cleared, also at the end of the workspace. */
  onClear: (() => void) | undefined
  readonly #limits: JournalLimits
  readonly #account: MemoryAccount
  readonly #counts: JournalCounts
  readonly #entries = new Map<number, KeptCall>()
  readonly #watchers = new Set<Watcher>()
  #oldest = 1
  #next = 1
  #bytes = 0
  #clearings = 0
  #isClosed = false

  constructor(
    limits: JournalLimits,
    masking: Masking,
    account: MemoryAccount,
    counts: JournalCounts,
  ) {
    this.#limits = limits
    this.masking = masking
    this.#account = account
    this.#counts = counts
    this.marks = new Marks(Math.min(LIMITS.journalMarks.max, limits.entries))
  }

  get dropped(): number {
    return this.#oldest - 1
  }

  get lastSeq(): number {
    return this.#next - 1
  }

  get sizeBytes(): number {
    return this.#bytes + this.marks.sizeBytes
  }

  add(facts: CallFacts): KeptCall {
    const entry: KeptCall = { seq: this.#next, facts, bytes: sizeOfEntry(facts) }
    if (this.#isClosed) return entry
    if (this.#next - this.#oldest >= this.#limits.entries) this.#dropOldest()
    this.#next += 1
    if (this.#limits.entries > 0) {
      this.#entries.set(entry.seq, entry)
      this.#counts.kept += 1
      this.#grow(entry.bytes)
    } else {
      this.#oldest = this.#next
      this.#counts.dropped += 1
    }
    for (const watcher of this.#watchers) watcher.added(entry)
    return entry
  }

  mark(facts: Omit<JournalMark, 'number' | 'afterSeq'>): void {
    if (this.#isClosed) return
    const before = this.marks.sizeBytes
    this.marks.add({ ...facts, afterSeq: this.lastSeq })
    this.#account.add(this.marks.sizeBytes - before)
    for (const watcher of this.#watchers) watcher.marked?.()
  }

  /** Corrects an entry whose connection ended before its outcome was known. */
  amend(entry: KeptCall, facts: CallFacts): void {
    const before = entry.bytes
    entry.facts = facts
    entry.bytes = sizeOfEntry(facts)
    if (this.find(entry.seq) === entry) this.#grow(entry.bytes - before)
  }

  find(seq: number): KeptCall | undefined {
    return this.#entries.get(seq)
  }

  /** The number of clearings, after each of which numbers are used again. */
  get clearings(): number {
    return this.#clearings
  }

  /**
   * The present entries after a number, the oldest first; those that are dropped or cleared in between are
   * skipped.
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

  /** Restarts the journal: the next entry has number 1, and no entry counts as dropped. */
  clear(): void {
    this.onClear?.()
    this.#account.give(this.sizeBytes)
    this.#bytes = 0
    this.marks.clear()
    this.#counts.kept -= this.#entries.size
    this.#entries.clear()
    this.#oldest = 1
    this.#next = 1
    this.#clearings += 1
    for (const watcher of this.#watchers) watcher.cleared()
  }

  /** Drops the oldest entries, and then marks, until `bytes` are free or the journal is empty. */
  free(bytes: number): void {
    const goal = this.sizeBytes - bytes
    while (this.#oldest < this.#next && this.sizeBytes > goal) this.#dropOldest()
    while (this.sizeBytes > goal) {
      const before = this.marks.sizeBytes
      if (!this.marks.dropOldest()) return
      this.#account.give(before - this.marks.sizeBytes)
    }
  }

  watch(watcher: Watcher): () => void {
    if (this.#isClosed) watcher.closed()
    else this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Closes all watchers; later calls are not added. */
  close(): void {
    this.#isClosed = true
    for (const watcher of this.#watchers) watcher.closed()
    this.#watchers.clear()
  }

  #grow(by: number): void {
    this.#bytes += by
    this.#account.add(by)
    while (this.#bytes > this.#limits.bytes) this.#dropOldest()
  }

  #dropOldest(): void {
    const entry = this.#entries.get(this.#oldest)
    this.#entries.delete(this.#oldest)
    this.#oldest += 1
    if (!entry) return
    this.#counts.kept -= 1
    this.#counts.dropped += 1
    this.#bytes -= entry.bytes
    this.#account.give(entry.bytes)
  }
}

export interface JournalsOptions extends JournalLimits {
  readonly processBytes: number
  readonly hidesPeople: boolean
}

/** The journals of all workspaces, which share one bound: beyond it the largest drops entries first. */
export class Journals {
  readonly counts: JournalCounts = { kept: 0, dropped: 0 }
  readonly #options: JournalsOptions
  readonly #masking: Masking
  readonly #all = new Set<Journal>()
  readonly #account: MemoryAccount
  #isClosed = false

  constructor(options: JournalsOptions) {
    this.#options = options
    this.#account = new MemoryAccount(options.processBytes)
    this.#masking = maskingFor(this.#options.hidesPeople)
  }

  get sizeBytes(): number {
    return this.#account.bytes
  }

  open(): Journal {
    const journal = new Journal(this.#options, this.#masking, this.#account, this.counts)
    if (this.#isClosed) journal.close()
    this.#all.add(journal)
    this.#account.keepers.add(journal)
    return journal
  }

  remove(journal: Journal): void {
    journal.close()
    journal.clear()
    this.#account.keepers.delete(journal)
    this.#all.delete(journal)
  }

  closeAll(): void {
    this.#isClosed = true
    for (const journal of this.#all) journal.close()
  }
}

/** The request and outcome of a call, as kept; secrets are masked when it is shown. */
export interface CallFacts
  extends Readonly<Omit<JournalEntry, 'seq' | 'findings' | 'assumptions' | 'variations'>> {
  readonly findings: readonly KeptFinding[]
  readonly assumptions: readonly string[]
  readonly variations: readonly string[]
  /** Names and values as sent, alternating, one a line: one text takes less memory than many. */
  readonly headers: string
  readonly mediaType: string | null
  readonly requestBody: KeptBytes | null
  readonly answerBody: KeptBytes | null
}

export interface KeptCall {
  readonly seq: number
  facts: CallFacts
  bytes: number
}

/** The bytes of an entry without its texts and bodies: objects, numbers and its slot in the journal. */
const BASE_BYTES = 768

const FINDING_BYTES = 96

/** Bytes of memory of an entry with everything that it keeps; headers and path are Latin-1 in HTTP. */
export const sizeOfEntry = (facts: CallFacts): number => {
  const { requestBody, answerBody, findings } = facts
  const bodies = (requestBody?.memoryBytes ?? 0) + (answerBody?.memoryBytes ?? 0)
  const texts =
    sizeOfText(facts.actor) +
    sizeOfText(facts.message) +
    sizeOfText(facts.reason) +
    sizeOfText(facts.fault) +
    sizeOfText(facts.test) +
    sizeOfText(facts.mediaType)
  let found = 0
  for (const { field, expected } of findings)
    found += FINDING_BYTES + sizeOfText(field) + sizeOfText(expected)
  return BASE_BYTES + facts.path.length + facts.headers.length + texts + found + bodies
}
