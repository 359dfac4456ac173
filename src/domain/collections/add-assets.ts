import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/store.ts'
import { collections } from '../../db/tables/world/collections.ts'
import { refuse } from '../../kernel/errors.ts'
import { findInvisibleAsset } from '../assets/visibility.ts'
import type { Call } from '../call.ts'
import { mayAddTo } from './access.ts'

const addItems = prepared((store) =>
  store.sqlite.prepare<{ collectionId: number; nowMs: number; ids: string }>(
    `INSERT OR IGNORE INTO collection_items (collection_id, asset_id, added_at_ms)
     SELECT :collectionId, value, :nowMs FROM json_each(:ids) ORDER BY key`,
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
  call: Call,
  { collectionId, assetIds }: { collectionId: number; assetIds: readonly number[] },
): true => {
  const { store, actor, nowMs } = call
  const mayAdd = mayAddTo(store, actor, collectionId)
  if (mayAdd === undefined) throw refuse.unknownCollection('param.collectionId', collectionId)
  if (!mayAdd) throw refuse.noPermission()
  const invisible = findInvisibleAsset(store, actor, assetIds)
  if (invisible !== undefined) throw refuse.unknownAsset('param.assetIds', invisible)
  const { changes } = addItems(store).run({ collectionId, nowMs, ids: JSON.stringify(assetIds) })
  if (changes > 0) countAdded(store).run({ collectionId, added: changes, nowMs, actor: actor.id })
  return true
}
