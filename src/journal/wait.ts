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
  const watch = new Watch(journal, search)
  const timeUp = () => watch.finish()
  const stop = () => watch.stop(signal.reason)
  const timer = wanted.timeoutMs > 0 ? setTimeout(timeUp, wanted.timeoutMs) : undefined
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    if (wanted.timeoutMs === 0) watch.finish()
    await watch.over()
    const nearest = search.isOver ? null : await search.findNearest(watch.signal)
    return {
      matched: search.matched,
      dropped: journal.dropped,
      nearest,
      takeEntry: () => search.takeFound(),
      close: () => search.close(),
    }
  } catch (error) {
    search.close()
    if (error === CLOSED) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    watch.close()
  }
}

/** Feeds a search with the events of a journal; calls are compared after they are recorded. */
class Watch {
  readonly #search: Search
  readonly close: () => void
  readonly #stopped = new AbortController()
  #isFinished = false
  #notify: () => void = () => {}

  constructor(journal: Journal, search: Search) {
    this.#search = search
    this.close = journal.watch({
      added: (entry) => {
        if (search.take(entry)) this.#notify()
      },
      cleared: () => search.restart(),
      closed: () => this.stop(CLOSED),
    })
  }

  /** Aborted when nobody needs the verdict. */
  get signal(): AbortSignal {
    return this.#stopped.signal
  }

  /** Ends wait and search without a verdict. */
  stop(reason: unknown): void {
    this.#stopped.abort(reason)
    this.#notify()
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
      await this.#search.judgeAll(this.signal)
      if (this.#search.isOver || isLast) return
      if (!this.#isFinished) await change
    }
  }
}
