import type { PictureParam } from '../../contract/resources/primitives.ts'

const RENDITIONS = ['download', 'original', 'preview', 'thumbnail', 'icon'] as const

/** The file itself, to keep or to look at, or a picture of it in one of three sizes. */
export type Rendition = (typeof RENDITIONS)[number]

export interface Target {
  of: 'resource' | 'cover' | 'avatar'
  /** Id of the sub-resource, the portal content or the user. */
  id: number
  rendition: Rendition
  size: PictureParam
}

export const resourcePath = (id: number, rendition: Rendition, size?: PictureParam): string =>
  `resources/${id}/${rendition}${suffix(size)}`

export const coverPath = (contentId: number, size?: PictureParam): string =>
  `contents/${contentId}/cover${suffix(size)}`

export const avatarPath = (userId: number): string => `avatars/${userId}`

/** A side of 0 is free, as an absent one (A-file-3). */
const suffix = (size: PictureParam | undefined): string =>
  size?.width || size?.high ? `/${size.width || ''}x${size.high || ''}` : ''

const ID = '(\\d{1,16})'
const PICTURE = new RegExp(
  `^(?:resources/${ID}/(${RENDITIONS.join('|')})|contents/${ID}/cover)(?:/(\\d*)x(\\d*))?$`,
)
const AVATAR = new RegExp(`^avatars/${ID}$`)

/** Parses a path made by one of the functions above; undefined for other paths. */
export const readPath = (path: string): Target | undefined => {
  const avatar = AVATAR.exec(path)
  if (avatar) return { of: 'avatar', id: Number(avatar[1]), rendition: 'icon', size: {} }
  const picture = PICTURE.exec(path)
  if (!picture) return undefined
  const [, resource, rendition = 'preview', content, width, high] = picture
  return {
    of: resource === undefined ? 'cover' : 'resource',
    id: Number(resource ?? content),
    rendition: rendition as Rendition,
    size: sizeOf(width, high),
  }
}

const sizeOf = (width: string | undefined, high: string | undefined): PictureParam => ({
  ...(Number(width) > 0 && { width: Number(width) }),
  ...(Number(high) > 0 && { high: Number(high) }),
})
