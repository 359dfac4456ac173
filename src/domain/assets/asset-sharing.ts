import { and, asc, eq, sql } from 'drizzle-orm'
import { boundNumber, qualified } from '../../db/sql.ts'
import { prepared } from '../../db/store.ts'
import { assetRights, assets } from '../../db/tables/workspace/assets.ts'
import { dataRoles } from '../../db/tables/workspace/users.ts'
import type { ActorContext } from '../call.ts'
import {
  type AccessReason,
  actorParameters,
  departmentName,
  MAX_REASONS,
  plainReason,
  reasonOfRight,
  reasonsOfUser,
  unitIncludesActor,
} from '../rights.ts'
import { collectionsOfAssets } from './asset-collections.ts'
import { assetIsDownloadable, assetIsMine, assetIsVisible, assetParameters } from './visibility.ts'

const access = prepared((store) =>
  store.orm
    .select({
      sees: qualified(assetIsVisible()),
      mayDownload: qualified(assetIsDownloadable()),
      isMine: qualified(assetIsMine()),
    })
    .from(assets)
    .where(eq(assets.id, sql.placeholder('id')))
    .prepare(),
)

const rights = prepared((store) =>
  store.orm
    .select({
      unitType: assetRights.unitType,
      unitId: assetRights.unitId,
      name: departmentName(assetRights),
      role: dataRoles.name,
    })
    .from(assetRights)
    .innerJoin(dataRoles, eq(dataRoles.id, assetRights.dataRoleId))
    .where(and(eq(assetRights.assetId, sql.placeholder('id')), unitIncludesActor(assetRights)))
    .orderBy(asc(assetRights.unitType), asc(assetRights.unitId), asc(dataRoles.id))
    .limit(boundNumber('limit'))
    .prepare(),
)

/** What a user may do with an asset, and why. */
export interface AssetSharing {
  readonly sees: boolean
  /** Whether the user may have the original file. */
  readonly mayDownload: boolean
  readonly reasons: readonly AccessReason[]
}

/** Whether the acting user sees an asset as E4 judges it, and why (A-visibility-1); undefined for an unknown asset. */
export const sharingOfAsset = (call: ActorContext, id: number): AssetSharing | undefined => {
  const row = access(call.store).get({ id, ...assetParameters(call, call.actor) })
  return (
    row && {
      sees: row.sees === 1,
      mayDownload: row.mayDownload === 1,
      reasons: row.sees === 1 ? reasonsOf(call, id, row.isMine === 1) : [],
    }
  )
}

const reasonsOf = (call: ActorContext, id: number, isMine: boolean): AccessReason[] => {
  const { store, actor } = call
  const holders =
    assetParameters(call, actor).collectionsShare === 1
      ? (collectionsOfAssets(call, [id]).get(id) ?? [])
      : []
  return [
    ...reasonsOfUser(actor, isMine),
    ...rights(store)
      .all({ id, limit: MAX_REASONS, ...actorParameters(actor) })
      .map(reasonOfRight),
    ...holders
      .slice(0, MAX_REASONS)
      .map((holder) => ({ ...plainReason('collection'), id: holder.id, name: holder.groupName })),
  ]
}
