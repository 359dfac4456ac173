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
    try {
      return this.#prepare(text).get(...values) as Row | undefined
    } catch (error) {
      throw this.#noted(error)
    }
  }

  all<Row>(text: string, ...values: unknown[]): Row[] {
    try {
      return this.#prepare(text).all(...values) as Row[]
    } catch (error) {
      throw this.#noted(error)
    }
  }

  run(text: string, ...values: unknown[]): Database.RunResult {
    try {
      return this.#prepare(text).run(...values)
    } catch (error) {
      throw this.#noted(error)
    }
  }

  values<Value>(text: string, ...values: unknown[]): Value[] {
    try {
      return this.#pluck(text).all(...values) as Value[]
    } catch (error) {
      throw this.#noted(error)
    }
  }

  /** The first values of rows, read one by one: nothing else may run until the last, or until the loop ends. */
  *eachValue<Value>(text: string, ...values: unknown[]): Generator<Value> {
    for (const value of this.#pluck(text).iterate(...values)) yield value as Value
  }

  value<Value>(text: string, ...values: unknown[]): Value | undefined {
    try {
      return this.#pluck(text).get(...values) as Value | undefined
    } catch (error) {
      throw this.#noted(error)
    }
  }

  get sizeBytes(): number {
    return this.value(SIZE) ?? 0
  }

  close(): void {
    this.sqlite.close()
  }

  #noted(error: unknown): unknown {
    this.#errors.add(Object(error))
    return error
  }

  #prepare(text: string): Database.Statement {
    return this.#allowed(this.#statements.get(text) ?? this.#keep(this.#statements, text))
  }

  #pluck(text: string): Database.Statement {
    return this.#allowed(this.#plucked.get(text) ?? this.#keep(this.#plucked, text).pluck())
  }

  /** Prepares a statement once: preparing it for every call would cost several times the query itself. */
  #keep(statements: Map<string, Database.Statement>, text: string): Database.Statement {
    const statement = this.sqlite.prepare(text)
    statements.set(text, statement)
    return statement
  }

  #allowed(statement: Database.Statement): Database.Statement {
    if (this.#isReading && !statement.readonly)
      throw new Error(`an operation that only reads may not run ${statement.source}`)
    return statement
  }
}

const SIZE = 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size'
