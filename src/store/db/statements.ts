import type Database from 'better-sqlite3'
import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared, type Store } from './store.ts'

/** The column name of a key: `created_at_ms` for `createdAtMs`. */
export const columnName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Makes a function that inserts a row; columns that it leaves out are null. Drizzle takes longer for a row than SQLite. */
export const insertInto = <T extends SQLiteTable>(
  table: T,
  { insert = 'INSERT', onConflict = '' } = {},
) => {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([key]) => columnName(key))
  const places = columns.map(() => '?')
  const text = `${insert} INTO ${getTableName(table)} (${names}) VALUES (${places}) ${onConflict}`
  const valuesOf = (row: object): unknown[] =>
    columns.map(([key, column]) => {
      const value: unknown = Reflect.get(row, key)
      return value == null ? null : column.mapToDriverValue(value)
    })
  return (store: Store, row: T['$inferInsert']): Database.RunResult =>
    store.run(text, ...valuesOf(row))
}

export const findAllBy = <T extends SQLiteTable>(
  table: T,
  column: SQLiteColumn,
  ...order: SQLiteColumn[]
): ((store: Store, value: unknown) => T['$inferSelect'][]) => {
  const query = prepared((store) =>
    store.orm
      .select()
      .from(table as SQLiteTable)
      .where(eq(column, sql.placeholder('value')))
      .orderBy(...order)
      .prepare(),
  )
  return (store, value) => query(store).all({ value })
}

export const findBy = <T extends SQLiteTable>(table: T, column: SQLiteColumn) => {
  const findAll = findAllBy(table, column)
  return (store: Store, value: unknown): T['$inferSelect'] | undefined => findAll(store, value)[0]
}
