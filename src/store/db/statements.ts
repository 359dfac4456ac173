import type Database from 'better-sqlite3'
import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Store } from './store.ts'

/** The column name of a key: `created_at_ms` for `createdAtMs`. */
export const columnName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a table as a selected list, each under its key: `assets.id AS id, assets.created_at_ms AS createdAtMs`. */
export const columnsOf = (table: SQLiteTable): string =>
  Object.keys(getTableColumns(table))
    .map((key) => `${getTableName(table)}.${columnName(key)} AS ${key}`)
    .join(', ')

/** Makes a function that reads rows of a table; `rest` is the text behind its name, such as `WHERE name = ?`. */
export const selectFrom = <T extends SQLiteTable>(table: T, rest: string) => {
  const text = `SELECT ${columnsOf(table)} FROM ${getTableName(table)} ${rest}`
  const decoded = Object.entries(getTableColumns(table)).filter(([, column]) => isDecoded(column))
  return (store: Store, ...values: unknown[]): T['$inferSelect'][] => {
    const rows = store.all<Record<string, unknown>>(text, ...values)
    for (const row of rows)
      for (const [key, column] of decoded)
        if (row[key] !== null) row[key] = column.mapFromDriverValue(row[key])
    return rows
  }
}

/** True if SQLite stores the values of a column in another form: booleans as 0 and 1, JSON as text. */
const isDecoded = ({ dataType }: Column): boolean => dataType !== 'number' && dataType !== 'string'

export const findAllBy = <T extends SQLiteTable>(
  table: T,
  column: SQLiteColumn,
  ...order: SQLiteColumn[]
): ((store: Store, value: unknown) => T['$inferSelect'][]) => {
  const sorting = order.map(({ name }) => columnName(name)).join(', ')
  const condition = `WHERE ${columnName(column.name)} = ?`
  return selectFrom(table, sorting === '' ? condition : `${condition} ORDER BY ${sorting}`)
}

export const findBy = <T extends SQLiteTable>(table: T, column: SQLiteColumn) => {
  const findAll = findAllBy(table, column)
  return (store: Store, value: unknown): T['$inferSelect'] | undefined => findAll(store, value)[0]
}

/** Makes a function that inserts a row; columns that it leaves out are null. */
export const insertInto = <T extends SQLiteTable>(
  table: T,
  { insert = 'INSERT', onConflict = '' } = {},
) => {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([key]) => columnName(key))
  const places = columns.map(() => '?')
  const text = `${insert} INTO ${getTableName(table)} (${names}) VALUES (${places}) ${onConflict}`
  return (store: Store, row: T['$inferInsert']): Database.RunResult =>
    store.run(text, ...columns.map(([key, column]) => stored(column, Reflect.get(row, key))))
}

/** Makes a function that changes columns of the rows with a value; columns that are left out stay. */
export const updateBy = <T extends SQLiteTable>(table: T, column: SQLiteColumn) => {
  const columns = getTableColumns(table)
  return (store: Store, value: unknown, changes: Partial<T['$inferSelect']>): void => {
    const given = Object.entries(changes).filter(([, change]) => change !== undefined)
    if (given.length === 0) return
    const places = given.map(([key]) => `${columnName(key)} = ?`)
    const values = given.map(([key, change]) => stored(columns[key], change))
    const condition = `WHERE ${columnName(column.name)} = ?`
    store.run(`UPDATE ${getTableName(table)} SET ${places} ${condition}`, ...values, value)
  }
}

const stored = (column: Column | undefined, value: unknown): unknown =>
  value == null ? null : column?.mapToDriverValue(value)
