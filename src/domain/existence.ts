import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared, type Store } from '../db/store.ts'
import type { Refusal } from '../errors/refusal.ts'

/** Makes a search for the first id of a list that has no row, in one query. */
export const firstUnknownOf = (
  table: SQLiteTable,
): ((store: Store, ids: readonly number[]) => number | undefined) => {
  const firstUnknown = prepared((store) =>
    store.sqlite
      .prepare<[string], number>(
        `SELECT asked.value FROM json_each(?) asked
         WHERE NOT EXISTS (SELECT 1 FROM ${getTableName(table)} t WHERE t.id = asked.value)
         ORDER BY asked.key LIMIT 1`,
      )
      .pluck(),
  )
  return (store, ids) =>
    ids.length === 0 ? undefined : firstUnknown(store).get(JSON.stringify(ids))
}

/** Makes a check that refuses the first id of a list that has no row. */
export const mustExist = (
  table: SQLiteTable,
  unknown: (field: string, id: number) => Refusal,
): ((store: Store, field: string, ids: readonly number[]) => void) => {
  const firstUnknown = firstUnknownOf(table)
  return (store, field, ids) => {
    const missing = firstUnknown(store, ids)
    if (missing !== undefined) throw unknown(field, missing)
  }
}
