import type { Journal } from './journal.ts'
import type { KeptCall } from './journal-entry.ts'
import type { Verdict } from './journal-schema.ts'
import { Search, type Wanted } from './search.ts'

/** The outcome of a search, whose calls are taken one by one. */
export interface WaitOutcome extends Omit<Verdict, 'entries'> {
  /** The next call that was found, the oldest first. */
  takeEntry(): KeptCall | undefined
  /** Releases the calls that were not taken. */
  close(): void
}

/**
 * Waits until enough calls match, including earlier ones, or the time is up; undefined when the workspace is
 * removed or the server stops meanwhile.
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
    if (watch.isClosed) {
      search.close()
      return undefined
    }
    const nearest = search.isOver ? null : await search.findNearest()
    return {
      matched: search.matched,
      dropped: journal.dropped,
      nearest,
      takeEntry: () => search.takeFound(),
      close: () => search.close(),
    }
  } catch (error) {
    search.close()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', timeUp)
    watch.stop()
  }
}

/** Feeds a search with the events of a journal; calls are compared after they are recorded. */
class Watch {
  readonly #search: Search
  readonly stop: () => void
  /** Whether the workspace is removed or the server stops. */
  isClosed = false
  #isFinished = false
  #notify: () => void = () => {}

  constructor(journal: Journal, search: Search) {
    this.#search = search
    this.stop = journal.watch({
      added: (entry) => {
        if (search.take(entry)) this.#notify()
      },
      cleared: () => search.restart(),
      closed: () => {
        this.isClosed = true
        this.finish()
      },
    })
  }

  /** Ends the wait. */
  finish(): void {
    this.#isFinished = true
    this.#notify()
  }

  /** Compares new entries until the search is over or the wait has ended. */
  async over(): Promise<void> {
    for (;;) {
      const change = new Promise<void>((resolve) => {
        this.#notify = resolve
      })
      const isLast = this.#isFinished
      await this.#search.judgeAll()
      if (this.isClosed || this.#search.isOver || isLast) return
      if (!this.#isFinished) await change
    }
  }
}
