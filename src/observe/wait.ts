import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { type CallMatch, judge } from './match.ts'
import { findNearest, type Nearest } from './nearest.ts'

/** What is waited for, and for how long. */
export interface Wanted {
  match: CallMatch
  count: number
  timeoutMs: number
  /** Only calls after the entry with this number. */
  after: number
}

/** What became of waiting. */
export interface WaitOutcome {
  /** Whether as many calls match; indeterminate where one may have that is no longer kept. */
  matched: boolean | 'indeterminate'
  entries: JournalEntry[]
  dropped: number
  /** Where not enough match. */
  nearest: Nearest | null
}

/**
 * Waits until enough calls match, those included that have been made already, or the time is up; answers
 * undefined when the workspace or the server goes away meanwhile.
 */
export const waitForCalls = async (
  journal: Journal,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<WaitOutcome | undefined> => {
  const search = new Search(journal, wanted)
  if (search.isOver || wanted.timeoutMs === 0 || signal.aborted) return search.outcome()
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', finish)
    }
    // What runs by itself, or in the middle of another call, must fail here, or the server would end with it.
    const attempt = (act: () => void) => {
      try {
        act()
      } catch (error) {
        leave()
        reject(error)
      }
    }
    const finish = () =>
      attempt(() => {
        leave()
        resolve(search.outcome())
      })
    const timer = setTimeout(finish, wanted.timeoutMs)
    signal.addEventListener('abort', finish, { once: true })
    const stop = journal.watch({
      added: (entry) =>
        attempt(() => {
          search.take(entry)
          if (search.isOver) finish()
        }),
      cleared: () => search.restart(),
      // A watcher may be told before it knows how to stop watching.
      ended: () =>
        queueMicrotask(() => {
          leave()
          resolve(undefined)
        }),
    })
  })
}

/** What has been found so far. */
class Search {
  readonly #journal: Journal
  readonly #wanted: Wanted
  #found: JournalEntry[] = []
  #after: number
  /** Whether there are calls that nobody can judge any more. */
  #isUnsure: boolean

  constructor(journal: Journal, wanted: Wanted) {
    this.#journal = journal
    this.#wanted = wanted
    // A number that is not there yet is of an earlier journal.
    this.#after = wanted.after <= journal.lastSeq ? wanted.after : 0
    this.#isUnsure = journal.dropped > this.#after
    for (const entry of journal.entriesAfter(this.#after)) {
      if (this.isOver) return
      this.take(entry)
    }
  }

  get isOver(): boolean {
    return this.#found.length >= this.#wanted.count
  }

  take(entry: JournalEntry): void {
    const verdict = judge(entry, this.#wanted.match)
    if (verdict === 'matches') this.#found.push(entry)
    if (verdict === 'unknown') this.#isUnsure = true
  }

  /** The journal is empty and counts from the beginning. */
  restart(): void {
    this.#found = []
    this.#after = 0
    this.#isUnsure = false
  }

  outcome(): WaitOutcome {
    const { dropped } = this.#journal
    if (this.isOver) return { matched: true, entries: this.#found, dropped, nearest: null }
    const { match } = this.#wanted
    const nearest = findNearest(this.#journal, match, this.#after, this.#found)
    const matched = this.#isUnsure ? 'indeterminate' : false
    return { matched, entries: this.#found, dropped, nearest }
  }
}
