import { type SQL, sql } from 'drizzle-orm'
import { valueQuery } from '../../db/statements.ts'
import { prepared } from '../../db/store.ts'
import { assetRights, assets } from '../../db/tables/workspace/assets.ts'
import { collectionItems, collections } from '../../db/tables/workspace/collections.ts'
import { dataRoles } from '../../db/tables/workspace/users.ts'
import type { Actor, BareContext } from '../call.ts'
import { collectionIsVisible, collectionParameters } from '../collection-access.ts'
import { actorParameters, unitIncludesActor } from '../rights.ts'

const isAdministrator = sql`${sql.placeholder('admin')} = 1`

/** Whether more than rights counts (A-visibility-1). */
const isShared = sql`${sql.placeholder('collectionsShare')} = 1`

/** The condition that the acting user sees an asset as its creator. */
const isMine = sql`(${isShared} AND ${assets.createUser} = ${sql.placeholder('actor')})`

/**
 * The condition that the acting user sees an asset (A-visibility-1); see {@link assetParameters}.
 * The cheaper reasons are first, because SQLite stops at the first that holds.
 */
export const assetIsVisible = (): SQL<number> =>
  sql<number>`(${isAdministrator} OR ${isMine}
    OR EXISTS (
      SELECT 1 FROM ${assetRights}
      WHERE ${assetRights.assetId} = ${assets.id} AND ${unitIncludesActor(assetRights)})
    OR (${isShared} AND EXISTS (
      SELECT 1 FROM ${collectionItems}
      JOIN ${collections} ON ${collections.id} = ${collectionItems.collectionId}
      WHERE ${collectionItems.assetId} = ${assets.id} AND ${collectionIsVisible()})))`

/** The condition that the acting user may have an asset's original file. */
export const assetIsDownloadable = (): SQL<number> =>
  sql<number>`(${isAdministrator} OR ${isMine} OR EXISTS (
    SELECT 1 FROM ${assetRights} JOIN ${dataRoles} ON ${dataRoles.id} = ${assetRights.dataRoleId}
    WHERE ${assetRights.assetId} = ${assets.id} AND ${dataRoles.mayDownload} = 1
      AND ${unitIncludesActor(assetRights)}))`

/** Whether a user sees every asset, in every variant. */
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

const isAsset = valueQuery<[id: number], number>('SELECT 1 FROM assets WHERE id = ?')

/** The given assets that do not exist or are invisible to a user, in order. */
export const findInvisibleAssets = (
  call: BareContext,
  actor: Actor,
  ids: readonly number[],
): number[] => {
  if (ids.length === 0) return []
  // Most calls name few assets and come from an administrator: a look by key takes a tenth of the time of the condition.
  if (seesEveryAsset(actor)) return ids.filter((id) => isAsset(call.store).get(id) === undefined)
  return invisible(call.store)
    .all({ ids: JSON.stringify(ids), ...assetParameters(call, actor) })
    .map(({ id }) => id)
}
