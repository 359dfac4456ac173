import type Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'

/** An open database with its query builder and its three transaction statements, prepared once. */
export class Store {
  readonly sqlite: Database.Database
  /** Called when a transaction leaves invisible rows behind, which are removed later. */
  onLeftover: (() => void) | undefined
  #orm: BetterSQLite3Database | undefined
  readonly #begin: Database.Statement
  readonly #commit: Database.Statement
  readonly #rollback: Database.Statement

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite
    this.#begin = sqlite.prepare('BEGIN')
    this.#commit = sqlite.prepare('COMMIT')
    this.#rollback = sqlite.prepare('ROLLBACK')
  }

  /** The query builder, made when a statement is first prepared. */
  get orm(): BetterSQLite3Database {
    this.#orm ??= drizzle({ client: this.sqlite, casing: 'snake_case' })
    return this.#orm
  }

  /** Runs synchronous work in a transaction, which is rolled back when it throws; nested calls join the outer one. */
  transaction<T>(work: () => T): T {
    if (this.sqlite.inTransaction) return work()
    this.#begin.run()
    try {
      const result = work()
      this.#commit.run()
      return result
    } catch (error) {
      if (this.sqlite.inTransaction) this.#rollback.run()
      throw error
    }
  }

  /** Runs a call of an operation in a transaction; one that only reads needs none, and fails where it has written. */
  operate<T>(work: () => T, { onlyReads = false } = {}): T {
    if (!onlyReads) return this.transaction(work)
    const before = changes(this).get()
    const result = work()
    if (changes(this).get() !== before) throw new Error('an operation that only reads has written')
    return result
  }

  close(): void {
    this.sqlite.close()
  }
}

/**
 * A statement that is prepared when a store first needs it and kept as long as the store is open.
 * Preparing for every call would cost several times the query itself.
 */
export const prepared = <S>(build: (store: Store) => S): ((store: Store) => S) => {
  const kept = new WeakMap<Store, S>()
  return (store) => {
    const found = kept.get(store)
    if (found !== undefined) return found
    const built = build(store)
    kept.set(store, built)
    return built
  }
}

const changes = prepared((store) =>
  store.sqlite.prepare<[], number>('SELECT total_changes()').pluck(),
)
