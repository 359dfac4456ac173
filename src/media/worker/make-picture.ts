import sharp, { type Sharp } from 'sharp'
import type { Box, Picture } from '../work.ts'
import { detectMediaType } from './detect.ts'
import { isPicture, maxPixelsOf, openPicture } from './pictures.ts'

const MAX_SIDE = 4096
const JPEG_QUALITY = 80

/** A small picture of a file, upright and in sRGB; undefined when it has none. A damaged one throws. */
export const makePicture = async (path: string, box: Box): Promise<Picture | undefined> => {
  const mediaType = await detectMediaType(path, { name: '' })
  if (!isPicture(mediaType)) return undefined
  const maxPixels = maxPixelsOf(mediaType)
  const picture = await openPicture(path, mediaType, {
    failOn: 'none',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  })
  if (!picture || !(await isSmallEnough(picture, maxPixels))) return undefined
  const { data, info } = await picture
    .autoOrient()
    .resize({ ...sides(box), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  if (isTransparent(data, channels))
    return { bytes: await pixels.png().toBuffer(), mediaType: 'image/png', width, height }
  const bytes = await pixels.removeAlpha().jpeg({ quality: JPEG_QUALITY }).toBuffer()
  return { bytes, mediaType: 'image/jpeg', width, height }
}

/** Judged by the header, before anything is decoded. */
const isSmallEnough = async (picture: Sharp, maxPixels: number): Promise<boolean> => {
  const { width, height } = await picture.metadata()
  return width * height <= maxPixels
}

const sides = ({ width, height }: Box): Box => ({
  width: Math.min(width, MAX_SIDE),
  height: Math.min(height, MAX_SIDE),
})

/** Whether any pixel is transparent; pictures often have an opaque alpha channel. */
const isTransparent = (pixels: Buffer, channels: number): boolean => {
  if (channels !== 2 && channels !== 4) return false
  for (let alpha = channels - 1; alpha < pixels.length; alpha += channels)
    if (pixels[alpha] !== 255) return true
  return false
}
