import type Database from 'better-sqlite3'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { columnName } from './sql.ts'
import type { Store } from './store.ts'

/** `SELECT` with all columns of a table, by their keys. */
export const selectFrom = (table: Table): string => {
  const columns = Object.keys(getTableColumns(table)).map((key) => `${columnName(key)} AS ${key}`)
  return `SELECT ${columns.join(', ')} FROM ${getTableName(table)}`
}

/** What follows `INSERT` for a row of a table. */
export const into = (table: Table): string => {
  const keys = Object.keys(getTableColumns(table))
  const values = keys.map((key) => `:${key}`)
  return `INTO ${getTableName(table)} (${keys.map(columnName).join(', ')}) VALUES (${values.join(', ')})`
}

/** Runs texts of SQL, each of which is prepared once. */
export class Queries {
  readonly #store: Store
  readonly #statements = new Map<string, Database.Statement<unknown[], unknown>>()

  constructor(store: Store) {
    this.#store = store
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

  /** The value of a query whose only column is `count`. */
  count(text: string, ...values: unknown[]): number {
    return this.get<{ count: number }>(text, ...values)?.count ?? 0
  }

  #prepare(text: string): Database.Statement<unknown[], unknown> {
    const known = this.#statements.get(text)
    if (known) return known
    const made = this.#store.sqlite.prepare<unknown[], unknown>(text)
    this.#statements.set(text, made)
    return made
  }
}
