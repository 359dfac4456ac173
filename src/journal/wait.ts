import type { Journal } from './journal.ts'
import type { KeptCall } from './journal-entry.ts'
import type { Verdict } from './journal-schema.ts'
import { Search, type Wanted } from './search.ts'

/** The outcome of a search, whose calls are taken one by one. */
export interface WaitOutcome extends Omit<Verdict, 'entries'> {
  /** The next call that was found, the oldest first. */
  takeEntry(): KeptCall | undefined
  /** Lets go of the calls that were not taken. */
  end(): void
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
  const watch = new Watch(journal, search)
  const timeUp = () => watch.finish()
  const timer = wanted.timeoutMs > 0 ? setTimeout(timeUp, wanted.timeoutMs) : undefined
  signal.addEventListener('abort', timeUp)
  try {
    if (wanted.timeoutMs === 0 || signal.aborted) watch.finish()
    await watch.over()
    if (watch.hasEnded) {
      search.end()
      return undefined
    }
    const nearest = search.isOver ? null : await search.findNearest()
    return {
      matched: search.matched,
      dropped: journal.dropped,
      nearest,
      takeEntry: () => search.takeFound(),
      end: () => search.end(),
    }
  } catch (error) {
    search.end()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', timeUp)
    watch.stop()
  }
}

/** Lets a search hear of a journal, and judge what has come outside the call that has brought it. */
class Watch {
  readonly #search: Search
  readonly stop: () => void
  /** Whether the workspace or the server goes away. */
  hasEnded = false
  #isFinished = false
  #notify: () => void = () => {}

  constructor(journal: Journal, search: Search) {
    this.#search = search
    this.stop = journal.watch({
      added: (entry) => {
        if (search.take(entry)) this.#notify()
      },
      cleared: () => search.restart(),
      ended: () => {
        this.hasEnded = true
        this.finish()
      },
    })
  }

  /** Ends the wait. */
  finish(): void {
    this.#isFinished = true
    this.#notify()
  }

  /** Judges new entries until the search is over or the wait has ended. */
  async over(): Promise<void> {
    for (;;) {
      const change = new Promise<void>((resolve) => {
        this.#notify = resolve
      })
      const isLast = this.#isFinished
      await this.#search.judgeAll()
      if (this.hasEnded || this.#search.isOver || isLast) return
      if (!this.#isFinished) await change
    }
  }
}
