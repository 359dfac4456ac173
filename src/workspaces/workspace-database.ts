import { disposeOf } from '../store/db/owner-mark.ts'
import type { Store } from '../store/db/store.ts'

/** An open workspace database with the number of calls that use it; after `close` it is closed with the last one. */
export class WorkspaceDatabase {
  readonly store: Store
  readonly name: string
  readonly #onUnused: () => void
  isClosed = false
  #uses = 0

  constructor(name: string, store: Store, onUnused: () => void) {
    this.name = name
    this.store = store
    this.#onUnused = onUnused
  }

  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** Keeps the database open until `release`, or until what this returns is disposed of. */
  acquire(): Disposable {
    this.#uses += 1
    return { [Symbol.dispose]: () => this.release() }
  }

  release(): void {
    this.#uses -= 1
    if (this.isClosed && this.#uses === 0) this.#onUnused()
  }

  /** Closes and removes the database when no call uses it, never within the running call. */
  close(): void {
    this.isClosed = true
    disposeOf(this.store.sqlite)
    setImmediate(() => {
      if (this.#uses === 0 && this.store.sqlite.open) this.#onUnused()
    })
  }
}
