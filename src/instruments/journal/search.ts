import { inPieces } from '../../kernel/pieces.ts'
import type { Journal } from './journal.ts'
import type { Verdict } from './journal-schema.ts'
import { elementsOf } from './list-entries.ts'
import { judge, newSearchBudget, type ParsedMatch } from './match.ts'
import { findNearest } from './nearest.ts'
import { detailOf } from './show-entry.ts'

export interface Wanted {
  match: ParsedMatch
  count: number
  timeoutMs: number
  after: number
}

/** The outcome of a search; the calls are named by their numbers, because the journal may drop them. */
export interface WaitOutcome extends Omit<Verdict, 'entries'> {
  readonly numbers: readonly number[]
  readonly clearings: number
}

/** The reason of a search that ends because its journal was closed. */
const CLOSED = new Error('The journal was closed')

/**
 * Waits until enough calls match, including earlier ones, or the time is up; undefined when the workspace is
 * removed or the server stops meanwhile. It fails with the reason of an aborted signal. Each ends the search at its
 * next step.
 */
export const waitForCalls = async (
  journal: Journal,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<WaitOutcome | undefined> => {
  const search = new Search(journal, wanted)
  const closed = new AbortController()
  const stopped = AbortSignal.any([signal, closed.signal])
  let isTimeUp = wanted.timeoutMs === 0
  let wake = (): void => undefined
  const leave = journal.watch({
    added: () => wake(),
    cleared: () => search.restart(),
    closed: () => closed.abort(CLOSED),
  })
  const timer = setTimeout(() => {
    isTimeUp = true
    wake()
  }, wanted.timeoutMs)
  stopped.addEventListener('abort', () => wake())
  try {
    for (let isLast = false; !isLast; ) {
      const change = new Promise<void>((resolve) => {
        wake = resolve
      })
      isLast = isTimeUp
      await search.compareNew(stopped)
      isLast ||= search.isOver
      if (!isLast && !isTimeUp) await change
    }
    return await search.outcome(stopped)
  } catch (error) {
    if (error === CLOSED) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    leave()
  }
}

/** Compares the calls of a journal in pieces, and keeps the numbers of those that match. */
class Search {
  readonly #journal: Journal
  readonly #wanted: Wanted
  #found: number[] = []
  #after: number
  #compared: number
  /** True if calls were dropped before they were compared, or cannot be compared. */
  #isIndeterminate = false
  #budget = newSearchBudget()

  constructor(journal: Journal, wanted: Wanted) {
    this.#journal = journal
    this.#wanted = wanted
    // A number beyond the last is from before the journal was cleared.
    this.#after = wanted.after <= journal.lastSeq ? wanted.after : 0
    this.#compared = this.#after
  }

  get isOver(): boolean {
    return this.#found.length >= this.#wanted.count
  }

  /** Compares the calls that were not compared yet; an aborted signal ends it with its reason. */
  async compareNew(signal: AbortSignal): Promise<void> {
    await inPieces(this.#compare(), this.#journal, signal)
    signal.throwIfAborted()
  }

  restart(): void {
    this.#found = []
    this.#after = 0
    this.#compared = 0
    this.#isIndeterminate = false
  }

  async outcome(signal: AbortSignal): Promise<WaitOutcome> {
    const { dropped, clearings } = this.#journal
    const { match } = this.#wanted
    const work = findNearest(this.#journal, match, this.#after, new Set(this.#found), this.#budget)
    const nearest = this.isOver ? null : await inPieces(work, this.#journal, signal)
    const matched = this.isOver || (this.#isIndeterminate ? 'indeterminate' : false)
    return { matched, numbers: this.#found, dropped, nearest, clearings }
  }

  *#compare(): Generator<undefined, void> {
    // A wait that compares what arrives must not become blind before its time is up.
    if (this.#compared > this.#after) this.#budget = newSearchBudget()
    for (const entry of this.#journal.entriesAfter(this.#compared)) {
      if (this.isOver) return
      if (entry.seq > this.#compared + 1) this.#isIndeterminate = true
      this.#compared = entry.seq
      const verdict = judge(entry, this.#wanted.match, this.#budget)
      if (verdict === 'matches') this.#found.push(entry.seq)
      if (verdict === 'unknown') this.#isIndeterminate = true
      yield
    }
    // An entry that was dropped before its turn may have matched.
    if (this.#journal.dropped <= this.#compared) return
    this.#isIndeterminate = true
    this.#compared = this.#journal.dropped
  }
}

/** The outcome of a wait as JSON text, one piece for each found call that the journal still has. */
export function* verdictText(outcome: WaitOutcome, journal: Journal): Generator<string> {
  const { matched, dropped, nearest, numbers, clearings } = outcome
  yield `{"matched":${JSON.stringify(matched)},"entries":[`
  yield* elementsOf(journal, clearings, numbers, detailOf)
  yield `],"dropped":${dropped},"nearest":${JSON.stringify(nearest)}}`
}
