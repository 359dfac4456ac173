import sharp from 'sharp'
import type { Box, Card, CardFormat, Picture } from '../../work.ts'
import { cardSvg } from './card-svg.ts'

const MAX_SIDE = 2000

/** A card for a file that has no picture: as large as the box allows, at four to three. */
export const makeCard = async (card: Card, box: Box, format: CardFormat): Promise<Picture> => {
  const size = sizeIn(box)
  const { data, info } = await sharp(Buffer.from(cardSvg(card, size)))
    .removeAlpha()
    .toFormat(format, format === 'png' ? {} : { quality: 90 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mediaType: `image/${format}`, width: info.width, height: info.height }
}

const sizeIn = (box: Box): Box => {
  const width = Math.max(1, Math.floor(Math.min(box.width, (box.height * 4) / 3, MAX_SIDE)))
  return { width, height: Math.max(1, Math.floor((width * 3) / 4)) }
}
