import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import type { WorkspaceDatabase } from '../workspaces/open-databases.ts'

/** The reason of an aborted signal, made once: an error with a stack for every call costs more than the call. */
const GONE = Object.assign(new Error('The call is over'), { name: 'AbortError' })

/** The holdings of a call that is over, which gets no more. */
const NOTHING: Holding[] = []

/** Something that a call holds and that is released when the call is over. */
export interface Holding {
  release(): void
}

/**
 * What a call holds until its answer is out or its connection has ended: everything that it opens is
 * registered here and released then.
 */
export class CallLifetime {
  #holdings: Holding[] = []
  #controller: AbortController | undefined
  #database: WorkspaceDatabase | undefined
  #isOver = false
  /** When the call arrived, by the clock of `performance.now`. */
  readonly startedMs = performance.now()

  /** Time since the call arrived, ms. Fastify measures it only where a hook or a log of its own needs it. */
  get elapsedMs(): number {
    return performance.now() - this.startedMs
  }

  /** Aborted when the call is over; made only for calls that ask for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort(GONE)
    return this.#controller.signal
  }

  /** Releases something when the call is over, at once when it is over already. */
  hold(holding: Holding): void {
    if (this.#isOver) holding.release()
    else this.#holdings.push(holding)
  }

  /** Calls a listener once when the call is over, at once when it is over already; the returned function removes it. */
  whenOver(act: () => void): () => void {
    const holding = { release: act }
    this.hold(holding)
    return () => {
      this.#holdings = this.#holdings.filter((known) => known !== holding)
    }
  }

  /** Keeps a database open until the call is over. */
  keepOpen(database: WorkspaceDatabase): void {
    if (database === this.#database) return
    this.#database = database
    database.acquire()
    this.hold(database)
  }

  /** Destroys a stream when the call is over; the database that it may read stays open until it has ended. */
  endWithCall(stream: unknown): void {
    if (!(stream instanceof Readable) || stream.closed) return
    const database = this.#database
    if (database && !this.#isOver) {
      database.acquire()
      stream.once('close', () => database.release())
    }
    const keep = this.whenOver(() => stream.destroy())
    stream.once('close', keep)
  }

  /** Ends the call: what was registered last is released first. */
  finish(onError: (error: unknown) => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.abort(GONE)
    const holdings = this.#holdings
    this.#holdings = NOTHING
    for (let index = holdings.length - 1; index >= 0; index -= 1)
      release(holdings[index] as Holding, onError)
  }
}

const release = (holding: Holding, onError: (error: unknown) => void): void => {
  try {
    holding.release()
  } catch (error) {
    onError(error)
  }
}
