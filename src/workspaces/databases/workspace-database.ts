import type { Store } from '../../db/store.ts'

/** An open database of a database, with the calls that use it; it closes after the last one when its time is over. */
export class WorkspaceDatabase {
  readonly store: Store
  readonly name: string
  readonly #close: (database: WorkspaceDatabase) => void
  #visits = 0
  #isRetired = false

  constructor(name: string, store: Store, close: (database: WorkspaceDatabase) => void) {
    this.name = name
    this.store = store
    this.#close = close
  }

  /** Whether another database has taken its place. */
  get isClosed(): boolean {
    return this.#isRetired
  }

  get isInUse(): boolean {
    return this.#visits > 0
  }

  acquire(): void {
    this.#visits += 1
  }

  release(): void {
    this.#visits -= 1
    if (this.#isRetired && this.#visits === 0) this.#close(this)
  }

  /** Closes the database when no call uses it, never within the running call. */
  close(): void {
    this.#isRetired = true
    setImmediate(() => {
      if (this.#visits === 0 && this.store.sqlite.open) this.#close(this)
    })
  }
}
