import type { Keeper } from '../kernel/memory-accounts.ts'
import { inPieces } from '../kernel/pieces.ts'
import type { Journal } from './journal.ts'
import { type KeptCall, sizeOfEntry } from './journal-entry.ts'
import type { Nearest, Verdict } from './journal-schema.ts'
import { type CallMatch, differencesOfHead, judge } from './match.ts'
import { findNearest } from './nearest.ts'

/** Which calls are looked for, and how many. */
export interface Wanted {
  match: CallMatch
  count: number
  timeoutMs: number
  /** Only calls after the entry with this number. */
  after: number
}

/** A call that a search holds, and as how much memory it is counted. */
interface Held {
  entry: KeptCall
  bytes: number
}

/**
 * Looks for calls in pieces: first in what is kept, then in what comes. What it holds is counted; where all
 * searches together hold too much, it forgets calls that came and were not judged, then the first it found.
 */
export class Search implements Keeper {
  readonly #journal: Journal
  readonly #wanted: Wanted
  readonly #leave: () => void
  #found: Held[] = []
  #coming: Held[] = []
  #sizeBytes = 0
  /** How many were found and are no longer held. */
  #forgotten = 0
  #after: number
  /** The last entry that was there at the beginning; the others come. */
  #lastKept: number
  #hasScanned = false
  /** Whether calls were dropped before they were judged. */
  #isUnsure: boolean

  constructor(journal: Journal, wanted: Wanted) {
    this.#journal = journal
    this.#wanted = wanted
    // A number that is not there yet is of an earlier journal.
    this.#after = wanted.after <= journal.lastSeq ? wanted.after : 0
    this.#lastKept = journal.lastSeq
    this.#isUnsure = journal.dropped > this.#after
    this.#leave = journal.memory.searches.share(this)
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  get isOver(): boolean {
    return this.#found.length + this.#forgotten >= this.#wanted.count
  }

  get matched(): Verdict['matched'] {
    if (this.isOver) return true
    return this.#isUnsure ? 'indeterminate' : false
  }

  /** Takes a call that has come; answers whether there is something to do. */
  take(entry: KeptCall): boolean {
    if (this.isOver) return true
    const { match } = this.#wanted
    // Comparing bodies takes its time, which is not that of the call that has come.
    const canJudge = match.body === undefined && this.#hasScanned && this.#coming.length === 0
    if (canJudge) this.#judge(entry)
    else if (differencesOfHead(entry.facts, match).length === 0)
      this.#coming.push(this.#hold(entry))
    return this.isOver || this.#coming.length > 0
  }

  /** Judges what is kept at the beginning, and then what has come meanwhile. */
  async judgeAll(): Promise<void> {
    if (!this.#hasScanned) await inPieces(this.#scan())
    if (this.#coming.length > 0) await inPieces(this.#judgeComing())
  }

  /** The journal is empty and counts from the beginning. */
  restart(): void {
    this.#release(this.#found)
    this.#release(this.#coming)
    this.#found = []
    this.#coming = []
    this.#forgotten = 0
    this.#after = 0
    this.#lastKept = 0
    this.#isUnsure = false
  }

  /** The next call that was found; it is no longer held. */
  takeFound(): KeptCall | undefined {
    const [first] = this.#found.splice(0, 1)
    if (first) this.#release([first])
    return first?.entry
  }

  findNearest(): Promise<Nearest | null> {
    const found = new Set(this.#found.map(({ entry }) => entry.seq))
    return inPieces(findNearest(this.#journal, this.#wanted.match, this.#after, found))
  }

  free(bytes: number): void {
    const goal = this.#sizeBytes - bytes
    while (this.#sizeBytes > goal && this.#coming.length > 0) {
      this.#release(this.#coming.splice(0, 1))
      this.#isUnsure = true
    }
    while (this.#sizeBytes > goal && this.#found.length > 0) {
      this.#release(this.#found.splice(0, 1))
      this.#forgotten += 1
    }
  }

  /** Holds nothing any more. */
  end(): void {
    this.#release(this.#found)
    this.#release(this.#coming)
    this.#found = []
    this.#coming = []
    this.#leave()
  }

  *#scan(): Generator<undefined, void> {
    let judged = this.#after
    for (const entry of this.#journal.entriesAfter(this.#after)) {
      if (this.isOver || entry.seq > this.#lastKept) break
      if (entry.seq > judged + 1) this.#isUnsure = true
      judged = entry.seq
      this.#judge(entry)
      yield
    }
    // What was there and was dropped before its turn may have matched.
    if (!this.isOver && judged < this.#lastKept) this.#isUnsure = true
    this.#hasScanned = true
  }

  *#judgeComing(): Generator<undefined, void> {
    for (let left = this.#coming.length; left > 0 && !this.isOver; left -= 1) {
      const [first] = this.#coming.splice(0, 1)
      if (!first) return
      this.#release([first])
      this.#judge(first.entry)
      yield
    }
  }

  #judge(entry: KeptCall): void {
    const verdict = judge(entry, this.#wanted.match)
    if (verdict === 'matches') this.#found.push(this.#hold(entry))
    if (verdict === 'unknown') this.#isUnsure = true
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
