import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { LIMITS } from '../../../kernel/limits.ts'
import { maxPixelsOf } from '../pixels.ts'
import type { Box, FileFacts, Given, Picture } from '../work.ts'
import { detectMediaType } from './detect.ts'
import { hasLongText } from './markup.ts'
import { encodingOf } from './sample.ts'

/** Pictures that can be decoded, or whose dimensions can be read. */
const RASTER_TYPES: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
])

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff', 'Svg'].map(
    (format) => `VipsForeignLoad${format}`,
  ),
})

const isPicture = (type: string): boolean => type === 'image/svg+xml' || RASTER_TYPES.has(type)

/** Opens a picture; undefined for a drawing beyond the maximum size, or with a text that is too long. */
const openPicture = async (
  path: string,
  mediaType: string,
  options: SharpOptions,
): Promise<Sharp | undefined> => {
  if (mediaType !== 'image/svg+xml') return sharp(path, options)
  const { size } = await stat(path)
  if (size > LIMITS.drawingBytes.max) return undefined
  const drawing = recognisable(await readFile(path))
  return hasLongText(drawing.toString()) ? undefined : sharp(drawing, options)
}

const SIGN = Buffer.from('<!-- libvips looks for "<svg" here -->')

/**
 * A drawing in the form that libvips recognises: ASCII letters at the start and `<svg` soon after.
 * It is passed as bytes, because with a path the drawing could include files of its folder.
 */
const recognisable = (bytes: Buffer): Buffer => {
  const plain = withoutByteOrder(bytes)
  const declaration = DECLARATION.exec(plain.toString('latin1', 0, 200))?.[0] ?? ''
  const rest = plain.subarray(declaration.length)
  return Buffer.concat([plain.subarray(0, declaration.length), SIGN, rest])
}

const DECLARATION = /^<\?xml[^>]*>/

const withoutByteOrder = (bytes: Buffer): Buffer => {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8') return bytes.subarray(bytes.indexOf('\uFEFF') === 0 ? 3 : 0)
  // The declaration names the encoding that the text no longer has.
  return Buffer.from(new TextDecoder(encoding).decode(bytes).replace(DECLARATION, ''))
}

/** The dimensions in the header of a picture; nothing is decoded. A damaged header throws. */
export const measurePicture = async (
  path: string,
  mediaType: string,
): Promise<Partial<FileFacts>> => {
  if (!isPicture(mediaType)) return {}
  const picture = await openPicture(path, mediaType, { limitInputPixels: false, failOn: 'none' })
  if (!picture) return {}
  const { width, height, orientation = 1 } = await picture.metadata()
  return { width, height, orientation }
}

const MAX_SIDE = 4096
const JPEG_QUALITY = 80

/** A small picture of a file, upright and in sRGB; undefined when it has none. A damaged one throws. */
export const makePicture = async ({
  path,
  box,
}: Given<'picture'>): Promise<Picture | undefined> => {
  const mediaType = await detectMediaType({ path, hint: { name: '' } })
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
  // Pictures often have an opaque alpha channel.
  if (!(await pixels.stats()).isOpaque)
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
