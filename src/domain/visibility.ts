import type { Actor, ActorContext, BareContext } from './call.ts'

/** Kinds of units that rights are given to; wire name `unitType`. */
export const UNIT_TYPES = { user: 1, department: 2, everyone: 3 } as const

/** The `unitId` of everyone. */
export const EVERYONE_ID = 0

/** The condition that a right of a table is for the acting user: for the user, a department that the user is in or below, or everyone. */
const isForActor = (rights: string): string =>
  `(${rights}.unit_type = ${UNIT_TYPES.everyone}
    OR (${rights}.unit_type = ${UNIT_TYPES.user} AND ${rights}.unit_id = :actor)
    OR (${rights}.unit_type = ${UNIT_TYPES.department}
      AND ${rights}.unit_id IN (SELECT value FROM json_each(:departments))))`

const actorParameters = (actor: Actor) => ({
  actor: actor.id,
  admin: actor.role === 'administrator' ? 1 : 0,
  departments: actor.departmentIds,
})

const hasRightOnPath = (extra = ''): string =>
  `EXISTS (
    SELECT 1 FROM collection_ancestors AS above
    JOIN collection_rights ON collection_rights.collection_id = above.ancestor_id
    WHERE above.collection_id = collections.id AND ${isForActor('collection_rights')} ${extra})`

const IS_OWN_COLLECTION = '(:admin = 1 OR collections.create_user = :actor)'

/** Archive groups can be no collections (A-17-2). */
const IS_COLLECTION = 'NOT (:archiveIsApart = 1 AND collections.archive_path IS NOT NULL)'

/** The condition that the acting user sees a collection (A-visibility-1); see {@link collectionParameters}. */
export const COLLECTION_IS_VISIBLE = `(${IS_COLLECTION} AND (${IS_OWN_COLLECTION} OR ${hasRightOnPath()}))`

/** The condition that the acting user sees an archive group (A-visibility-1); see {@link collectionParameters}. */
export const ARCHIVE_GROUP_IS_VISIBLE = `(:archiveIsApart = 1 OR ${COLLECTION_IS_VISIBLE})`

export const collectionParameters = (call: Pick<BareContext, 'variant'>, actor: Actor) => ({
  archiveIsApart: call.variant('A-17-2') === 'own' ? 1 : 0,
  ...actorParameters(actor),
})

const ACCESS_BY_ID = `SELECT ${COLLECTION_IS_VISIBLE} AS sees,
    (${IS_OWN_COLLECTION} OR ${hasRightOnPath('AND collection_rights.may_add = 1')}) AS mayAdd
  FROM collections WHERE id = :id AND ${IS_COLLECTION}`

/** If the acting user can see a collection and may add to it; undefined for an unknown collection. */
export const accessTo = (call: ActorContext, id: number) => {
  const row = call.store.get<{ sees: 0 | 1; mayAdd: 0 | 1 }>(ACCESS_BY_ID, {
    id,
    ...collectionParameters(call, call.actor),
  })
  return row && { sees: row.sees === 1, mayAdd: row.mayAdd === 1 }
}

/** More than rights can count (A-visibility-1). */
const IS_OWN_ASSET = '(:collectionsShare = 1 AND assets.create_user = :actor)'

/**
 * The condition that the acting user sees an asset (A-visibility-1); see {@link assetParameters}.
 * The cheaper reasons are first, because SQLite stops at the first that holds.
 */
export const ASSET_IS_VISIBLE = `(:admin = 1 OR ${IS_OWN_ASSET}
    OR EXISTS (
      SELECT 1 FROM asset_rights
      WHERE asset_rights.asset_id = assets.id AND ${isForActor('asset_rights')})
    OR (:collectionsShare = 1 AND EXISTS (
      SELECT 1 FROM collection_items AS item
      JOIN collections ON collections.id = item.collection_id
      WHERE item.asset_id = assets.id AND ${COLLECTION_IS_VISIBLE})))`

export const ASSET_IS_DOWNLOADABLE = `(:admin = 1 OR ${IS_OWN_ASSET} OR EXISTS (
    SELECT 1 FROM asset_rights JOIN data_roles ON data_roles.id = asset_rights.data_role_id
    WHERE asset_rights.asset_id = assets.id AND data_roles.may_download = 1
      AND ${isForActor('asset_rights')}))`

export const seesEveryAsset = ({ role }: Actor): boolean => role === 'administrator'

export const assetParameters = (call: Pick<BareContext, 'variant'>, actor: Actor) => {
  // No variant is read for a user who sees every asset. Spreads are last: fields after one cost ten times as much.
  if (seesEveryAsset(actor))
    return { archiveIsApart: 0, collectionsShare: 0, ...actorParameters(actor) }
  const collectionsShare = call.variant('A-visibility-1') === 'collections' ? 1 : 0
  return collectionsShare
    ? { collectionsShare, ...collectionParameters(call, actor) }
    : { archiveIsApart: 0, collectionsShare, ...actorParameters(actor) }
}

const ACCESS_BY_ASSET = `SELECT ${ASSET_IS_VISIBLE} AS sees, ${ASSET_IS_DOWNLOADABLE} AS mayDownload
  FROM assets WHERE id = :id`

/** If the acting user can see an asset and may download its original file; undefined for an unknown asset. */
export const accessToAsset = (call: ActorContext, id: number) => {
  const row = call.store.get<{ sees: 0 | 1; mayDownload: 0 | 1 }>(ACCESS_BY_ASSET, {
    id,
    ...assetParameters(call, call.actor),
  })
  return row && { sees: row.sees === 1, mayDownload: row.mayDownload === 1 }
}

const INVISIBLE = `SELECT asked.value FROM json_each(:ids) AS asked
   WHERE NOT EXISTS (SELECT 1 FROM assets WHERE assets.id = asked.value AND ${ASSET_IS_VISIBLE})
   ORDER BY asked.key`

export const findInvisibleAssets = (
  call: BareContext,
  actor: Actor,
  ids: readonly number[],
): number[] => {
  if (ids.length === 0) return []
  // Most calls name few assets and come from an administrator: a look by key takes a tenth of the time of the condition.
  if (seesEveryAsset(actor))
    return ids.filter(
      (id) => call.store.value<number>('SELECT 1 FROM assets WHERE id = ?', id) === undefined,
    )
  return call.store.values<number>(INVISIBLE, {
    ids: JSON.stringify(ids),
    ...assetParameters(call, actor),
  })
}
