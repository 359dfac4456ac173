import { and } from 'drizzle-orm'
import { JsonText } from '../../contract/json-text.ts'
import type { AssetDetail } from '../../contract/resources/asset-detail.ts'
import { inBoundList } from '../../db/placeholders.ts'
import { qualified } from '../../db/qualified.ts'
import { prepared } from '../../db/store.ts'
import { assets } from '../../db/tables/workspace/assets.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { type Rendition, resourcePath } from '../files/paths.ts'
import { collectionsOfAssets } from './asset-collections.ts'
import { type AssetText, assetTexts, type PartUrls } from './asset-texts.ts'
import { assetsMeant, notAnAsset, warnOfFiles } from './id-kinds.ts'
import { assetIsDownloadable, assetIsVisible, assetParameters } from './visibility.ts'

const visibleAssets = prepared((store) =>
  store.orm
    .select({ id: assets.id, mayDownload: qualified(assetIsDownloadable()) })
    .from(assets)
    .where(and(inBoundList(assets.id, 'ids'), assetIsVisible()))
    .prepare(),
)

/** The extension of a composite asset (published elsewhere). */
const COMPOSITE = 'res_group'

/** Details of the requested assets, in that order, without missing and invisible ones (E4). */
export const assetDetails = (call: ServiceContext, assetIds: readonly number[]): JsonText => {
  const { ids, rows } = loadAssets(call, assetIds)
  if (ids.length < assetIds.length || !ids.every((id) => rows.has(id))) call.outcome('left-out')
  const found = distinct(ids).filter((id) => rows.has(id))
  const collections = collectionsOfAssets(call, found)
  const texts = assetTexts(call.store, found)
  const details = found.flatMap((id) => {
    const text = texts.get(id)
    return text ? [toWire(call, text, rows.get(id) === 1, collections.get(id) ?? [])] : []
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

/** The assets that the acting user sees, each with whether its files may be downloaded as 0 or 1. */
const loadVisible = (call: ServiceContext, assetIds: readonly number[]) =>
  new Map(
    visibleAssets(call.store)
      .all({ ids: JSON.stringify(assetIds), ...assetParameters(call, call.actor) })
      .map(({ id, mayDownload }) => [id, mayDownload]),
  )

/** The JSON text of an asset's details. */
const toWire = (
  call: ServiceContext,
  asset: AssetText,
  mayDownload: boolean,
  collections: AssetDetail['collectionInfo'],
): string => {
  const { beforeCollections, afterCollections, size } = asset
  const parts = showsParts(call, asset) ? asset.parts : []
  const subResList = parts.map(({ id, facts }) =>
    joinObjects(JSON.stringify(urlsOf(call, id, mayDownload)), facts),
  )
  return joinObjects(
    beforeCollections,
    `{"collectionInfo":${JSON.stringify(collections)}}`,
    afterCollections,
    `{"size":${size},"subResList":[${subResList.join(',')}]}`,
  )
}

/** Whether the sub-resources of an asset are answered (A-4-11). */
const showsParts = (call: ServiceContext, { extension }: AssetText): boolean =>
  call.variant('A-4-11') === 'always' || extension === COMPOSITE

const urlsOf = (call: ServiceContext, id: number, mayDownload: boolean): PartUrls => {
  const url = (rendition: Rendition) => call.signedUrl(resourcePath(id, rendition))
  const hidden = !mayDownload && call.variant('A-4-2') === 'originals'
  const original = hidden ? null : url('original')
  const preview = url('preview')
  return {
    downloadUrl: mayDownload ? url('download') : null,
    originalUrl: original,
    url: original,
    urlWithParam: original,
    transformPreviewUrl: preview,
    thunder: url('thumbnail'),
    thunderOrigin: preview,
    iconThunder: url('icon'),
  }
}
