import type { SubResource } from '../../contract/resources/asset-detail.ts'
import { jsonFlag, jsonObject, jsonStored } from '../../db/json-object.ts'
import { subResources } from '../../db/tables/workspace/assets.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import type { ServiceContext } from '../call.ts'
import { type Rendition, resourcePath } from '../files/paths.ts'

/** A sub-resource: its id, and the JSON text of its fields after the URLs. */
interface Part {
  readonly id: number
  readonly facts: string
}

/** The URLs of a sub-resource, the first of its fields. */
type Urls = ReturnType<typeof urlsOf>

/** The JSON text of the fields of a sub-resource after its URLs. */
export const partFacts = jsonObject<Omit<SubResource, keyof Urls>>({
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

/** The JSON text of a sub-resource, with URLs for the acting user. */
export const toSubResource = (
  call: ServiceContext,
  { id, facts }: Part,
  mayDownload: boolean,
): string => joinObjects(JSON.stringify(urlsOf(call, id, mayDownload)), facts)

const urlsOf = (call: ServiceContext, id: number, mayDownload: boolean) => {
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
