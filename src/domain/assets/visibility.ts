import { and, eq, exists, notExists, or, type SQL, sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { assetRights, assets } from '../../db/tables/workspace/assets.ts'
import { dataRoles } from '../../db/tables/workspace/users.ts'
import type { Actor } from '../call.ts'
import { actorParameters, unitIncludesActor } from '../rights.ts'

/** The condition that the acting user sees an asset: any role on it, or administration. */
export const assetIsVisible = (store: Store): SQL | undefined =>
  or(
    sql`${sql.placeholder('admin')} = 1`,
    exists(
      store.orm
        .select({ one: sql`1` })
        .from(assetRights)
        .where(and(eq(assetRights.assetId, assets.id), unitIncludesActor(assetRights))),
    ),
  )

/** The condition that the acting user may have an asset's original file. */
export const assetIsDownloadable = (): SQL<number> =>
  sql<number>`(${sql.placeholder('admin')} = 1 OR EXISTS (
    SELECT 1 FROM ${assetRights} JOIN ${dataRoles} ON ${dataRoles.id} = ${assetRights.dataRoleId}
    WHERE ${assetRights.assetId} = ${assets.id} AND ${dataRoles.mayDownload} = 1
      AND ${unitIncludesActor(assetRights)}))`

const invisible = prepared((store) =>
  store.orm
    .select({ id: sql<number>`asked.value` })
    .from(sql`json_each(${sql.placeholder('ids')}) AS asked`)
    .where(
      notExists(
        store.orm
          .select({ one: sql`1` })
          .from(assets)
          .where(and(sql`${assets.id} = asked.value`, assetIsVisible(store))),
      ),
    )
    .orderBy(sql`asked.key`)
    .prepare(),
)

/** The given assets that do not exist or are invisible to the user, in order. */
export const findInvisibleAssets = (
  store: Store,
  actor: Actor,
  ids: readonly number[],
): number[] =>
  ids.length === 0
    ? []
    : invisible(store)
        .all({ ids: JSON.stringify(ids), ...actorParameters(actor) })
        .map(({ id }) => id)
