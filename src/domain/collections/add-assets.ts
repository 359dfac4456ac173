import { eq, sql } from 'drizzle-orm'
import type { CollectionAddition } from '../../contract/requests/collection-addition.ts'
import { prepared } from '../../db/store.ts'
import { collections } from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from '../assets/id-kinds.ts'
import { findInvisibleAssets } from '../assets/visibility.ts'
import type { ServiceContext } from '../call.ts'
import { accessTo } from '../collection-access.ts'

const addItems = prepared((store) =>
  store.sqlite.prepare<[collectionId: number, nowMs: number, ids: string]>(
    `INSERT OR IGNORE INTO collection_items (collection_id, asset_id, added_at_ms)
     SELECT ?, value, ? FROM json_each(?) ORDER BY key`,
  ),
)

const countAdded = prepared((store) =>
  store.orm
    .update(collections)
    .set({
      itemCount: sql`${collections.itemCount} + ${sql.placeholder('added')}`,
      updatedAtMs: sql`max(${collections.createdAtMs}, ${sql.placeholder('nowMs')})`,
      updateUser: sql`${sql.placeholder('actor')}`,
    })
    .where(eq(collections.id, sql.placeholder('collectionId')))
    .prepare(),
)

/** Adds assets to a collection, all or none; those already there stay once (E22). */
export const addAssets = (
  call: ServiceContext,
  { collectionId, assetIds }: CollectionAddition,
): true | null => {
  const { store, actor, nowMs } = call
  checkAccess(call, collectionId)
  const added = visibleOf(call, assetIds)
  const ids = JSON.stringify(added)
  const { changes } = addItems(store).run(collectionId, nowMs, ids)
  if (changes < added.length) call.outcome('known-asset')
  if (changes > 0 || call.variant('A-22-4') === 'every-call')
    countAdded(store).run({ collectionId, added: changes, nowMs, actor: actor.id })
  return call.variant('A-22-1') === 'null' ? null : true
}

const checkAccess = (call: ServiceContext, collectionId: number): void => {
  const access = accessTo(call, collectionId)
  if (!access) throw refuse.unknownCollection('collectionId', collectionId)
  if (!access.sees && call.variant('A-22-3') === 'unknown')
    throw refuse.unknownCollection('collectionId', collectionId)
  if (!access.mayAdd) throw refuse.noPermission()
}

const visibleOf = (call: ServiceContext, assetIds: readonly number[]): readonly number[] => {
  const invisible = findInvisibleAssets(call, call.actor, assetIds)
  if (invisible.length === 0) return assetIds
  const { ids, others } = assetsMeant(call, assetIds, new Set(invisible))
  const [other] = others
  if (other === undefined) return ids
  if (call.variant('A-22-2') === 'all-or-nothing') throw notAnAsset('assetIds', other)
  call.warn('unknown-passed-over', 'assetIds')
  warnOfFiles(call, 'assetIds', assetIds, others)
  return ids
}
