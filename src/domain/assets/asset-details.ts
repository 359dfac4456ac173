import { and, asc, eq, sql } from 'drizzle-orm'
import type { AssetDetail, AuthInfo } from '../../contract/resources/asset-detail.ts'
import { qualified } from '../../db/qualified.ts'
import { prepared } from '../../db/store.ts'
import { assetRights, assets, subResources } from '../../db/tables/workspace/assets.ts'
import { dataRoles, departments, users } from '../../db/tables/workspace/users.ts'
import { distinct, groupBy } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { UNIT_TYPES } from '../rights.ts'
import { collectionsOfAssets } from './asset-collections.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from './id-kinds.ts'
import { toSubResource } from './sub-resource.ts'
import { assetIsDownloadable, assetIsVisible, assetParameters } from './visibility.ts'

const asked = sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`

const visibleAssets = prepared((store) =>
  store.orm
    .select({ asset: assets, mayDownload: qualified(assetIsDownloadable()) })
    .from(assets)
    .where(and(sql`${assets.id} IN ${asked}`, assetIsVisible()))
    .prepare(),
)

const subResourcesOf = prepared((store) =>
  store.orm
    .select()
    .from(subResources)
    .where(sql`${subResources.assetId} IN ${asked}`)
    .orderBy(asc(subResources.assetId), asc(subResources.position))
    .prepare(),
)

const rightsOf = prepared((store) =>
  store.orm
    .select({
      unitType: assetRights.unitType,
      unitId: assetRights.unitId,
      unitName: sql<string>`CASE ${assetRights.unitType}
        WHEN ${sql.raw(String(UNIT_TYPES.user))}
          THEN (SELECT ${users.nickname} FROM ${users} WHERE ${users.id} = ${assetRights.unitId})
        WHEN ${sql.raw(String(UNIT_TYPES.department))}
          THEN (SELECT ${departments.name} FROM ${departments} WHERE ${departments.id} = ${assetRights.unitId})
        ELSE 'Everyone' END`,
      dataRoleId: dataRoles.id,
      dataRoleName: dataRoles.name,
      dataRoleCode: dataRoles.code,
      editable: sql<number>`${dataRoles.editable}`,
      materialId: assetRights.assetId,
    })
    .from(assetRights)
    .innerJoin(dataRoles, eq(dataRoles.id, assetRights.dataRoleId))
    .where(sql`${assetRights.assetId} IN ${asked}`)
    .orderBy(
      asc(assetRights.assetId),
      asc(dataRoles.id),
      asc(assetRights.unitType),
      asc(assetRights.unitId),
    )
    .prepare(),
)

/** The extension of a composite asset (published elsewhere). */
const COMPOSITE = 'res_group'

type Asset = typeof assets.$inferSelect

/** Details of the requested assets, in that order, without missing and invisible ones (E4). */
export const assetDetails = (call: ServiceContext, assetIds: readonly number[]): AssetDetail[] => {
  const { ids, rows } = loadAssets(call, assetIds)
  if (ids.length < assetIds.length || !ids.every((id) => rows.has(id))) call.outcome('left-out')
  const partsOf = loadParts(call, [...rows.keys()])
  return distinct(ids).flatMap((id) => {
    const row = rows.get(id)
    return row ? [toWire(call, row.asset, row.mayDownload === 1, partsOf(id))] : []
  })
}

const loadAssets = (call: ServiceContext, asked: readonly number[]) => {
  const rows = loadVisible(call, asked)
  const missing = new Set(asked.filter((id) => !rows.has(id)))
  if (missing.size === 0) return { ids: asked, rows }
  const { ids, others } = assetsMeant(call, asked, missing)
  const [other] = others
  if (other && call.variant('A-4-1') === 'refused') throw notAnAsset('assetIdList', other)
  warnOfFiles(call, 'assetIdList', asked, others)
  return { ids, rows: ids.every((id) => rows.has(id)) ? rows : loadVisible(call, ids) }
}

const loadVisible = (call: ServiceContext, assetIds: readonly number[]) =>
  new Map(
    visibleAssets(call.store)
      .all({ ids: JSON.stringify(assetIds), ...assetParameters(call, call.actor) })
      .map((row) => [row.asset.id, row]),
  )

interface Parts {
  subResources: (typeof subResources.$inferSelect)[]
  rights: AuthInfo[]
  collections: AssetDetail['collectionInfo']
}

const loadParts = (
  call: ServiceContext,
  assetIds: readonly number[],
): ((assetId: number) => Parts) => {
  const { store } = call
  const ids = JSON.stringify(assetIds)
  const resourcesByAsset = groupBy(subResourcesOf(store).all({ ids }), (row) => row.assetId)
  const rightsByAsset = groupBy(rightsOf(store).all({ ids }), (row) => row.materialId)
  const collectionsByAsset = collectionsOfAssets(call, assetIds)
  return (assetId) => ({
    subResources: resourcesByAsset.get(assetId) ?? [],
    rights: rightsByAsset.get(assetId) ?? [],
    collections: collectionsByAsset.get(assetId) ?? [],
  })
}

const toWire = (
  call: ServiceContext,
  asset: Asset,
  mayDownload: boolean,
  parts: Parts,
): AssetDetail => ({
  approvalStatus: asset.approvalStatus,
  materialOrigin: toOrigin(asset),
  extension: asset.extension,
  importance: asset.importance,
  collectionInfo: parts.collections,
  updateUser: asset.updateUser,
  updateTime: asset.updatedAtMs,
  createTime: asset.createdAtMs,
  tags: asset.tags,
  authInfoList: parts.rights,
  customerLifeCycleRuleTagCode: asset.customerLifeCycleRuleTagCode,
  size: parts.subResources.reduce((sum, part) => sum + part.sizeBytes, 0),
  subResList: showsParts(call, asset)
    ? parts.subResources.map((part) => toSubResource(call, part, mayDownload))
    : [],
})

/** Whether the sub-resources of an asset are answered (A-4-11). */
const showsParts = (call: ServiceContext, asset: Asset): boolean =>
  call.variant('A-4-11') === 'always' || asset.extension === COMPOSITE

const toOrigin = (asset: Asset): AssetDetail['materialOrigin'] => ({
  isDownload: asset.isDownload,
  riskLevel: asset.riskLevel,
  watermark: asset.watermark,
  updateUser: asset.updateUser,
  templateGenerateCount: asset.templateGenerateCount,
  updateTime: asset.updatedAtMs,
  stickTop: asset.stickTop,
  dummy: asset.dummy,
  assetTagStatus: asset.assetTagStatus,
  createTime: asset.createdAtMs,
  maplexStatus: asset.maplexStatus,
  createUser: asset.createUser,
  isDam: asset.isDam,
  coreId: asset.id,
  id: asset.id,
  importUrl: asset.importUrl,
  scenarioVisibility: asset.scenarioVisibility,
  ruleCheckStatusCode: asset.ruleCheckStatusCode,
  analysisStatus: asset.analysisStatus,
  ruleCheckStatus: asset.ruleCheckStatus,
  status: asset.status,
})
