import type { AssetDetail, AuthInfo, SubResource } from '../../contract/resources/asset-shapes.ts'
import { distinct, groupBy } from '../../kernel/lists.ts'
import { columnsOf, selectFrom } from '../../store/db/statements.ts'
import { type assetRights, assets, subResources } from '../../store/db/tables/workspace/assets.ts'
import type { ServiceContext } from '../call.ts'
import { previewSizeOf } from '../files/find-offer.ts'
import { type Rendition, resourcePath } from '../files/paths.ts'
import {
  ASSET_IS_DOWNLOADABLE,
  ASSET_IS_VISIBLE,
  assetParameters,
  UNIT_TYPES,
} from '../visibility.ts'
import { collectionsOfAssets } from './asset-collections.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from './id-kinds.ts'

const VISIBLE_ASSETS = `SELECT ${columnsOf(assets)}, ${ASSET_IS_DOWNLOADABLE} AS mayDownload FROM assets
   WHERE id IN (SELECT value FROM json_each(:ids)) AND ${ASSET_IS_VISIBLE}`

const partsOfAssets = selectFrom(
  subResources,
  'WHERE asset_id IN (SELECT value FROM json_each(:ids)) ORDER BY asset_id, position',
)

const RIGHTS_OF_ASSETS = `SELECT asset_id AS assetId, unit_type AS unitType, unit_id AS unitId,
     data_role_id AS dataRoleId, role.name AS roleName, role.code AS roleCode, role.editable,
     CASE unit_type
       WHEN ${UNIT_TYPES.user} THEN (SELECT nickname FROM users WHERE id = unit_id)
       WHEN ${UNIT_TYPES.department} THEN (SELECT name FROM departments WHERE id = unit_id)
       ELSE 'Everyone' END AS unitName
   FROM asset_rights JOIN data_roles AS role ON role.id = data_role_id
   WHERE asset_id IN (SELECT value FROM json_each(:ids))
   ORDER BY role.id, unit_type, unit_id`

type AssetRow = typeof assets.$inferSelect & { mayDownload: 0 | 1 }
type PartRow = typeof subResources.$inferSelect
type RightRow = typeof assetRights.$inferSelect & {
  roleName: string
  roleCode: string
  editable: 0 | 1
  unitName: string
}

const COMPOSITE = 'res_group'

/** Details of the requested assets, in that order, without missing and invisible ones (E4). */
export const assetDetails = (
  call: ServiceContext,
  assetIds: readonly number[],
): { detail: AssetDetail[] } => {
  if (assetIds.length === 0) call.warn('empty-list', 'assetIdList')
  const { ids, rows } = loadAssets(call, assetIds)
  if (ids.length < assetIds.length || !ids.every((id) => rows.has(id))) call.outcome('left-out')
  const found = distinct(ids).flatMap((id) => rows.get(id) ?? [])
  const foundIds = found.map(({ id }) => id)
  const asked = { ids: JSON.stringify(foundIds) }
  const collections = collectionsOfAssets(call, foundIds)
  const parts = groupBy(partsOfAssets(call.store, asked), ({ assetId }) => assetId)
  const rights = groupBy(
    call.store.all<RightRow>(RIGHTS_OF_ASSETS, asked),
    ({ assetId }) => assetId,
  )
  const detail = found.map((row) =>
    toWire(call, row, {
      collections: collections.get(row.id) ?? [],
      parts: parts.get(row.id) ?? [],
      rights: rights.get(row.id) ?? [],
    }),
  )
  return { detail }
}

const loadAssets = (call: ServiceContext, asked: readonly number[]) => {
  const rows = loadVisible(call, asked)
  const missing = new Set(asked.filter((id) => !rows.has(id)))
  if (missing.size === 0) return { ids: asked, rows }
  const { ids, others } = assetsMeant(call, asked, missing)
  if (others.length > 0 && call.variant('A-4-1') === 'refused')
    throw notAnAsset(call, 'assetIdList', others)
  warnOfFiles(call, 'assetIdList', asked, others)
  return { ids, rows: ids.every((id) => rows.has(id)) ? rows : loadVisible(call, ids) }
}

const loadVisible = (call: ServiceContext, assetIds: readonly number[]) =>
  new Map(
    call.store
      .all<AssetRow>(VISIBLE_ASSETS, {
        ids: JSON.stringify(assetIds),
        ...assetParameters(call, call.actor),
      })
      .map((row) => [row.id, row]),
  )

interface AssetLinks {
  readonly collections: AssetDetail['collectionInfo']
  readonly parts: readonly PartRow[]
  readonly rights: readonly RightRow[]
}

const toWire = (
  call: ServiceContext,
  asset: AssetRow,
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
    subResList: showsParts
      ? parts.map((part) => partToWire(call, part, asset.mayDownload === 1))
      : [],
  }
}

const originOf = (asset: AssetRow): AssetDetail['materialOrigin'] => ({
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

const rightToWire = (right: RightRow): AuthInfo => ({
  unitType: right.unitType,
  unitId: right.unitId,
  unitName: right.unitName,
  dataRoleId: right.dataRoleId,
  dataRoleName: right.roleName,
  dataRoleCode: right.roleCode,
  editable: right.editable,
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
