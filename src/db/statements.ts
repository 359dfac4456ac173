import type Database from 'better-sqlite3'
import { eq, getTableColumns, getTableName, sql, type Table } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnName, placeholdersFor } from './sql.ts'
import { prepared, type Store } from './store.ts'

/** A statement of SQL text, prepared once for each store. */
export const statement = <Parameters extends unknown[] | object = [], Row = unknown>(
  text: string,
): ((store: Store) => Database.Statement<Parameters, Row>) =>
  prepared((store) => store.sqlite.prepare<Parameters, Row>(text))

export const valueQuery = <Parameters extends unknown[] | object, Value>(
  text: string,
): ((store: Store) => Database.Statement<Parameters, Value>) =>
  prepared((store) => {
    const query = store.sqlite.prepare<Parameters, Value>(text)
    query.pluck()
    return query
  })

/** An insert of a whole row. */
export const insertInto = <T extends SQLiteTable>(table: T) =>
  prepared((store) => store.orm.insert(table).values(placeholdersFor(table)).prepare())

/** Makes a function that finds the row with a value in a column. */
export const findBy = <T extends SQLiteTable>(
  table: T,
  column: SQLiteColumn,
): ((store: Store, value: unknown) => T['$inferSelect'] | undefined) => {
  const query = prepared((store) =>
    store.orm
      .select()
      .from(table as SQLiteTable)
      .where(eq(column, sql.placeholder('value')))
      .prepare(),
  )
  return (store, value) => query(store).get({ value }) as T['$inferSelect'] | undefined
}

/** The size of an open database, in bytes. */
export const databaseBytes = (store: Store): number =>
  queriesOf(store).value(
    'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
  ) ?? 0

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

  /** The first column of the first row. */
  value<Value>(text: string, ...values: unknown[]): Value | undefined {
    return Object.values(this.get<object>(text, ...values) ?? {})[0]
  }

  #prepare(text: string): Database.Statement<unknown[], unknown> {
    const known = this.#statements.get(text)
    const query = known ?? this.#store.sqlite.prepare<unknown[], unknown>(text)
    if (!known) this.#statements.set(text, query)
    return query
  }
}

export const queriesOf = prepared((store) => new Queries(store))
