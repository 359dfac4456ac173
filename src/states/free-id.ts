import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { takeFreeId } from '../db/sequences.ts'
import { prepared, type Store } from '../db/store.ts'

const finders = prepared(() => new Map<string, (id: number) => boolean>())

/** An unused id of a kind without a sequence; no state gets it again. */
export const freeId = (store: Store, table: SQLiteTable): number =>
  takeFreeId(store, 'stateItem', finderOf(store, getTableName(table)))

const finderOf = (store: Store, table: string): ((id: number) => boolean) => {
  const kept = finders(store).get(table)
  if (kept) return kept
  const statement = store.sqlite.prepare<[number]>(`SELECT 1 FROM ${table} WHERE id = ?`)
  const isTaken = (id: number): boolean => statement.get(id) !== undefined
  finders(store).set(table, isTaken)
  return isTaken
}
