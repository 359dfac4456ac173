import { refuse } from '../../contract/errors/refusals.ts'
import type { CollectionAddition } from '../../contract/resources/collection-shapes.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from '../assets/id-kinds.ts'
import type { ServiceContext } from '../call.ts'
import { otherKind } from '../existence.ts'
import { whyHidden, whyNotAdded } from '../users/explain-rights.ts'
import { accessTo, findInvisibleAssets } from '../visibility.ts'

const ADD_ITEMS = `INSERT OR IGNORE INTO collection_items (collection_id, asset_id, added_at_ms)
   SELECT ?, value, ? FROM json_each(?) ORDER BY key`

const COUNT_ADDED = `UPDATE collections SET item_count = item_count + ?, updated_at_ms = max(created_at_ms, ?),
     update_user = ? WHERE id = ?`

/** Adds assets to a collection, all or nothing; existing assets are not added again (E22). */
export const addAssets = (
  call: ServiceContext,
  { collectionId, assetIds }: CollectionAddition,
): true | null => {
  const { store, actor, nowMs } = call
  if (assetIds.length === 0) call.warn('empty-list', 'assetIds')
  checkAccess(call, collectionId)
  const added = visibleOf(call, assetIds)
  const ids = JSON.stringify(added)
  const { changes } = store.run(ADD_ITEMS, collectionId, nowMs, ids)
  if (changes < added.length) call.outcome('known-asset')
  if (changes > 0 || call.variant('A-22-4') === 'every-call')
    store.run(COUNT_ADDED, changes, nowMs, actor.id, collectionId)
  return call.variant('A-22-1') === 'null' ? null : true
}

const checkAccess = (call: ServiceContext, collectionId: number): void => {
  const access = accessTo(call, collectionId)
  if (!access)
    throw refuse
      .unknownCollection('collectionId', collectionId)
      .with(otherKind(call, [collectionId]))
  if (!access.sees && call.variant('A-22-3') === 'unknown')
    throw refuse
      .unknownCollection('collectionId', collectionId)
      .because(whyHidden(call, `collection ${collectionId}`))
  if (!access.mayAdd) throw refuse.noPermission().because(whyNotAdded(call, collectionId))
}

const visibleOf = (call: ServiceContext, assetIds: readonly number[]): readonly number[] => {
  const invisible = findInvisibleAssets(call, call.actor, assetIds)
  if (invisible.length === 0) return assetIds
  const { ids, others } = assetsMeant(call, assetIds, new Set(invisible))
  if (others.length === 0) return ids
  if (call.variant('A-22-2') === 'all-or-nothing') throw notAnAsset(call, 'assetIds', others)
  warnOfFiles(call, 'assetIds', assetIds, others)
  return ids
}
