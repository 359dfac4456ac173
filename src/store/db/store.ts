import type Database from 'better-sqlite3'

export class Store {
  readonly sqlite: Database.Database
  /** Called when a transaction leaves invisible rows behind, which are removed later. */
  onLeftover: (() => void) | undefined
  readonly #statements = new Map<string, Database.Statement>()
  /** Those of which only the first column is read. */
  readonly #plucked = new Map<string, Database.Statement>()
  readonly #errors = new WeakSet<object>()
  /** True while a call runs that may only read. */
  #isReading = false

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite
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

  /** Runs a call of an operation in a transaction. A call that only reads needs no transaction, and fails where it would write. */
  operate<T>(work: () => T, { onlyReads = false } = {}): T {
    if (!onlyReads) return this.transaction(work)
    this.#isReading = true
    try {
      return work()
    } finally {
      this.#isReading = false
    }
  }

  get<Row>(text: string, ...values: unknown[]): Row | undefined {
    return this.#watched(() => this.#prepare(text).get(...values) as Row | undefined)
  }

  all<Row>(text: string, ...values: unknown[]): Row[] {
    return this.#watched(() => this.#prepare(text).all(...values) as Row[])
  }

  run(text: string, ...values: unknown[]): Database.RunResult {
    return this.#watched(() => this.#prepare(text).run(...values))
  }

  values<Value>(text: string, ...values: unknown[]): Value[] {
    return this.#watched(() => this.#prepare(text, this.#plucked).all(...values) as Value[])
  }

  /** The first values of rows, read one by one: nothing else may run until the last, or until the loop ends. */
  *eachValue<Value>(text: string, ...values: unknown[]): Generator<Value> {
    try {
      for (const value of this.#prepare(text, this.#plucked).iterate(...values))
        yield value as Value
    } catch (error) {
      throw this.#noted(error)
    }
  }

  value<Value>(text: string, ...values: unknown[]): Value | undefined {
    return this.#watched(
      () => this.#prepare(text, this.#plucked).get(...values) as Value | undefined,
    )
  }

  get sizeBytes(): number {
    return this.value(SIZE) ?? 0
  }

  close(): void {
    this.sqlite.close()
  }

  #watched<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#noted(error)
    }
  }

  #noted(error: unknown): unknown {
    this.#errors.add(Object(error))
    return error
  }

  /** The statement of a text, prepared once: preparing it for every call would cost several times the query itself. */
  #prepare(text: string, statements = this.#statements): Database.Statement {
    let statement = statements.get(text)
    if (!statement) {
      statement = this.sqlite.prepare(text)
      if (statements === this.#plucked) statement.pluck()
      statements.set(text, statement)
    }
    if (this.#isReading && !statement.readonly)
      throw new Error(`an operation that only reads may not run ${text}`)
    return statement
  }
}

const SIZE = 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size'
