import type { PictureParam } from '../../contract/resources/primitives.ts'
import { findBy, selectFrom } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { subResources } from '../../store/db/tables/workspace/assets.ts'
import { users } from '../../store/db/tables/workspace/users.ts'
import { maxPixelsOf } from '../../store/media/pixels.ts'
import { registeredName } from './media-types.ts'
import { type Rendition, readPath, type Target } from './paths.ts'
import { placeholderPicture } from './placeholder-picture.ts'

/** A file to send: uploaded bytes, a text, or a placeholder for bytes that were never uploaded. */
export interface FileOffer {
  kind: 'file'
  name: string
  isToKeep: boolean
  mediaType: string
  modifiedAtMs: number
  content:
    | { digest: string; md5: string; sizeBytes: number }
    | { text: string }
    | PlaceholderContent
}

/** A placeholder of the declared size, because nothing was uploaded. */
export interface PlaceholderContent {
  placeholderBytes: number
  fileKind: string
  name: string
}

export interface PictureOffer {
  kind: 'picture'
  /** The whole picture, where nothing is to be made: the one pixel of a small placeholder. */
  pixel?: { bytes: Buffer; mediaType: string } | undefined
  sourceDigest: string | undefined
  box: { width: number; height: number }
  fileKind: string
  modifiedAtMs: number
}

/** The larger side of pictures requested without a size, in pixels. */
const SIDES: Readonly<Record<Exclude<Rendition, 'download' | 'original'>, number>> = {
  preview: 1_600,
  thumbnail: 400,
  icon: 128,
}

const MAX_SIDE = 4_096

const subResourceById = findBy(subResources, subResources.id)
const userById = findBy(users, users.id)

const partsOfContent = selectFrom(
  subResources,
  `JOIN portal_contents AS content ON content.core_id = sub_resources.asset_id
   WHERE content.id = ? ORDER BY position LIMIT 1`,
)

type Resource = typeof subResources.$inferSelect

/** The file or picture at a path below a workspace's files (A-file-1, A-file-3); undefined for an unknown path. */
export const findOffer = (store: Store, path: string): FileOffer | PictureOffer | undefined => {
  const target = readPath(path)
  if (!target) return undefined
  if (target.of === 'avatar') return avatarOf(store, target)
  const resource =
    target.of === 'cover' ? partsOfContent(store, target.id)[0] : subResourceById(store, target.id)
  return resource && offerOf(resource, target)
}

const offerOf = (resource: Resource, { rendition, size }: Target): FileOffer | PictureOffer => {
  if (rendition === 'download' || rendition === 'original')
    return fileOf(resource, rendition === 'download')
  const box = boxOf(size, SIDES[rendition])
  const placeholder = placeholderOf(resource)
  return {
    kind: 'picture',
    pixel:
      placeholder?.width === 1
        ? { bytes: placeholder.bytes, mediaType: registeredName(resource.mediaType) }
        : undefined,
    sourceDigest: resource.fileDigest ?? undefined,
    box: placeholder ? smaller(box, placeholder) : box,
    fileKind: placeholder && !placeholder.cardFormat ? 'blank' : resource.fileFormatType,
    modifiedAtMs: resource.updatedAtMs,
  }
}

/** The picture that stands for bytes that were never uploaded; its previews show it, never enlarged (A-file-3). */
const placeholderOf = ({ fileDigest, baseText, mediaType, sizeBytes }: Resource) =>
  fileDigest === null && baseText === null ? placeholderPicture(mediaType, sizeBytes) : undefined

const smaller = (box: PictureOffer['box'], { width, height }: PictureOffer['box']) => ({
  width: Math.min(box.width, width),
  height: Math.min(box.height, height),
})

const fileOf = (resource: Resource, isToKeep: boolean): FileOffer => ({
  kind: 'file',
  name: resource.baseText === null ? resource.name : `${resource.name}.${textExtension(resource)}`,
  isToKeep,
  mediaType: resource.baseText === null ? resource.mediaType : textType(resource),
  modifiedAtMs: resource.updatedAtMs,
  content: contentOf(resource),
})

const contentOf = (resource: Resource): FileOffer['content'] => {
  const { fileDigest, uniMd5, sizeBytes, baseText, fileFormatType, name } = resource
  if (fileDigest !== null) return { digest: fileDigest, md5: uniMd5 ?? fileDigest, sizeBytes }
  if (baseText !== null) return { text: baseText }
  return { placeholderBytes: sizeBytes, fileKind: fileFormatType, name }
}

/** The size of the picture behind thunderOrigin: that of the file within its box, or that of a card; none for a text (A-file-3). */
export const previewSizeOf = (
  resource: Resource,
): { width: number | null; height: number | null } => {
  const { width, height, fileDigest, fileFormatType, mediaType, resType } = resource
  if (resType === 1) return { width: null, height: null }
  const placeholder = placeholderOf(resource)
  if (placeholder) return { width: placeholder.width, height: placeholder.height }
  const isShown = fileDigest !== null && fileFormatType === 'picture' && !HEIC.test(mediaType)
  const isDecoded = isShown && width && height && width * height <= maxPixelsOf(mediaType)
  if (!isDecoded) return { width: SIDES.preview, height: SIDES.preview * 0.75 }
  const scale = Math.min(1, SIDES.preview / width, SIDES.preview / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Pictures that no decoder here reads. */
const HEIC = /^image\/hei[cf]$/

/** An article is HTML, every other text plain. */
const isArticle = ({ mediaType }: Resource): boolean => mediaType === 'content_rtf'
const textType = (resource: Resource) => (isArticle(resource) ? 'text/html' : 'text/plain')
const textExtension = (resource: Resource) => (isArticle(resource) ? 'html' : 'txt')

const boxOf = (size: PictureParam, side: number): PictureOffer['box'] => {
  if (!(size.width || size.high)) return { width: side, height: side }
  return {
    width: Math.min(size.width ?? MAX_SIDE, MAX_SIDE),
    height: Math.min(size.high ?? MAX_SIDE, MAX_SIDE),
  }
}

const avatarOf = (store: Store, { id }: Target): PictureOffer | undefined => {
  const user = userById(store, id)
  if (!user) return undefined
  const box = boxOf({}, SIDES.thumbnail)
  const modifiedAtMs = user.createdAtMs
  return { kind: 'picture', sourceDigest: undefined, box, fileKind: 'person', modifiedAtMs }
}
