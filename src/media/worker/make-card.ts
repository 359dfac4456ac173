import sharp from 'sharp'
import type { Box, CardFormat, Picture } from '../work.ts'
import { iconPath } from './card-icons.ts'

const MAX_SIDE = 2000

/** A card for a file without a picture: the icon of its kind, as large as the box allows, at four to three. */
export const makeCard = async (kind: string, box: Box, format: CardFormat): Promise<Picture> => {
  const { data, info } = await sharp(Buffer.from(cardSvg(kind, sizeIn(box))))
    .removeAlpha()
    .toFormat(format, format === 'png' ? {} : { quality: 90 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mediaType: `image/${format}`, width: info.width, height: info.height }
}

const cardSvg = (kind: string, { width, height }: Box): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"` +
  ' viewBox="-50 -25 200 150" preserveAspectRatio="none">' +
  '<rect x="-50" y="-25" width="200" height="150" fill="#e4e9ee"/>' +
  `<path d="${iconPath(kind)}" fill="none" stroke="#4a6078" stroke-width="6"` +
  ' stroke-linecap="round" stroke-linejoin="round"/></svg>'

const sizeIn = (box: Box): Box => {
  const width = Math.max(1, Math.floor(Math.min(box.width, (box.height * 4) / 3, MAX_SIDE)))
  return { width, height: Math.max(1, Math.floor((width * 3) / 4)) }
}
