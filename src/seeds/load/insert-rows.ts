import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type SequenceName, takeIds } from '../../db/sequences.ts'
import { columnName } from '../../db/sql.ts'
import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'

/** Inserts rows by one statement that is prepared once for all of them; the error names the row. */
export const insertAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  rows: readonly T['$inferSelect'][],
): void => runForAll(store, table, rows, '')

/** Inserts rows, or changes those that have their primary keys, so that references to them stay. */
export const putAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  rows: readonly T['$inferSelect'][],
): void => {
  const columns = Object.entries(getTableColumns(table))
  const composite = getTableConfig(table).primaryKeys.flatMap((key) => key.columns)
  const isKey = (column: SQLiteColumn) => column.primary || composite.includes(column)
  const keys = columns.filter(([, column]) => isKey(column)).map(([key]) => columnName(key))
  const changes = columns
    .filter(([, column]) => !isKey(column))
    .map(([key]) => `${columnName(key)} = excluded.${columnName(key)}`)
  runForAll(store, table, rows, `ON CONFLICT (${keys}) DO UPDATE SET ${changes}`)
}

const runForAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  rows: readonly T['$inferSelect'][],
  onConflict: string,
): void => {
  if (rows.length === 0) return
  // Without the query builder, which takes longer for a row than the insert.
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([key]) => columnName(key)).join(', ')
  const places = columns.map(() => '?').join(', ')
  const statement = store.sqlite.prepare(
    `INSERT INTO ${getTableName(table)} (${names}) VALUES (${places}) ${onConflict}`,
  )
  const valuesOf = (row: object) =>
    columns.map(([key, column]) => driverValue(Reflect.get(row, key), column))
  for (const row of rows) {
    try {
      statement.run(valuesOf(row))
    } catch (error) {
      throw refusalOf(table, row, error)
    }
  }
}

/** The error for a row that the database refused; the checks of a seed find most of such rows before. */
const refusalOf = (table: SQLiteTable, row: object, error: unknown): unknown => {
  if (!REFUSED_ROW.test(String((error as { code?: unknown }).code))) return error
  const name = getTableName(table).replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase())
  const id = 'id' in row ? `, id ${row.id}` : ''
  const options = { cause: error }
  return new InvalidDataError(`${name}${id}: a value of it cannot be stored`, options)
}

/** Errors that the values of a row cause. */
const REFUSED_ROW = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/

const driverValue = (value: unknown, column: { mapToDriverValue(value: unknown): unknown }) =>
  value == null ? null : column.mapToDriverValue(value)

/** The highest of these ids, or 0. */
export const highestId = (rows: readonly { id: number }[]): number =>
  rows.reduce((highest, { id }) => Math.max(highest, id), 0)

/** Ids for a number of rows: those of the rows that they replace, then new ones. */
export const takeIdsAfter = (
  store: Store,
  sequence: SequenceName,
  replaced: readonly number[],
  count: number,
): number[] => {
  const missing = count - replaced.length
  const first = missing > 0 ? takeIds(store, sequence, missing) : 0
  return Array.from(
    { length: count },
    (_, index) => replaced[index] ?? first + index - replaced.length,
  )
}
