import { getTableColumns, type Placeholder, sql, type Table } from 'drizzle-orm'

/** A placeholder per column, named like it: the values of an insert that is prepared once. */
export const placeholdersFor = <T extends Table>(
  table: T,
): { [Column in keyof T['$inferInsert']]-?: Placeholder<Column & string> } =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(column)]),
  ) as { [Column in keyof T['$inferInsert']]-?: Placeholder<Column & string> }
