import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared, type Store } from '../db/store.ts'
import type { Refusal } from '../kernel/errors.ts'

/**
 * Makes a check that refuses the first id of a list that has no row. The list is asked in one query,
 * however long it is.
 */
export const mustExist = (
  table: SQLiteTable,
  unknown: (field: string, id: number) => Refusal,
): ((store: Store, field: string, ids: readonly number[]) => void) => {
  const firstUnknown = prepared((store) =>
    store.sqlite
      .prepare<[string], number>(
        `SELECT asked.value FROM json_each(?) asked
         WHERE NOT EXISTS (SELECT 1 FROM ${getTableName(table)} t WHERE t.id = asked.value)
         ORDER BY asked.key LIMIT 1`,
      )
      .pluck(),
  )
  return (store, field, ids) => {
    if (ids.length === 0) return
    const missing = firstUnknown(store).get(JSON.stringify(ids))
    if (missing !== undefined) throw unknown(field, missing)
  }
}
