import type Database from 'better-sqlite3'
import { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { CompilingSession } from './compiled-query.ts'
import { WriteWatch } from './write-watch.ts'

/** An open database with its query builder and its three transaction statements, prepared once. */
export class Store {
  readonly sqlite: Database.Database
  /** Notices writes that make kept lookups invalid. */
  readonly writeWatch: WriteWatch
  /** Called when a transaction leaves invisible rows behind, which are removed later. */
  onLeftover: (() => void) | undefined
  /** How many ids of a kind are skipped after one, while a call runs whose ids vary; undefined without gaps. */
  idGaps: ((name: string, lastId: number) => number) | undefined
  #orm: BetterSQLite3Database | undefined
  readonly #begin: Database.Statement
  readonly #commit: Database.Statement
  readonly #rollback: Database.Statement

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite
    this.writeWatch = new WriteWatch(sqlite)
    this.#begin = sqlite.prepare('BEGIN')
    this.#commit = sqlite.prepare('COMMIT')
    this.#rollback = sqlite.prepare('ROLLBACK')
  }

  /** The query builder, made when a statement is first prepared. */
  get orm(): BetterSQLite3Database {
    this.#orm ??= newBuilder(this.sqlite)
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

  /**
   * Runs a call of an operation in a transaction. One that only reads a database in memory needs none, because nothing else can
   * write meanwhile; in a file it takes the lock once for all statements.
   */
  operate<T>(work: () => T, { onlyReads = false } = {}): T {
    const isBare = onlyReads && this.sqlite.memory
    return this.writeWatch.operate(isBare ? work : () => this.transaction(work), onlyReads)
  }

  close(): void {
    this.sqlite.close()
  }
}

const newBuilder = (sqlite: Database.Database): BetterSQLite3Database => {
  const dialect = new SQLiteSyncDialect({ casing: 'snake_case' })
  return new BetterSQLite3Database(
    'sync',
    dialect,
    new CompilingSession(sqlite, dialect),
    undefined,
  )
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
