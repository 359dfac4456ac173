import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The columns and expressions that make the fields of an object; a missing or unknown field does not compile. */
type FieldSources<T> = { readonly [Field in keyof T]-?: SQLWrapper }

/**
 * The JSON text of an object, its fields in the order given. SQLite makes the text of a row in about the time in which the
 * driver hands over its columns, so that long answers need neither rows nor objects. A text inside is escaped as by
 * `JSON.stringify`. A number that a call binds would have a fraction, `5.0`, so that only columns and sums of them are numbers here.
 */
export const jsonObject = <T>(fields: FieldSources<T>): SQL<string> => {
  const pairs = Object.entries<SQLWrapper>(fields).map(
    ([name, source]) => sql`${sql.raw(`'${name}'`)}, ${source}`,
  )
  return sql<string>`json_object(${sql.join(pairs, sql`, `)})`
}

/** The JSON value of a flag, which a database has as 0 or 1. */
export const jsonFlag = (flag: SQLWrapper): SQL<string> =>
  sql<string>`json(iif(${flag}, 'true', 'false'))`

/** The JSON value that a column has as text; null where the column is null. */
export const jsonStored = (text: SQLWrapper): SQL<string> => sql<string>`json(${text})`

/**
 * The JSON text of a list of values, one of each row of a group, in an order. Without one it is that of the rows, which is
 * certain only where they come from a query with a LIMIT.
 */
export const jsonList = (value: SQLWrapper, ...order: readonly SQLWrapper[]): SQL<string> =>
  order.length === 0
    ? sql<string>`json_group_array(${value})`
    : sql<string>`json_group_array(${value} ORDER BY ${sql.join([...order], sql`, `)})`
