import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { LIMITS } from '../../limits.ts'
import { hasLongText } from './long-text.ts'
import { encodingOf } from './sample.ts'

const MAX_PIXELS = 100_000_000

/** The decoder of AVIF takes 18 bytes for a pixel, those of other formats at most 6. */
const MAX_AVIF_PIXELS = 20_000_000

/** The pixels of a picture of a type; one with more is never decoded. */
export const maxPixelsOf = (mediaType: string): number =>
  /^image\/(avif|hei[cf])$/.test(mediaType) ? MAX_AVIF_PIXELS : MAX_PIXELS

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

/** Whether files of a type can be opened as pictures. */
export const isPicture = (type: string): boolean =>
  type === 'image/svg+xml' || RASTER_TYPES.has(type)

/** Opens a picture; undefined for a drawing beyond the maximum size, or with a text that is too long. */
export const openPicture = async (
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
