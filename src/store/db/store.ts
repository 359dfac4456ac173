import type Database from 'better-sqlite3'
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'

export class Store {
  readonly sqlite: Database.Database
  /** Called when a transaction leaves invisible rows behind, which are removed later. */
  onLeftover: (() => void) | undefined
  #orm: BetterSQLite3Database | undefined
  readonly #statements = new Map<string, Database.Statement>()
  readonly #errors = new WeakSet<object>()

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite
    const prepare = sqlite.prepare.bind(sqlite)
    // The query builder prepares its statements here as well.
    sqlite.prepare = this.#watched((text: string) => {
      const statement = prepare(text)
      for (const method of ['get', 'all', 'run'] as const)
        statement[method] = this.#watched(statement[method].bind(statement)) as never
      return statement
    }) as typeof sqlite.prepare
  }

  /** True if a statement of this database has thrown an error, or what caused it; SQLite's errors do not say whose they are. */
  hasThrown(error: unknown): boolean {
    if (!(error instanceof Error)) return false
    return this.#errors.has(error) || this.hasThrown(error.cause)
  }

  /** The query builder, made when a statement is first prepared. */
  get orm(): BetterSQLite3Database {
    this.#orm ??= drizzle({ client: this.sqlite, casing: 'snake_case' })
    return this.#orm
  }

  /** Runs synchronous work in a transaction, which is rolled back when it throws; nested calls join the outer one. */
  transaction<T>(work: () => T): T {
    if (this.sqlite.inTransaction) return work()
    this.run('BEGIN')
    try {
      const result = work()
      this.run('COMMIT')
      return result
    } catch (error) {
      if (this.sqlite.inTransaction) this.run('ROLLBACK')
      throw error
    }
  }

  /** Runs a call of an operation in a transaction. A call that only reads needs no transaction, and fails if it has written. */
  operate<T>(work: () => T, { onlyReads = false } = {}): T {
    if (!onlyReads) return this.transaction(work)
    const before = this.value(CHANGES)
    const result = work()
    if (this.value(CHANGES) !== before) throw new Error('an operation that only reads has written')
    return result
  }

  get<Row>(text: string, ...values: unknown[]): Row | undefined {
    return this.#prepare(text).get(...values) as Row | undefined
  }

  all<Row>(text: string, ...values: unknown[]): Row[] {
    return this.#prepare(text).all(...values) as Row[]
  }

  run(text: string, ...values: unknown[]): Database.RunResult {
    return this.#prepare(text).run(...values)
  }

  values<Value>(text: string, ...values: unknown[]): Value[] {
    return this.all<object>(text, ...values).map((row) => Object.values(row)[0])
  }

  value<Value>(text: string, ...values: unknown[]): Value | undefined {
    return Object.values(this.get<object>(text, ...values) ?? {})[0]
  }

  get sizeBytes(): number {
    return this.value(SIZE) ?? 0
  }

  close(): void {
    this.sqlite.close()
  }

  #watched<Values extends unknown[], T>(work: (...values: Values) => T) {
    return (...values: Values): T => {
      try {
        return work(...values)
      } catch (error) {
        this.#errors.add(Object(error))
        throw error
      }
    }
  }

  /** The statement of a text, prepared once: preparing it for every call would cost several times the query itself. */
  #prepare(text: string): Database.Statement {
    const query = this.#statements.get(text) ?? this.sqlite.prepare(text)
    this.#statements.set(text, query)
    return query
  }
}

const CHANGES = 'SELECT total_changes()'

const SIZE = 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size'

/** A query of the builder, which a store prepares when it first needs it and then keeps. */
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

/** A bound number of a LIMIT or OFFSET, as a sum: SQLite would prepare the statement anew for a bare parameter. */
export const boundNumber = <Name extends string>(name: Name): Placeholder<Name> =>
  sql`(${sql.placeholder(name)} + 0)` as unknown as Placeholder<Name>

export const inBoundList = (value: SQLWrapper, name: string): SQL =>
  sql`${value} IN (SELECT value FROM json_each(${sql.placeholder(name)}))`

/** Keeps the table names of the columns in a selected expression, which the query builder drops in a select from one table. */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`
