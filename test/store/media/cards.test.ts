import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Box } from '#src/store/media/media.ts'
import { sharedMedia } from '#test/store/media/media-kit.ts'

const media = sharedMedia()

const KINDS = [
  'picture',
  'video',
  'audio',
  'document',
  'sheet',
  'design',
  'font',
  'archive',
  'web',
  'person',
  'content_text',
]

describe('a card', () => {
  test('is a complete picture that fits its box, also for unknown kinds', async () => {
    const side = fc.integer({ min: 1, max: 800 })
    const boxes = fc.record({ width: side, height: side })
    const kinds = fc.oneof(fc.constantFrom(...KINDS, 'constructor', ''), fc.string())
    await fc.assert(
      fc.asyncProperty(kinds, boxes, async (kind, box) => {
        const { bytes, mediaType, width, height } = await media.makeCard(kind, box)
        expect(mediaType).toBe('image/png')
        expect({ width, height }).toEqual(fourToThree(box))
        const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
        expect(info).toMatchObject({ width, height, channels: 3 })
      }),
      { numRuns: 150 },
    )
  })

  test('differs between kinds, and is a blank page for an unknown one', async () => {
    const pictureOf = async (kind: string): Promise<string> =>
      (await media.makeCard(kind, BOX)).bytes.toString('hex')
    const pictures = await Promise.all([...KINDS, 'unknown'].map(pictureOf))
    expect(new Set(pictures).size).toBe(KINDS.length + 1)
    expect(await pictureOf('constructor')).toBe(pictures.at(-1))
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('is made in %s', async (format) => {
    const card = await media.makeCard('video', { width: 1600, height: 1600 }, format)
    expect(card).toMatchObject({ mediaType: `image/${format}`, width: 1600, height: 1200 })
    const facts = await sharp(card.bytes).metadata()
    expect(facts).toMatchObject({ format, width: 1600, height: 1200 })
  })

  test('has at most 2000 pixels a side', async () => {
    const card = await media.makeCard('video', { width: 1e9, height: 1e9 })
    expect(card).toMatchObject({ width: 2000, height: 1500 })
  })
})

const BOX: Box = { width: 400, height: 400 }

const fourToThree = ({ width, height }: Box): Box => {
  const fitting = Math.max(1, Math.floor(Math.min(width, (height * 4) / 3)))
  return { width: fitting, height: Math.max(1, Math.floor((fitting * 3) / 4)) }
}
