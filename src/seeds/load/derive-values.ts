import { ASSET_APPROVAL } from '../../domain/assets/asset-approval.ts'
import type { Store } from '../../store/db/store.ts'
import { approvalStatusOf } from '../approval-status.ts'
import type { SeedLists } from '../seed-format.ts'

const ASKED = 'IN (SELECT value FROM json_each(@asked))'

const CLEAR_STATUS = `UPDATE assets SET approval_status = ${ASSET_APPROVAL.none} WHERE id ${ASKED}`

const SET_STATUS = `UPDATE assets SET approval_status = last.approval_status
  FROM (${approvalStatusOf(ASKED)}) AS last WHERE assets.id = last.asset_id`

const SET_UPDATED = `UPDATE assets SET updated_at_ms = max(updated_at_ms, last.changed_at_ms)
  FROM (${approvalStatusOf(ASKED)}) AS last WHERE assets.id = last.asset_id`

const SET_ADDED = `UPDATE collection_items SET added_at_ms = max(added_at_ms, assets.created_at_ms)
  FROM assets WHERE assets.id = asset_id AND collection_id ${ASKED}`

const SET_COLLECTION_UPDATED = `UPDATE collections SET updated_at_ms = max(updated_at_ms, last.added_at_ms)
  FROM (SELECT collection_id, max(added_at_ms) AS added_at_ms FROM collection_items
    WHERE collection_id ${ASKED} GROUP BY collection_id) AS last
  WHERE id = last.collection_id`

const idsWithout = <T extends { id: number }>(rows: readonly T[], key: keyof T): number[] =>
  rows.filter((row) => row[key] === undefined).map(({ id }) => id)

/** The assets that the database has for the approvals whose ids the seed uses. */
export const findApproved = (store: Store, { approvals }: SeedLists): number[] => {
  if (approvals.length === 0) return []
  const query = `SELECT DISTINCT asset_id FROM approval_objects
    WHERE approval_id ${ASKED} AND asset_id IS NOT NULL`
  const asked = JSON.stringify(approvals.map(({ id }) => id))
  return store.values<number>(query, { asked })
}

/**
 * Derives what a seed does not state: `approvalStatus` and `updatedAtMs` of assets from their approvals, `updatedAtMs`
 * of collections from their assets. An asset that a replaced approval named before has the status of its other
 * approvals, without them 0.
 */
export const deriveValues = (
  store: Store,
  seed: SeedLists,
  approvedBefore: readonly number[],
): void => {
  const added = new Set(seed.assets.map(({ id }) => id))
  const isEarlier = (id: number): boolean => !added.has(id)
  const earlier = findApproved(store, seed).filter(isEarlier)
  const update = (query: string, ids: readonly number[]): void => {
    if (ids.length > 0) store.run(query, { asked: JSON.stringify(ids) })
  }
  update(CLEAR_STATUS, approvedBefore.filter(isEarlier))
  update(SET_STATUS, [
    ...approvedBefore.filter(isEarlier),
    ...idsWithout(seed.assets, 'approvalStatus'),
    ...earlier,
  ])
  update(SET_UPDATED, [...idsWithout(seed.assets, 'updatedAtMs'), ...earlier])
  update(
    SET_ADDED,
    seed.collections.map(({ id }) => id),
  )
  update(SET_COLLECTION_UPDATED, idsWithout(seed.collections, 'updatedAtMs'))
}
