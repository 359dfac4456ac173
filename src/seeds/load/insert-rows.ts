import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnName } from '../../db/column-names.ts'
import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { quote } from '../../errors/quote.ts'
import { describeConflict, seedName } from './describe-conflict.ts'

/** Inserts rows by one statement that is prepared once for all of them; the error names the row. */
export const insertAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  rows: readonly T['$inferSelect'][],
): void => {
  if (rows.length === 0) return
  // Without the query builder, which takes longer for a row than the insert.
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([key]) => columnName(key)).join(', ')
  const places = columns.map(() => '?').join(', ')
  const statement = store.sqlite.prepare(
    `INSERT INTO ${getTableName(table)} (${names}) VALUES (${places})`,
  )
  const valuesOf = (row: object) =>
    columns.map(([key, column]) => driverValue(Reflect.get(row, key), column))
  for (const row of rows) {
    try {
      statement.run(valuesOf(row))
    } catch (error) {
      if (codeOf(error) === 'SQLITE_FULL') throw causeOf(error)
      const reason = reasonOf(error)
      const conflict = describeConflict(store, table, row, reason)
      const id = 'id' in row && !conflict?.startsWith('id ') ? `, id ${row.id}` : ''
      throw new InvalidDataError(
        `${seedName(getTableName(table))}${id}: ${conflict ?? `${reason} in ${quote(row)}`}`,
        { cause: error },
      )
    }
  }
}

const driverValue = (value: unknown, column: { mapToDriverValue(value: unknown): unknown }) =>
  value == null ? null : column.mapToDriverValue(value)

/** The highest of these ids, or 0. */
export const highestId = (rows: readonly { id: number }[]): number =>
  rows.reduce((highest, { id }) => Math.max(highest, id), 0)

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error

const codeOf = (error: unknown): unknown => (causeOf(error) as { code?: unknown }).code

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message
}
