import {
  getTableColumns,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
  type Table,
} from 'drizzle-orm'

/** A placeholder per column, named like it: the values of an insert that is prepared once. */
export const placeholdersFor = <T extends Table>(
  table: T,
): { [Column in keyof T['$inferInsert']]-?: Placeholder<Column & string> } =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(column)]),
  ) as { [Column in keyof T['$inferInsert']]-?: Placeholder<Column & string> }

/**
 * A bound number of a LIMIT or OFFSET, as a sum. SQLite plans by the value of a bare parameter there, so it would prepare
 * the statement again at each call, which takes longer than a page.
 */
export const boundNumber = <Name extends string>(name: Name): Placeholder<Name> =>
  sql`(${sql.placeholder(name)} + 0)` as unknown as Placeholder<Name>

/** The condition that a value is in a list, which is bound as JSON text. */
export const inBoundList = (value: SQLWrapper, name: string): SQL =>
  sql`${value} IN (SELECT value FROM json_each(${sql.placeholder(name)}))`
