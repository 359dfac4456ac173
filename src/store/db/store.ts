import type Database from 'better-sqlite3'

export class Store {
  readonly sqlite: Database.Database
  /** Called when a transaction leaves invisible rows behind, which are removed later. */
  onLeftover: (() => void) | undefined
  readonly #statements = new Map<string, Database.Statement>()
  readonly #errors = new WeakSet<object>()

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite
    const prepare = sqlite.prepare.bind(sqlite)
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

  /** The first values of rows, read one by one: nothing else may run until the last, or until the loop ends. */
  *eachValue<Value>(text: string, ...values: unknown[]): Generator<Value> {
    for (const row of this.#prepare(text).iterate(...values)) yield Object.values(row as object)[0]
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
