import type { SubResource } from '../../contract/resources/asset-detail.ts'
import type { subResources } from '../../db/tables/workspace/assets.ts'
import type { ServiceContext } from '../call.ts'
import { type Rendition, resourcePath } from '../files/paths.ts'

type Row = typeof subResources.$inferSelect

/** The wire form of a sub-resource, with URLs for the acting user. */
export const toSubResource = (
  call: ServiceContext,
  row: Row,
  mayDownload: boolean,
): SubResource => ({
  ...urlsOf(call, row, mayDownload),
  thumbnailOriginWidth: row.thumbnailWidth,
  thumbnailOriginHeight: row.thumbnailHeight,
  extension: row.extension,
  picNum: row.picNum,
  videoNum: row.videoNum,
  textNum: row.textNum,
  wordNum: row.wordNum,
  uniMd5: row.uniMd5,
  fileFormatType: row.fileFormatType,
  title: row.title,
  type: row.mediaType,
  duration: row.durationMs,
  pdfStatus: row.pdfStatus,
  path: row.path,
  id: row.id,
  publicRead: row.publicRead,
  thumbnailAssetId: row.thumbnailAssetId,
  iconAssetId: row.iconAssetId,
  damId: row.damId,
  height: row.height,
  width: row.width,
  aliasName: row.aliasName,
  resType: row.resType,
  keyName: row.keyName,
  updateTime: row.updatedAtMs,
  createTime: row.createdAtMs,
  baseTextUpdateTime: row.baseTextUpdatedAtMs,
  analysisAssetIds: row.analysisAssetIds === null ? null : JSON.parse(row.analysisAssetIds),
  size: row.sizeBytes,
  name: row.name,
  assetStatus: row.assetStatus,
  baseText: row.baseText,
})

const urlsOf = (call: ServiceContext, row: Row, mayDownload: boolean) => {
  const url = (rendition: Rendition) => call.signedUrl(resourcePath(row.id, rendition))
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
