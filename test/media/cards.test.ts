import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Box, Card } from '#src/media/media.ts'
import { drawLetters } from '#src/media/worker/card/alphabet.ts'
import { nameLines } from '#src/media/worker/card/name-lines.ts'
import { openMedia, sharedMedia } from '#test/media/media-kit.ts'

const media = sharedMedia()

const KINDS = ['picture', 'video', 'audio', 'document', 'sheet', 'design', 'font', 'archive', 'web']
const CARD: Card = { kind: 'video', extension: 'mp4', name: 'Launch film.mp4' }

const NAMES = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom('&', '<', '>', '"', "'", ']]>', '&#0;', '<!--', '\0', '\u202e', '\ud800'),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom('\u0301', 'a', '\u200d', '👩', '\ufffe', '\ud800', '\udc00') }),
)

describe('a card', () => {
  test('answers a whole picture of at most the box, for whatever name, kind and extension', async () => {
    const side = fc.integer({ min: 1, max: 800 })
    const boxes = fc.record({ width: side, height: side })
    const kinds = fc.oneof(fc.constantFrom(...KINDS, 'constructor', ''), fc.string())
    const cards = fc.record({ kind: kinds, extension: fc.string(), name: NAMES })
    await fc.assert(
      fc.asyncProperty(cards, boxes, async (card, box) => {
        const { bytes, mediaType, width, height } = await media.makeCard(card, box)
        expect(mediaType).toBe('image/png')
        expect({ width, height }).toEqual(fourToThree(box))
        const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
        expect(info).toMatchObject({ width, height, channels: 3 })
      }),
      { numRuns: 150 },
    )
  })

  test('answers the same bytes for the same card', async () => {
    const cards = [media, openMedia()].map((media) => media.makeCard(CARD, BOX))
    const [first, second] = await Promise.all(cards)
    expect(first?.bytes.equals(second?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('answers other pictures for other kinds, extensions and names', async () => {
    const cards = [
      ...KINDS.map((kind) => ({ ...CARD, kind })),
      { ...CARD, extension: 'mov' },
      { ...CARD, name: 'Other film.mp4' },
    ]
    const pictures = await Promise.all(cards.map((card) => media.makeCard(card, BOX)))
    expect(new Set(pictures.map(({ bytes }) => bytes.toString('hex'))).size).toBe(cards.length)
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('answers in %s', async (format) => {
    const card = await media.makeCard(CARD, { width: 1600, height: 1600 }, format)
    expect(card).toMatchObject({ mediaType: `image/${format}`, width: 1600, height: 1200 })
    const facts = await sharp(card.bytes).metadata()
    expect(facts).toMatchObject({ format, width: 1600, height: 1200 })
  })

  test('answers at most 2000 pixels, whatever the box', async () => {
    const card = await media.makeCard(CARD, { width: 1e9, height: 1e9 })
    expect(card).toMatchObject({ width: 2000, height: 1500 })
  })
})

describe('the name on a card', () => {
  test('answers at most two lines, shortened with an ellipsis', () => {
    expect(nameLines('Launch film.mp4', 17)).toEqual(['Launch film.mp4'])
    const [first, second, ...more] = nameLines('a long name with many words '.repeat(9), 17)
    expect(first).toMatch(/^a long name with.*[a-z]$/)
    expect(second).toMatch(/[a-z]…$/)
    expect(more).toEqual([])
    expect(nameLines('海'.repeat(99), 17).map((line) => line.length)).toEqual([16, 16])
  })

  test('answers nothing of what turns or breaks the line', () => {
    expect(nameLines('a\u202egpj.exe\0\n\u2028b', 17)).toEqual(['agpj.exe b'])
    expect(nameLines(' \n\0\u2066', 17)).toEqual([])
    expect(nameLines('a\ud800', 17)).toEqual(['a\ufffd'])
  })
})

describe('the alphabet of the cards', () => {
  test('answers every letter and number with a drawing of its own, and nothing else', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
    const drawings = letters.map((letter) => drawLetters(letter).drawing)
    expect(new Set(drawings).size).toBe(letters.length)
    expect(drawings).not.toContain('')
    expect(drawLetters('é.-"<')).toEqual({ width: 0, drawing: '' })
    expect(drawLetters('mp4')).toEqual(drawLetters('MP4'))
  })
})

const BOX: Box = { width: 400, height: 400 }

const fourToThree = ({ width, height }: Box): Box => {
  const fitting = Math.max(1, Math.floor(Math.min(width, (height * 4) / 3)))
  return { width: fitting, height: Math.max(1, Math.floor((fitting * 3) / 4)) }
}
