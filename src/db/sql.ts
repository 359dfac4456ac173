import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The column name of a key: `created_at_ms` for `createdAtMs`. */
export const columnName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A bound number of a LIMIT or OFFSET, as a sum: SQLite would prepare the statement anew for a bare parameter. */
export const boundNumber = <Name extends string>(name: Name): Placeholder<Name> =>
  sql`(${sql.placeholder(name)} + 0)` as unknown as Placeholder<Name>

export const inBoundList = (value: SQLWrapper, name: string): SQL =>
  sql`${value} IN (SELECT value FROM json_each(${sql.placeholder(name)}))`

/** Keeps the table names of the columns in a selected expression, which the query builder drops in a select from one table. */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`
