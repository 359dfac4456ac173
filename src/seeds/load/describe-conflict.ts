import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnName } from '../../db/sql.ts'
import type { Store } from '../../db/store.ts'
import { quote } from '../../errors/quote.ts'

/**
 * Describes why the database refused a row, with the names of a seed. The checks of a seed find most of such rows
 * before and name their places; this is for the others.
 */
export const describeConflict = (
  store: Store,
  table: SQLiteTable,
  row: object,
  message: string,
): string => {
  if (message.startsWith('FOREIGN KEY'))
    return describeMissing(store, table, row) ?? 'something that it names does not exist'
  const [, kind, columns = ''] = /^(UNIQUE|NOT NULL) constraint failed: (.*)$/.exec(message) ?? []
  if (kind === 'UNIQUE') return describeTaken(table, row, columns.split(', '))
  if (kind === 'NOT NULL') return `${list(keysIn(table, columns.split(', ')))} is missing`
  return 'a value of it cannot be stored'
}

/** A key of the row that names a row which does not exist. */
const describeMissing = (store: Store, table: SQLiteTable, row: object): string | undefined => {
  for (const { reference } of getTableConfig(table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = reference()
    const keys = keysOf(table, columns)
    const values = keys.map((key) => Reflect.get(row, key))
    if (values.some((value) => value == null)) continue
    const target = getTableName(foreignTable)
    const conditions = keysOf(foreignTable, foreignColumns).map((key) => `${columnName(key)} = ?`)
    const found = store.sqlite
      .prepare(`SELECT 1 FROM ${target} WHERE ${conditions.join(' AND ')}`)
      .get(values)
    if (found === undefined)
      return `${list(keys)} is ${list(values.map(quote))}, which is not among the ${seedName(target)}`
  }
  return undefined
}

/** The keys of the row whose values another row has; `failed` are columns with their table. */
const describeTaken = (table: SQLiteTable, row: object, failed: readonly string[]): string => {
  const keys = keysIn(table, failed)
  const quoted = (key: string) => quote(Reflect.get(row, asGiven(key)) ?? Reflect.get(row, key))
  return `${list(keys.map((key) => `${asGiven(key)} ${quoted(key)}`))} is taken already`
}

/** The keys of columns that are given with their table. */
const keysIn = (table: SQLiteTable, columns: readonly string[]): string[] => {
  const prefix = `${getTableName(table)}.`
  return Object.keys(getTableColumns(table)).filter((key) =>
    columns.includes(`${prefix}${columnName(key)}`),
  )
}

const keysOf = (table: SQLiteTable, columns: readonly SQLiteColumn[]): string[] =>
  Object.entries(getTableColumns(table))
    .filter(([, column]) => columns.includes(column))
    .map(([key]) => key)

const list = (texts: readonly string[]): string => texts.join(', ')

/** `emailFolded` holds the e-mail address in lower case. */
const asGiven = (key: string): string => key.replace(/Folded$/, '')

/** The name of a table in a seed: `assetRights` for `asset_rights`. */
export const seedName = (table: string): string =>
  table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
