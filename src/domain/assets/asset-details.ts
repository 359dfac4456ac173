import { and, asc, eq, sql } from 'drizzle-orm'
import type { AssetDetail, AuthInfo, SubResource } from '../../contract/resources/asset-shapes.ts'
import { distinct, groupBy } from '../../kernel/lists.ts'
import { inBoundList, prepared, qualified } from '../../store/db/store.ts'
import { assetRights, assets, subResources } from '../../store/db/tables/workspace/assets.ts'
import { dataRoles, departments, users } from '../../store/db/tables/workspace/users.ts'
import type { ServiceContext } from '../call.ts'
import { previewSizeOf } from '../files/find-offer.ts'
import { type Rendition, resourcePath } from '../files/paths.ts'
import { assetIsDownloadable, assetIsVisible, assetParameters, UNIT_TYPES } from '../visibility.ts'
import { collectionsOfAssets } from './asset-collections.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from './id-kinds.ts'

const visibleAssets = prepared((store) =>
  store.orm
    .select({ asset: assets, mayDownload: qualified(assetIsDownloadable()) })
    .from(assets)
    .where(and(inBoundList(assets.id, 'ids'), assetIsVisible()))
    .prepare(),
)

const partsOfAssets = prepared((store) =>
  store.orm
    .select()
    .from(subResources)
    .where(inBoundList(subResources.assetId, 'ids'))
    .orderBy(asc(subResources.assetId), asc(subResources.position))
    .prepare(),
)

const unitName = sql<string>`CASE ${assetRights.unitType}
  WHEN ${sql.raw(String(UNIT_TYPES.user))}
    THEN (SELECT ${users.nickname} FROM ${users} WHERE ${users.id} = ${assetRights.unitId})
  WHEN ${sql.raw(String(UNIT_TYPES.department))}
    THEN (SELECT ${departments.name} FROM ${departments} WHERE ${departments.id} = ${assetRights.unitId})
  ELSE 'Everyone' END`

const rightsOfAssets = prepared((store) =>
  store.orm
    .select({ right: assetRights, role: dataRoles, unitName })
    .from(assetRights)
    .innerJoin(dataRoles, eq(dataRoles.id, assetRights.dataRoleId))
    .where(inBoundList(assetRights.assetId, 'ids'))
    .orderBy(asc(dataRoles.id), asc(assetRights.unitType), asc(assetRights.unitId))
    .prepare(),
)

type AssetRow = ReturnType<ReturnType<typeof visibleAssets>['all']>[number]
type PartRow = typeof subResources.$inferSelect
type RightRow = ReturnType<ReturnType<typeof rightsOfAssets>['all']>[number]

const COMPOSITE = 'res_group'

/** Details of the requested assets, in that order, without missing and invisible ones (E4). */
export const assetDetails = (
  call: ServiceContext,
  assetIds: readonly number[],
): { detail: AssetDetail[] } => {
  const { ids, rows } = loadAssets(call, assetIds)
  if (ids.length < assetIds.length || !ids.every((id) => rows.has(id))) call.outcome('left-out')
  const found = distinct(ids).flatMap((id) => rows.get(id) ?? [])
  const foundIds = found.map(({ asset }) => asset.id)
  const asked = { ids: JSON.stringify(foundIds) }
  const collections = collectionsOfAssets(call, foundIds)
  const parts = groupBy(partsOfAssets(call.store).all(asked), ({ assetId }) => assetId)
  const rights = groupBy(rightsOfAssets(call.store).all(asked), ({ right }) => right.assetId)
  const detail = found.map((row) =>
    toWire(call, row, {
      collections: collections.get(row.asset.id) ?? [],
      parts: parts.get(row.asset.id) ?? [],
      rights: rights.get(row.asset.id) ?? [],
    }),
  )
  return { detail }
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

interface AssetLinks {
  readonly collections: AssetDetail['collectionInfo']
  readonly parts: readonly PartRow[]
  readonly rights: readonly RightRow[]
}

const toWire = (
  call: ServiceContext,
  { asset, mayDownload }: AssetRow,
  { collections, parts, rights }: AssetLinks,
): AssetDetail => {
  const showsParts = call.variant('A-4-11') === 'always' || asset.extension === COMPOSITE
  return {
    approvalStatus: asset.approvalStatus,
    materialOrigin: originOf(asset),
    extension: asset.extension,
    importance: asset.importance,
    collectionInfo: collections,
    updateUser: asset.updateUser,
    updateTime: asset.updatedAtMs,
    createTime: asset.createdAtMs,
    tags: asset.tags,
    authInfoList: rights.map(rightToWire),
    customerLifeCycleRuleTagCode: asset.customerLifeCycleRuleTagCode,
    size: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    subResList: showsParts ? parts.map((part) => partToWire(call, part, mayDownload === 1)) : [],
  }
}

const originOf = (asset: AssetRow['asset']): AssetDetail['materialOrigin'] => ({
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

const rightToWire = ({ right, role, unitName }: RightRow): AuthInfo => ({
  unitType: right.unitType,
  unitId: right.unitId,
  unitName,
  dataRoleId: right.dataRoleId,
  dataRoleName: role.name,
  dataRoleCode: role.code,
  editable: Number(role.editable),
  materialId: right.assetId,
})

const partToWire = (call: ServiceContext, part: PartRow, mayDownload: boolean): SubResource => {
  const url = (rendition: Rendition) => call.signedUrl(resourcePath(part.id, rendition))
  const isHidden = !mayDownload && call.variant('A-4-2') === 'originals'
  const original = isHidden ? null : url('original')
  const preview = url('preview')
  const previewSize = previewSizeOf(part)
  return {
    downloadUrl: mayDownload ? url('download') : null,
    originalUrl: original,
    url: original,
    urlWithParam: original,
    transformPreviewUrl: preview,
    thunder: url('thumbnail'),
    thunderOrigin: preview,
    iconThunder: url('icon'),
    thumbnailOriginWidth: previewSize.width,
    thumbnailOriginHeight: previewSize.height,
    extension: part.extension,
    picNum: part.picNum,
    videoNum: part.videoNum,
    textNum: part.textNum,
    wordNum: part.wordNum,
    uniMd5: part.uniMd5,
    fileFormatType: part.fileFormatType,
    title: part.title,
    type: part.mediaType,
    duration: part.durationMs,
    pdfStatus: part.pdfStatus,
    path: part.path,
    id: part.id,
    publicRead: part.publicRead,
    thumbnailAssetId: part.thumbnailAssetId,
    iconAssetId: part.iconAssetId,
    damId: part.damId,
    height: part.height,
    width: part.width,
    aliasName: part.aliasName,
    resType: part.resType,
    keyName: part.keyName,
    updateTime: part.updatedAtMs,
    createTime: part.createdAtMs,
    baseTextUpdateTime: part.baseTextUpdatedAtMs,
    analysisAssetIds: part.analysisAssetIds === null ? null : JSON.parse(part.analysisAssetIds),
    size: part.sizeBytes,
    name: part.name,
    assetStatus: part.assetStatus,
    baseText: part.baseText,
  }
}
