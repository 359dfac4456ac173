import { asc, sql } from 'drizzle-orm'
import type { AssetDetail, AuthInfo, SubResource } from '../../contract/resources/asset-detail.ts'
import { jsonFlag, jsonList, jsonObject, jsonStored } from '../../db/json-object.ts'
import { keptRows } from '../../db/kept-results.ts'
import { inBoundList } from '../../db/placeholders.ts'
import { qualified } from '../../db/qualified.ts'
import { prepared, type Store } from '../../db/store.ts'
import { assetRights, assets, subResources } from '../../db/tables/workspace/assets.ts'
import { dataRoles, departments, users } from '../../db/tables/workspace/users.ts'
import { groupBy } from '../../kernel/lists.ts'
import { UNIT_TYPES } from '../rights.ts'

/** A part of an asset. */
export interface PartText {
  readonly id: number
  /** The JSON text of its fields after the URLs. */
  readonly facts: string
}

/** What the details of an asset have for every user, as JSON text. */
export interface AssetText {
  readonly extension: string
  readonly beforeCollections: string
  readonly afterCollections: string
  /** Of all parts, in bytes. */
  readonly size: number
  readonly parts: readonly PartText[]
}

/** The URLs of a part, the first of its fields; they are signed for each call. */
export type PartUrls = Pick<
  SubResource,
  | 'downloadUrl'
  | 'originalUrl'
  | 'url'
  | 'urlWithParam'
  | 'transformPreviewUrl'
  | 'thunder'
  | 'thunderOrigin'
  | 'iconThunder'
>

const rightsOfAsset = sql`(
  SELECT ${jsonList(
    jsonObject<AuthInfo>({
      unitType: assetRights.unitType,
      unitId: assetRights.unitId,
      unitName: sql`CASE ${assetRights.unitType}
        WHEN ${sql.raw(String(UNIT_TYPES.user))}
          THEN (SELECT ${users.nickname} FROM ${users} WHERE ${users.id} = ${assetRights.unitId})
        WHEN ${sql.raw(String(UNIT_TYPES.department))}
          THEN (SELECT ${departments.name} FROM ${departments} WHERE ${departments.id} = ${assetRights.unitId})
        ELSE 'Everyone' END`,
      dataRoleId: dataRoles.id,
      dataRoleName: dataRoles.name,
      dataRoleCode: dataRoles.code,
      editable: dataRoles.editable,
      materialId: assetRights.assetId,
    }),
    dataRoles.id,
    assetRights.unitType,
    assetRights.unitId,
  )}
  FROM ${assetRights} JOIN ${dataRoles} ON ${dataRoles.id} = ${assetRights.dataRoleId}
  WHERE ${assetRights.assetId} = ${assets.id})`

const materialOrigin = jsonObject<AssetDetail['materialOrigin']>({
  isDownload: assets.isDownload,
  riskLevel: assets.riskLevel,
  watermark: assets.watermark,
  updateUser: assets.updateUser,
  templateGenerateCount: assets.templateGenerateCount,
  updateTime: assets.updatedAtMs,
  stickTop: assets.stickTop,
  dummy: assets.dummy,
  assetTagStatus: assets.assetTagStatus,
  createTime: assets.createdAtMs,
  maplexStatus: assets.maplexStatus,
  createUser: assets.createUser,
  isDam: assets.isDam,
  coreId: assets.id,
  id: assets.id,
  importUrl: assets.importUrl,
  scenarioVisibility: assets.scenarioVisibility,
  ruleCheckStatusCode: assets.ruleCheckStatusCode,
  analysisStatus: assets.analysisStatus,
  ruleCheckStatus: assets.ruleCheckStatus,
  status: assets.status,
})

type FieldBeforeCollections = 'approvalStatus' | 'materialOrigin' | 'extension' | 'importance'
type FieldAfterRights = 'size' | 'subResList'

