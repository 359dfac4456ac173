import { Readable } from 'node:stream'
import type { WorkspaceDatabase } from '../workspaces/databases/workspace-database.ts'
import { heldSoFar, type LoopUser } from './loop-stretches.ts'

/** The reason of an aborted signal, made once: an error with a stack for every call costs more than the call. */
const GONE = Object.assign(new Error('The call is over'), { name: 'AbortError' })

/**
 * What a call holds until its answer is out or its connection has ended: everything that it opens is
 * registered here and released then.
 */
export class CallLifetime implements LoopUser {
  #acts: (() => void)[] = []
  #controller: AbortController | undefined
  #database: WorkspaceDatabase | undefined
  #isOver = false
  #longestMs = 0
  readonly #startedMs = performance.now()

  /** Time since the call arrived, ms. Fastify measures it only where a hook or a log of its own needs it. */
  get elapsedMs(): number {
    return performance.now() - this.#startedMs
  }

  /** Aborted when the call is over; made only for calls that ask for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort(GONE)
    return this.#controller.signal
  }

  /** The longest time that the call has held the event loop without a pause, ms. */
  get heldMs(): number {
    return Math.max(this.#longestMs, heldSoFar(this))
  }

  held(ms: number): void {
    if (ms > this.#longestMs) this.#longestMs = ms
  }

  /** Calls a listener once when the call is over, at once when it is over already; the returned function removes it. */
  whenOver(act: () => void): () => void {
    if (this.#isOver) act()
    else this.#acts.push(act)
    return () => {
      this.#acts = this.#acts.filter((known) => known !== act)
    }
  }

  /** Keeps a database open until the call is over. */
  keepOpen(database: WorkspaceDatabase): void {
    if (database === this.#database) return
    this.#database = database
    database.acquire()
    this.whenOver(() => database.release())
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
    const acts = this.#acts.reverse()
    this.#acts = []
    for (const act of acts) attempt(act, onError)
  }
}

const attempt = (act: () => void, onError: (error: unknown) => void): void => {
  try {
    act()
  } catch (error) {
    onError(error)
  }
}
