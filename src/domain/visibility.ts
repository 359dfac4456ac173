import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inBoundList, prepared, qualified } from '../store/db/store.ts'
import { assetRights, assets } from '../store/db/tables/workspace/assets.ts'
import {
  collectionAncestors,
  collectionItems,
  collectionRights,
  collections,
} from '../store/db/tables/workspace/collections.ts'
import { dataRoles } from '../store/db/tables/workspace/users.ts'
import type { Actor, ActorContext, BareContext } from './call.ts'

/** Kinds of units that rights are given to; wire name `unitType`. */
export const UNIT_TYPES = { user: 1, department: 2, everyone: 3 } as const

/** The `unitId` of everyone. */
export const EVERYONE_ID = 0

/** The condition that a right's unit includes the acting user: the user, a department that the user is in or below, or everyone. */
const unitIncludesActor = (columns: { unitType: SQLiteColumn; unitId: SQLiteColumn }) =>
  sql`(${columns.unitType} = ${sql.raw(String(UNIT_TYPES.everyone))}
    OR (${columns.unitType} = ${sql.raw(String(UNIT_TYPES.user))} AND ${columns.unitId} = ${sql.placeholder('actor')})
    OR (${columns.unitType} = ${sql.raw(String(UNIT_TYPES.department))}
      AND ${inBoundList(columns.unitId, 'departments')}))`

const actorParameters = (actor: Actor) => ({
  actor: actor.id,
  admin: actor.role === 'administrator' ? 1 : 0,
  departments: actor.departmentIds,
})

const isAdministrator = sql`${sql.placeholder('admin')} = 1`

const hasRightOnPath = (extra: SQL): SQL =>
  sql`EXISTS (
    SELECT 1 FROM ${collectionAncestors}
    JOIN ${collectionRights} ON ${collectionRights.collectionId} = ${collectionAncestors.ancestorId}
    WHERE ${collectionAncestors.collectionId} = ${collections.id}
      AND ${unitIncludesActor(collectionRights)} ${extra})`

const isOwnCollection = sql`(${isAdministrator} OR ${collections.createUser} = ${sql.placeholder('actor')})`

/** True if archive groups do not count as collections (A-17-2). */
const isApart = sql`${sql.placeholder('archiveIsApart')} = 1`

const isCollection = sql`NOT (${isApart} AND ${collections.archivePath} IS NOT NULL)`

/** The condition that the acting user sees a collection (A-visibility-1); see {@link collectionParameters}. */
export const collectionIsVisible = (): SQL<number> =>
  sql<number>`(${isCollection} AND (${isOwnCollection} OR ${hasRightOnPath(sql``)}))`

/** The condition that the acting user sees an archive group (A-visibility-1); see {@link collectionParameters}. */
export const archiveGroupIsVisible = (): SQL<number> =>
  sql<number>`(${isApart} OR ${collectionIsVisible()})`

export const collectionParameters = (call: Pick<BareContext, 'variant'>, actor: Actor) => ({
  archiveIsApart: call.variant('A-17-2') === 'own' ? 1 : 0,
  ...actorParameters(actor),
})

const accessById = prepared((store) =>
  store.orm
    .select({
      sees: qualified(collectionIsVisible()),
      mayAdd: qualified(
        sql<number>`(${isOwnCollection} OR ${hasRightOnPath(sql`AND ${collectionRights.mayAdd} = 1`)})`,
      ),
    })
    .from(collections)
    .where(sql`${eq(collections.id, sql.placeholder('id'))} AND ${isCollection}`)
    .prepare(),
)

/** If the acting user can see a collection and may add to it; undefined for an unknown collection. */
export const accessTo = (call: ActorContext, id: number) => {
  const row = accessById(call.store).get({ id, ...collectionParameters(call, call.actor) })
  return row && { sees: row.sees === 1, mayAdd: row.mayAdd === 1 }
}

/** True if more than rights decides visibility (A-visibility-1). */
const isShared = sql`${sql.placeholder('collectionsShare')} = 1`

const isOwnAsset = sql`(${isShared} AND ${assets.createUser} = ${sql.placeholder('actor')})`

/**
 * The condition that the acting user sees an asset (A-visibility-1); see {@link assetParameters}.
 * The cheaper reasons are first, because SQLite stops at the first that holds.
 */
export const assetIsVisible = (): SQL<number> =>
  sql<number>`(${isAdministrator} OR ${isOwnAsset}
    OR EXISTS (
      SELECT 1 FROM ${assetRights}
      WHERE ${assetRights.assetId} = ${assets.id} AND ${unitIncludesActor(assetRights)})
    OR (${isShared} AND EXISTS (
      SELECT 1 FROM ${collectionItems}
      JOIN ${collections} ON ${collections.id} = ${collectionItems.collectionId}
      WHERE ${collectionItems.assetId} = ${assets.id} AND ${collectionIsVisible()})))`

export const assetIsDownloadable = (): SQL<number> =>
  sql<number>`(${isAdministrator} OR ${isOwnAsset} OR EXISTS (
    SELECT 1 FROM ${assetRights} JOIN ${dataRoles} ON ${dataRoles.id} = ${assetRights.dataRoleId}
    WHERE ${assetRights.assetId} = ${assets.id} AND ${dataRoles.mayDownload} = 1
      AND ${unitIncludesActor(assetRights)}))`

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

const accessByAsset = prepared((store) =>
  store.orm
    .select({ sees: qualified(assetIsVisible()), mayDownload: qualified(assetIsDownloadable()) })
    .from(assets)
    .where(eq(assets.id, sql.placeholder('id')))
    .prepare(),
)

/** If the acting user can see an asset and may download its original file; undefined for an unknown asset. */
export const accessToAsset = (call: ActorContext, id: number) => {
  const row = accessByAsset(call.store).get({ id, ...assetParameters(call, call.actor) })
  return row && { sees: row.sees === 1, mayDownload: row.mayDownload === 1 }
}

const invisible = prepared((store) =>
  store.orm
    .select({ id: sql<number>`asked.value` })
    .from(sql`json_each(${sql.placeholder('ids')}) AS asked`)
    .where(
      sql`NOT EXISTS (SELECT 1 FROM ${assets} WHERE ${assets.id} = asked.value AND ${assetIsVisible()})`,
    )
    .orderBy(sql`asked.key`)
    .prepare(),
)

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
  return invisible(call.store)
    .all({ ids: JSON.stringify(ids), ...assetParameters(call, actor) })
    .map(({ id }) => id)
}
