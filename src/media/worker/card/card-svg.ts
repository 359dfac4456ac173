import type { Box, Card } from '../../work.ts'
import { drawLetters, LETTER_HEIGHT } from './alphabet.ts'
import { nameLines } from './name-lines.ts'
import { type Look, lookOf } from './pictograms.ts'

/** Everything is drawn on a sheet of this size, whatever the size of the card. */
const SHEET = { width: 400, height: 300 }

/** On smaller cards a name would be dust; the label takes its place. */
const MIN_WIDTH_FOR_NAME = 220

const MAX_LETTERS = 6
const FONT_SIZE = 20
const LINE_HEIGHT = 26

/** Where things are on the sheet, from top to bottom. */
interface Layout {
  tileTop: number
  tileSide: number
  letterScale: number
  lines: string[]
}

/** The drawing of a card, at a size in pixels. */
export const cardSvg = (card: Card, { width, height }: Box): string => {
  const look = lookOf(card.kind)
  const layout = layoutOf(card, width)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` viewBox="0 0 ${SHEET.width} ${SHEET.height}" preserveAspectRatio="none">`,
    `<style>.solid{fill:${look.colour}}</style>`,
    background(look),
    tile(look, layout),
    label(card.extension, look, layout),
    nameText(layout),
    '</svg>',
  ].join('')
}

const layoutOf = (card: Card, width: number): Layout => {
  const isSmall = width < MIN_WIDTH_FOR_NAME
  const lines = isSmall ? [] : nameLines(card.name, 17)
  const tileSide = isSmall ? 176 : 130
  const isAlone = lines.length === 0 && lettersOf(card.extension) === ''
  const tileTop = isAlone ? (SHEET.height - tileSide) / 2 : TILE_TOPS[isSmall ? 2 : lines.length]
  return { tileTop: tileTop ?? 0, tileSide, letterScale: isSmall ? 2.5 : 1.15, lines }
}

/** By the number of lines below. */
const TILE_TOPS = [72, 50, 38]

const background = ({ colour }: Look): string =>
  [
    '<linearGradient id="g" x1="0" y1="0" x2="0" y2="1">',
    `<stop offset="0" stop-color="${colour}" stop-opacity="0.10"/>`,
    `<stop offset="1" stop-color="${colour}" stop-opacity="0.24"/></linearGradient>`,
    '<rect width="400" height="300" fill="#fff"/><rect width="400" height="300" fill="url(#g)"/>',
  ].join('')

const tile = ({ colour, pictogram }: Look, { tileTop, tileSide }: Layout): string => {
  const left = (SHEET.width - tileSide) / 2
  const square = `x="${left}" width="${tileSide}" height="${tileSide}" rx="${tileSide / 6}"`
  const inset = tileSide * 0.2
  const scale = (tileSide - 2 * inset) / 100
  return [
    `<rect ${square} y="${tileTop + 5}" fill="${colour}" opacity="0.10"/>`,
    `<rect ${square} y="${tileTop + 2}" fill="${colour}" opacity="0.14"/>`,
    `<rect ${square} y="${tileTop}" fill="#fff"/>`,
    `<g transform="translate(${left + inset} ${tileTop + inset * 0.85}) scale(${scale})"`,
    ` fill="none" stroke="${colour}" stroke-width="6" ${ROUND}>${pictogram}</g>`,
  ].join('')
}

const ROUND = 'stroke-linecap="round" stroke-linejoin="round"'

/** The extension in letters of our own, on a pill over the lower edge of the tile. */
const label = (extension: string, { colour }: Look, layout: Layout): string => {
  const { tileTop, tileSide, letterScale } = layout
  const { width, drawing } = drawLetters(lettersOf(extension))
  if (drawing === '') return ''
  const height = LETTER_HEIGHT * letterScale
  const pill = { width: width * letterScale + height * 1.7, height: height * 2 }
  const top = tileTop + tileSide - pill.height * 0.55
  const left = (SHEET.width - width * letterScale) / 2
  return [
    `<rect x="${(SHEET.width - pill.width) / 2}" y="${top}" width="${pill.width}"`,
    ` height="${pill.height}" rx="${height * 0.5}" fill="${colour}"/>`,
    `<g transform="translate(${left} ${top + height / 2}) scale(${letterScale})"`,
    ` fill="none" stroke="#fff" stroke-width="2.3" ${ROUND}>${drawing}</g>`,
  ].join('')
}

const lettersOf = (extension: string): string =>
  extension.replace(/[^A-Za-z0-9]/g, '').slice(0, MAX_LETTERS)

const nameText = ({ lines, tileTop, tileSide }: Layout): string => {
  const first = tileTop + tileSide + 54
  return lines
    .map((line, index) => {
      const y = first + index * LINE_HEIGHT
      return `<text x="200" y="${y}" font-size="${FONT_SIZE}" ${FONT}>${escaped(line)}</text>`
    })
    .join('')
}

const FONT = 'font-family="sans-serif" text-anchor="middle" fill="#2f3a46"'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
