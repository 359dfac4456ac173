import type Database from 'better-sqlite3'

/**
 * Notices that something other than an operation has written to an open database: a seed, a state, a service of the control
 * plane or a test. What lookups keep is valid until then. SQLite itself counts the changes, so that no writer has to report them.
 */
export class WriteWatch {
  readonly #sqlite: Database.Database
  #counter: Database.Statement<[], number> | undefined
  #seen = 0
  #epoch = 0
  #isOperating = false
  #onlyReads = false

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite
  }

  /** Another number after every such write; undefined in a transaction of which a part may still be rolled back. */
  get epoch(): number | undefined {
    if (!this.#isOperating) {
      if (this.#sqlite.inTransaction) return undefined
      this.#look()
    }
    return this.#epoch
  }

  /** Another number after every write, also of an operation; undefined in a call or a transaction that may write. */
  get version(): number | undefined {
    if (this.#isOperating) return this.#onlyReads ? this.#seen : undefined
    return this.#sqlite.inTransaction ? undefined : this.#changes()
  }

  /**
   * Runs a call of an operation, in its transaction. Its own writes do not count unless it fails: then they are rolled back, and a
   * user whom it has created may have been kept. Fails where it only reads and has written.
   */
  operate<T>(work: () => T, onlyReads: boolean): T {
    this.#look()
    this.#isOperating = true
    this.#onlyReads = onlyReads
    try {
      const result = work()
      const changes = this.#changes()
      if (onlyReads && changes !== this.#seen)
        throw new Error('an operation that only reads has written')
      this.#seen = changes
      return result
    } finally {
      this.#isOperating = false
    }
  }

  #look(): void {
    const changes = this.#changes()
    if (changes === this.#seen) return
    this.#seen = changes
    this.#epoch += 1
  }

  #changes(): number {
    this.#counter ??= this.#sqlite.prepare<[], number>('SELECT total_changes()').pluck()
    return this.#counter.get() ?? 0
  }
}
