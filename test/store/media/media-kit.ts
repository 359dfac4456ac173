import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, onTestFinished } from 'vitest'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { type Box, type FileFacts, Media, type Picture } from '#src/store/media/media.ts'
import { freshFolder } from '#test/kit/process.ts'

const { mediaWorker } = shippedFolders()

/** A reader of files with the built worker, or another; it is closed when the test ends. */
export const openMedia = (file = mediaWorker.file, timeoutMs = 20_000): Media => {
  const media = new Media({ ...mediaWorker, file }, { timeoutMs })
  onTestFinished(() => media.close())
  return media
}

/** A reader of files with the built worker, for all tests of a file. */
export const sharedMedia = (): Media => {
  const media = new Media(mediaWorker)
  afterAll(() => media.close())
  return media
}

export const fileOf = (bytes: string | Uint8Array, name = 'file'): string => {
  const path = join(freshFolder(), name)
  writeFileSync(path, bytes)
  return path
}

export const factsOf = (
  media: Media,
  bytes: string | Uint8Array,
  name: string,
  mediaType?: string,
): Promise<FileFacts> => media.readFacts(fileOf(bytes), { name, mediaType })

/** A small picture of a file; undefined when there is none. */
export const makePicture = async (
  media: Media,
  path: string,
  box: Box,
): Promise<Picture | undefined> => (await media.tryPicture(path, box))?.answer

/** A picture of four quarters: red and green above, blue and white below. */
export const fourColours = (width: number, height: number): Sharp => {
  const rect = (x: number, y: number, colour: string): string =>
    `<rect x="${(x * width) / 2}" y="${(y * height) / 2}" width="${width}" height="${height}" fill="${colour}"/>`
  const quarters = rect(0, 0, '#f00') + rect(1, 0, '#0f0') + rect(0, 1, '#00f') + rect(1, 1, '#fff')
  return sharp(Buffer.from(svgOf(width, height, quarters))).removeAlpha()
}

export const svgOf = (width: number, height: number, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`

/** The colour of a picture at a place given in parts of its sides: red, green, blue and opacity. */
export const colourAt = async (
  { bytes }: Pick<Picture, 'bytes'>,
  x: number,
  y: number,
): Promise<number[]> => {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const column = Math.floor(x * info.width)
  const row = Math.floor(y * info.height)
  const start = (row * info.width + column) * info.channels
  return [...data.subarray(start, start + info.channels)]
}

export const nameOf = ([red = 0, green = 0, blue = 0]: readonly number[]): string => {
  const strong = Math.max(50, 0.85 * Math.max(red, green, blue))
  const name = [red, green, blue].map((part) => (part > strong ? 1 : 0)).join('')
  return NAMES[name] ?? name
}

const NAMES: Readonly<Record<string, string>> = {
  '000': 'black',
  '100': 'red',
  '010': 'green',
  '001': 'blue',
  '111': 'white',
}
