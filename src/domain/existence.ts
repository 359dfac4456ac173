import type { Refusal } from '../contract/errors/refusal.ts'
import type { Store } from '../store/db/store.ts'

/** Makes a check that refuses the first id of a list that has no row in a table. */
export const mustExist = (
  table: string,
  unknown: (field: string, id: number) => Refusal,
): ((store: Store, field: string, ids: readonly number[]) => void) => {
  const ROW_BY_ID = `SELECT 1 FROM ${table} WHERE id = ?`
  return (store, field, ids) => {
    const missing = ids.find((id) => store.value<number>(ROW_BY_ID, id) === undefined)
    if (missing !== undefined) throw unknown(field, missing)
  }
}
