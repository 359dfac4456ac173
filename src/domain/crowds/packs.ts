import { LIMITS } from '../../kernel/limits.ts'
import { takeFreeId } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'
import { PACK_WIRE_ID } from '../../store/db/tables/workspace/crowds.ts'

export interface PackName {
  /** The wire id of the pack; the id of its row, its key, may differ. */
  id: number
  corpId: string
  source: string
}

const PACK_BY_NAME = `SELECT id FROM crowd_packs
   WHERE is_deleted = 0 AND ${PACK_WIRE_ID} = :id AND corp_id = :corpId AND source = :source`

const PACK_BY_ID = `SELECT id FROM crowd_packs WHERE is_deleted = 0 AND ${PACK_WIRE_ID} = ?`

export const findPack = (store: Store, { id, corpId, source }: PackName): number | undefined =>
  store.value<number>(PACK_BY_NAME, { id, corpId, source })

export const findPackById = (store: Store, id: number): number | undefined =>
  store.value<number>(PACK_BY_ID, id)

/** True if a row id belongs to a pack with another wire id. A pack with the same wire id is not found, so that its insert fails. */
const OTHER_PACK_AT =
  'SELECT 1 FROM crowd_packs WHERE id = ? AND (is_deleted = 1 OR wire_id IS NOT NULL)'

/** The identifying columns of a new pack with a wire id; its row id is not one of `reserved`. */
export const newPackRow = (
  store: Store,
  wireId: number,
  reserved: ReadonlySet<number> = new Set(),
) => {
  if (store.value<number>(OTHER_PACK_AT, wireId) === undefined)
    return { id: wireId, wireId: null, isDeleted: false }
  const isTaken = (id: number) =>
    reserved.has(id) || store.value('SELECT 1 FROM crowd_packs WHERE id = ?', id) !== undefined
  return { id: takeFreeId(store, 'crowdPackRow', isTaken), wireId, isDeleted: false }
}

const REMOVE_MEMBERS = `DELETE FROM crowd_members WHERE id IN (
     SELECT id FROM crowd_members WHERE pack_id = :key ORDER BY id LIMIT :limit + 0)`

const MEMBER_AFTER =
  'SELECT id FROM crowd_members WHERE pack_id = :key ORDER BY id LIMIT 1 OFFSET :offset'

const REMOVE_PACK = 'DELETE FROM crowd_packs WHERE id = ?'

const FIRST_DELETED = 'SELECT id FROM crowd_packs WHERE is_deleted = 1 ORDER BY id LIMIT 1'

const hasMoreThan = (store: Store, key: number, offset: number): boolean =>
  store.value<number>(MEMBER_AFTER, { key, offset }) !== undefined

/** Deletes a pack by its key, at once for every reader; the members of a large one are removed later. */
export const deletePack = (store: Store, key: number): void => {
  const limit = LIMITS.deletedMembers.max
  if (hasMoreThan(store, key, limit)) {
    store.run('UPDATE crowd_packs SET is_deleted = 1 WHERE id = ?', key)
    store.onLeftover?.()
    return
  }
  store.run(REMOVE_MEMBERS, { key, limit })
  store.run(REMOVE_PACK, key)
}

/** Removes some members of a deleted pack, and the pack after the last; returns whether more may be left. */
export const removeLeftMembers = (store: Store): boolean => {
  const key = store.value<number>(FIRST_DELETED)
  if (key === undefined) return false
  store.transaction(() => {
    store.run(REMOVE_MEMBERS, { key, limit: LIMITS.removedMembers.max })
    if (!hasMoreThan(store, key, 0)) store.run(REMOVE_PACK, key)
  })
  return true
}
