import sharp from 'sharp'
import type { Box, Given, Picture } from '../work.ts'

const PAGE = 'M24 12H58L78 32V88H24ZM58 12V32H78'
const BUBBLE = 'M16 18H84V68H52L36 84V68H16ZM32 36H68M32 50H56'

/** One line drawing of 100 by 100 for each kind of file. */
const ICONS: ReadonlyMap<string, string> = new Map([
  ['picture', 'M12 18H88V82H12ZM22 71L42 50L54 62L65 50L78 71'],
  ['video', 'M10 20H90V80H10ZM43 36L65 50L43 64Z'],
  ['audio', 'M16 44V56M33 31V69M50 17V83M67 35V65M84 43V57'],
  ['document', `${PAGE}M37 48H65M37 60H65M37 72H54`],
  ['sheet', 'M14 18H86V82H14ZM14 39H86M14 60H86M38 18V82M62 18V82'],
  ['design', 'M22 70C22 48 34 33 50 33C66 33 78 48 78 70M18 33H82M16 70H28V82H16ZM72 70H84V82H72Z'],
  ['font', 'M18 84L50 16L82 84M30 60H70'],
  ['archive', 'M10 20H90V40H10ZM17 40V82H83V40M41 56H59'],
  [
    'web',
    'M12 50A38 38 0 0 1 88 50A38 38 0 0 1 12 50H88M50 12C26 36 26 64 50 88C74 64 74 36 50 12',
  ],
  [
    'person',
    'M32 36A18 18 0 0 1 68 36A18 18 0 0 1 32 36M16 84C18 64 32 56 50 56C68 56 82 64 84 84',
  ],
  // The placeholder of a drawing, which has nothing in it.
  ['blank', ''],
  ['content_text', BUBBLE],
  ['content_rtf', BUBBLE],
])

const MAX_SIDE = 2000

/** A card for a file without a picture: the icon of its kind, as large as the box allows, at four to three. */
export const makeCard = async ({ kind, box, format }: Given<'card'>): Promise<Picture> => {
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
  `<path d="${ICONS.get(kind) ?? PAGE}" fill="none" stroke="#4a6078" stroke-width="6"` +
  ' stroke-linecap="round" stroke-linejoin="round"/></svg>'

const sizeIn = (box: Box): Box => {
  const width = Math.max(1, Math.floor(Math.min(box.width, (box.height * 4) / 3, MAX_SIDE)))
  return { width, height: Math.max(1, Math.floor((width * 3) / 4)) }
}
