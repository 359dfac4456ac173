import { takeFreeId } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'

/** An unused id of a kind without a sequence; no state gets it again. */
export const freeId = (store: Store, table: string): number => {
  const query = `SELECT 1 FROM ${table} WHERE id = ?`
  return takeFreeId(store, 'stateItem', (id) => store.value(query, id) !== undefined)
}