const beforeCollections = jsonObject<Pick<AssetDetail, FieldBeforeCollections>>({
  approvalStatus: assets.approvalStatus,
  materialOrigin,
  extension: assets.extension,
  importance: assets.importance,
})

const afterCollections = jsonObject<
  Omit<AssetDetail, FieldBeforeCollections | 'collectionInfo' | FieldAfterRights>
>({
  updateUser: assets.updateUser,
  updateTime: assets.updatedAtMs,
  createTime: assets.createdAtMs,
  tags: assets.tags,
  authInfoList: rightsOfAsset,
  customerLifeCycleRuleTagCode: assets.customerLifeCycleRuleTagCode,
})

const textsByIds = prepared((store) =>
  store.orm
    .select({
      id: assets.id,
      extension: assets.extension,
      beforeCollections: qualified(beforeCollections),
      afterCollections: qualified(afterCollections),
    })
    .from(assets)
    .where(inBoundList(assets.id, 'ids'))
    .prepare(),
)

/** The JSON text of the fields of a sub-resource after its URLs. */
const partFacts = jsonObject<Omit<SubResource, keyof PartUrls>>({
  thumbnailOriginWidth: subResources.thumbnailWidth,
  thumbnailOriginHeight: subResources.thumbnailHeight,
  extension: subResources.extension,
  picNum: subResources.picNum,
  videoNum: subResources.videoNum,
  textNum: subResources.textNum,
  wordNum: subResources.wordNum,
  uniMd5: subResources.uniMd5,
  fileFormatType: subResources.fileFormatType,
  title: subResources.title,
  type: subResources.mediaType,
  duration: subResources.durationMs,
  pdfStatus: subResources.pdfStatus,
  path: subResources.path,
  id: subResources.id,
  publicRead: jsonFlag(subResources.publicRead),
  thumbnailAssetId: subResources.thumbnailAssetId,
  iconAssetId: subResources.iconAssetId,
  damId: subResources.damId,
  height: subResources.height,
  width: subResources.width,
  aliasName: subResources.aliasName,
  resType: subResources.resType,
  keyName: subResources.keyName,
  updateTime: subResources.updatedAtMs,
  createTime: subResources.createdAtMs,
  baseTextUpdateTime: subResources.baseTextUpdatedAtMs,
  analysisAssetIds: jsonStored(subResources.analysisAssetIds),
  size: subResources.sizeBytes,
  name: subResources.name,
  assetStatus: subResources.assetStatus,
  baseText: subResources.baseText,
})

const partsOfAssets = prepared((store) =>
  store.orm
    .select({
      assetId: subResources.assetId,
      id: subResources.id,
      sizeBytes: subResources.sizeBytes,
      facts: qualified(partFacts),
    })
    .from(subResources)
    .where(inBoundList(subResources.assetId, 'ids'))
    .orderBy(asc(subResources.assetId), asc(subResources.position))
    .prepare(),
)

/** The texts of assets, by their ids. */
export const assetTexts = keptRows(
  (store: Store, assetIds: readonly number[]): ReadonlyMap<number, AssetText> => {
    const ids = JSON.stringify(assetIds)
    const partsByAsset = groupBy(partsOfAssets(store).all({ ids }), ({ assetId }) => assetId)
    return new Map(
      textsByIds(store)
        .all({ ids })
        .map(({ id, ...texts }) => [id, { ...texts, ...factsOfParts(partsByAsset.get(id)) }]),
    )
  },
  ({ beforeCollections, afterCollections, parts }) =>
    parts.reduce(
      (sum, { facts }) => sum + facts.length,
      beforeCollections.length + afterCollections.length,
    ),
)

type Part = ReturnType<ReturnType<typeof partsOfAssets>['all']>[number]

const factsOfParts = (parts: readonly Part[] = []) => ({
  size: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  parts: parts.map(({ id, facts }) => ({ id, facts })),
})
