import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { type SequenceName, takeIds } from '../../store/db/sequences.ts'
import { columnName, insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'

type Row<T extends SQLiteTable> = T['$inferInsert']

/** Inserts rows, or changes those that have their primary keys, so that references to them stay. */
export const putAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  rows: readonly Row<T>[],
): void => {
  const composite = getTableConfig(table).primaryKeys.flatMap((key) => key.columns)
  const isKey = (column: SQLiteColumn) => column.primary || composite.includes(column)
  const columns = Object.entries(getTableColumns(table))
  const named = (wanted: boolean) =>
    columns.flatMap(([key, column]) => (isKey(column) === wanted ? columnName(key) : []))
  const changes = named(false).map((name) => `${name} = excluded.${name}`)
  insertAll(store, table, rows, `ON CONFLICT (${named(true)}) DO UPDATE SET ${changes}`)
}

/** Replaces the rows that belong to owners, which a column names. */
export const fillAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  owner: keyof T['$inferSelect'] & string,
  owners: readonly { id: number | string }[],
  rows: readonly Row<T>[],
): void => {
  removeOf(store, table, owner, owners)
  insertAll(store, table, rows)
}

export const removeOf = <T extends SQLiteTable>(
  store: Store,
  table: T,
  owner: keyof T['$inferSelect'] & string,
  owners: readonly { id: number | string }[],
): void => {
  if (owners.length === 0) return
  const remove = `DELETE FROM ${getTableName(table)}
    WHERE ${columnName(owner)} IN (SELECT value FROM json_each(?))`
  store.run(remove, JSON.stringify(owners.map(({ id }) => id)))
}

export const insertAll = <T extends SQLiteTable>(
  store: Store,
  table: T,
  rows: readonly Row<T>[],
  onConflict = '',
): void => {
  const insert = insertInto(table, { onConflict })
  for (const row of rows) {
    try {
      insert(store, row)
    } catch (error) {
      throw refusalOf(table, row, error)
    }
  }
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/_FOREIGNKEY$/, 'names something that is not there'],
  [/_(UNIQUE|PRIMARYKEY)$/, 'is there already'],
  [/^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/, 'has a value that cannot be stored'],
]

const refusalOf = (table: SQLiteTable, row: object, cause: unknown): unknown => {
  const code = String((cause as { code?: unknown }).code)
  const [, reason] = REASONS.find(([pattern]) => pattern.test(code)) ?? []
  if (reason === undefined) return cause
  const name = getTableName(table).replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase())
  return new InvalidDataError(`${name} ${JSON.stringify(row).slice(0, 200)} ${reason}`, { cause })
}

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
