import type { Keeper } from '../kernel/memory-accounts.ts'
import { inPieces } from '../kernel/pieces.ts'
import type { Journal } from './journal.ts'
import { type KeptCall, sizeOfEntry } from './journal-entry.ts'
import type { Nearest, Verdict } from './journal-schema.ts'
import { differencesOfHead, judge, newSearchBudget, type ParsedMatch } from './match.ts'
import { findNearest } from './nearest.ts'

/** The calls to search for, and their number. */
export interface Wanted {
  match: ParsedMatch
  count: number
  timeoutMs: number
  /** Only calls after the entry with this number. */
  after: number
}

/** A call that a search holds, and the bytes that it counts. */
interface Held {
  entry: KeptCall
  bytes: number
}

/**
 * Searches calls in pieces: first the kept ones, then new ones. Held calls are counted; when all searches
 * hold too much, it drops new calls that were not compared, then the first it found.
 */
export class Search implements Keeper {
  readonly #journal: Journal
  readonly #wanted: Wanted
  readonly #leave: () => void
  #found: Held[] = []
  #incoming: Held[] = []
  #sizeBytes = 0
  /** Number of found calls that are no longer held. */
  #dropped = 0
  #after: number
  /** The last entry at the start of the search; later ones are incoming. */
  #lastKept: number
  #hasScanned = false
  /** Whether calls were dropped before they were compared, or were not compared. */
  #isIndeterminate: boolean
  #budget = newSearchBudget()

  constructor(journal: Journal, wanted: Wanted) {
    this.#journal = journal
    this.#wanted = wanted
    // A number beyond the last is from before the journal was cleared.
    this.#after = wanted.after <= journal.lastSeq ? wanted.after : 0
    this.#lastKept = journal.lastSeq
    this.#isIndeterminate = journal.dropped > this.#after
    this.#leave = journal.memory.searches.share(this)
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  get isOver(): boolean {
    return this.#found.length + this.#dropped >= this.#wanted.count
  }

  get matched(): Verdict['matched'] {
    if (this.isOver) return true
    return this.#isIndeterminate ? 'indeterminate' : false
  }

  /** Takes a new call; returns whether `judgeAll` has work. */
  take(entry: KeptCall): boolean {
    if (this.isOver) return true
    const { match } = this.#wanted
    // Bodies are compared later, so as not to delay the call that is recorded.
    const canJudge = match.body === undefined && this.#hasScanned && this.#incoming.length === 0
    if (canJudge) this.#judge(entry)
    else if (differencesOfHead(entry.facts, match).length === 0)
      this.#incoming.push(this.#hold(entry))
    return this.isOver || this.#incoming.length > 0
  }

  /** Compares the calls kept at the start, and then the incoming ones; an aborted signal ends it with its reason. */
  async judgeAll(signal: AbortSignal): Promise<void> {
    if (!this.#hasScanned) await inPieces(this.#scan(), this.#journal, signal)
    if (this.#incoming.length > 0) {
      // A wait that compares what arrives must not become blind before its time is up.
      if (this.#hasScanned) this.#budget = newSearchBudget()
      await inPieces(this.#judgeIncoming(), this.#journal, signal)
    }
    signal.throwIfAborted()
  }

  /** Starts again after the journal was cleared. */
  restart(): void {
    this.#release(this.#found)
    this.#release(this.#incoming)
    this.#found = []
    this.#incoming = []
    this.#dropped = 0
    this.#after = 0
    this.#lastKept = 0
    this.#isIndeterminate = false
  }

  /** The next call that was found; it is no longer held. */
  takeFound(): KeptCall | undefined {
    const [first] = this.#found.splice(0, 1)
    if (first) this.#release([first])
    return first?.entry
  }

  findNearest(signal: AbortSignal): Promise<Nearest | null> {
    const found = new Set(this.#found.map(({ entry }) => entry.seq))
    const { match } = this.#wanted
    return inPieces(
      findNearest(this.#journal, match, this.#after, found, this.#budget),
      this.#journal,
      signal,
    )
  }

  free(bytes: number): void {
    const goal = this.#sizeBytes - bytes
    while (this.#sizeBytes > goal && this.#incoming.length > 0) {
      this.#release(this.#incoming.splice(0, 1))
      this.#isIndeterminate = true
    }
    while (this.#sizeBytes > goal && this.#found.length > 0) {
      this.#release(this.#found.splice(0, 1))
      this.#dropped += 1
    }
  }

  /** Releases all held calls. */
  close(): void {
    this.#release(this.#found)
    this.#release(this.#incoming)
    this.#found = []
    this.#incoming = []
    this.#leave()
  }

  *#scan(): Generator<undefined, void> {
    let judged = this.#after
    for (const entry of this.#journal.entriesAfter(this.#after)) {
      if (this.isOver || entry.seq > this.#lastKept) break
      if (entry.seq > judged + 1) this.#isIndeterminate = true
      judged = entry.seq
      this.#judge(entry)
      yield
    }
    // An entry that was dropped before its turn may have matched.
    if (!this.isOver && judged < this.#lastKept) this.#isIndeterminate = true
    this.#hasScanned = true
  }

  *#judgeIncoming(): Generator<undefined, void> {
    for (let left = this.#incoming.length; left > 0 && !this.isOver; left -= 1) {
      const [first] = this.#incoming.splice(0, 1)
      if (!first) return
      this.#release([first])
      this.#judge(first.entry)
      yield
    }
  }

  #judge(entry: KeptCall): void {
    const verdict = judge(entry, this.#wanted.match, this.#budget)
    if (verdict === 'matches') this.#found.push(this.#hold(entry))
    if (verdict === 'unknown') this.#isIndeterminate = true
  }

  #hold(entry: KeptCall): Held {
    const held = { entry, bytes: sizeOfEntry(entry.facts) }
    this.#sizeBytes += held.bytes
    this.#journal.memory.searches.add(held.bytes)
    return held
  }

  #release(all: readonly Held[]): void {
    for (const { bytes } of all) {
      this.#sizeBytes -= bytes
      this.#journal.memory.searches.remove(bytes)
    }
  }
}
