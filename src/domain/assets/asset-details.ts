import { and, asc, sql } from 'drizzle-orm'
import { JsonText } from '../../contract/json-text.ts'
import type { AssetDetail, AuthInfo } from '../../contract/resources/asset-detail.ts'
import { jsonList, jsonObject } from '../../db/json-object.ts'
import { qualified } from '../../db/qualified.ts'
import { prepared } from '../../db/store.ts'
import { assetRights, assets, subResources } from '../../db/tables/workspace/assets.ts'
import { dataRoles, departments, users } from '../../db/tables/workspace/users.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import { distinct, groupBy } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { UNIT_TYPES } from '../rights.ts'
import { collectionsOfAssets } from './asset-collections.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from './id-kinds.ts'
import { partFacts, toSubResource } from './sub-resource.ts'
import { assetIsDownloadable, assetIsVisible, assetParameters } from './visibility.ts'

const asked = sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`

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

const visibleAssets = prepared((store) =>
  store.orm
    .select({
      id: assets.id,
      extension: assets.extension,
      mayDownload: qualified(assetIsDownloadable()),
      before: qualified(beforeCollections),
      after: qualified(afterCollections),
    })
    .from(assets)
    .where(and(sql`${assets.id} IN ${asked}`, assetIsVisible()))
    .prepare(),
)

const partsOfAssets = prepared((store) =>
  store.orm
    .select({
      assetId: subResources.assetId,
      id: subResources.id,
      sizeBytes: subResources.sizeBytes,
      facts: qualified(partFacts),
    })
    .from(subResources)
    .where(sql`${subResources.assetId} IN ${asked}`)
    .orderBy(asc(subResources.assetId), asc(subResources.position))
    .prepare(),
)

/** The extension of a composite asset (published elsewhere). */
const COMPOSITE = 'res_group'

/** Details of the requested assets, in that order, without missing and invisible ones (E4). */
export const assetDetails = (call: ServiceContext, assetIds: readonly number[]): JsonText => {
  const { ids, rows } = loadAssets(call, assetIds)
  if (ids.length < assetIds.length || !ids.every((id) => rows.has(id))) call.outcome('left-out')
  const found = JSON.stringify([...rows.keys()])
  const parts = groupBy(partsOfAssets(call.store).all({ ids: found }), ({ assetId }) => assetId)
  const collections = collectionsOfAssets(call, [...rows.keys()])
  const details = distinct(ids).flatMap((id) => {
    const row = rows.get(id)
    return row ? [toWire(call, row, parts.get(id) ?? [], collections.get(id) ?? [])] : []
  })
  return new JsonText(`{"detail":[${details.join(',')}]}`)
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
      .map((row) => [row.id, row]),
  )

type Asset = ReturnType<ReturnType<typeof visibleAssets>['all']>[number]
type Part = ReturnType<ReturnType<typeof partsOfAssets>['all']>[number]

/** The JSON text of an asset's details, made of those of its parts. */
const toWire = (
  call: ServiceContext,
  { extension, mayDownload, before, after }: Asset,
  parts: readonly Part[],
  collections: AssetDetail['collectionInfo'],
): string => {
  const size = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const shown = showsParts(call, extension) ? parts : []
  const subResList = shown.map((part) => toSubResource(call, part, mayDownload === 1))
  return joinObjects(
    before,
    `{"collectionInfo":${JSON.stringify(collections)}}`,
    after,
    `{"size":${size},"subResList":[${subResList.join(',')}]}`,
  )
}

/** Whether the sub-resources of an asset are answered (A-4-11). */
const showsParts = (call: ServiceContext, extension: string): boolean =>
  call.variant('A-4-11') === 'always' || extension === COMPOSITE
