import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { owned } from '../kernel/owned-stream.ts'
import type { WorkspaceDatabase } from '../workspaces/workspace.ts'

/** The reason of an aborted signal, made once: an error with a stack for every call costs more than the call. */
const GONE = Object.assign(new Error('The call is over'), { name: 'AbortError' })

/** The time from the arrival of a call until its answer is out or its connection has ended, and what ends with it. */
export class Lifetime {
  readonly #log: FastifyBaseLogger
  readonly #acts = new Set<() => void>()
  #controller: AbortController | undefined
  #database: WorkspaceDatabase | undefined
  #isOver = false

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort(GONE)
    return this.#controller.signal
  }

  /** Calls a listener once at the end, at once when it is over already; the returned function removes it. */
  whenOver(act: () => void): () => void {
    if (this.#isOver) act()
    else this.#acts.add(act)
    return () => {
      this.#acts.delete(act)
    }
  }

  keepOpen(database: WorkspaceDatabase): void {
    if (database === this.#database) return
    this.#database = database
    database.acquire()
    this.whenOver(() => database.release())
  }

  /** Owns a stream, which ends with the call; the database that it may read stays open until it has ended. */
  own<T extends Readable>(stream: T): T {
    if (stream.closed) return stream
    const database = this.#isOver ? undefined : this.#database
    database?.acquire()
    return owned(stream, this.signal, () => database?.release())
  }

  /** What was registered last is released first. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.abort(GONE)
    for (const act of [...this.#acts].reverse())
      try {
        act()
      } catch (error) {
        this.#log.error({ err: error }, 'a call was not cleaned up')
      }
    this.#acts.clear()
  }
}
