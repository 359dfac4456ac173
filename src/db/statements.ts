import type Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { placeholdersFor } from './sql.ts'
import { prepared, type Store } from './store.ts'

type Statement<Parameters extends unknown[] | object, Row> = (
  store: Store,
) => Parameters extends unknown[]
  ? Database.Statement<Parameters, Row>
  : Database.Statement<[Parameters], Row>

/** A statement of SQL text, prepared once for each store. */
export const statement = <Parameters extends unknown[] | object = [], Row = unknown>(
  text: string,
): Statement<Parameters, Row> =>
  prepared((store) => store.sqlite.prepare<Parameters, Row>(text)) as Statement<Parameters, Row>

/** A query of SQL text for one column. */
export const valueQuery = <Parameters extends unknown[] | object, Value>(
  text: string,
): Statement<Parameters, Value> =>
  prepared((store) => store.sqlite.prepare<Parameters, Value>(text).pluck()) as Statement<
    Parameters,
    Value
  >

/** An insert of a whole row. */
export const insertInto = <T extends SQLiteTable>(table: T) =>
  prepared((store) => store.orm.insert(table).values(placeholdersFor(table)).prepare())

/** Makes a function that finds the row with a value in a column. */
export const findBy = <T extends SQLiteTable>(
  table: T,
  column: SQLiteColumn,
): ((store: Store, value: unknown) => T['$inferSelect'] | undefined) => {
  const query = prepared((store) =>
    store.orm
      .select()
      .from(table as SQLiteTable)
      .where(eq(column, sql.placeholder('value')))
      .prepare(),
  )
  return (store, value) => query(store).get({ value }) as T['$inferSelect'] | undefined
}
