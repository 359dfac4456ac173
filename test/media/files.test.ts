import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sharedMedia } from '#test/media/media-kit.ts'

const media = sharedMedia()

interface Facts {
  file: string
  mediaType: string
  width: number | null
  height: number | null
  orientation: number | null
  /** Degrees clockwise. */
  rotation?: number
  durationMs: number | null
  words: number | null
}

const FOLDER = join(import.meta.dirname, '../files')
const FILES: Facts[] = JSON.parse(readFileSync(join(FOLDER, 'facts.json'), 'utf8'))
const ORIENTATIONS: Readonly<Record<number, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 }
const BOX = { width: 100, height: 100 }

const pathOf = (file: string): string => join(FOLDER, file)

/** Facts whose values other programs have read (`test/files/README.md`). */
describe('the facts of a good file', () => {
  test.each(FILES)('answers those of $file', async ({ file, words, rotation = 0, ...facts }) => {
    const { wordNum, ...read } = await media.readFacts(pathOf(file), { name: file })
    expect(read).toEqual({
      mediaType: facts.mediaType,
      width: facts.width,
      height: facts.height,
      orientation: facts.orientation ?? ORIENTATIONS[rotation],
      durationMs: facts.durationMs,
      isReadable: true,
    })
    if (words !== null) expect(wordNum).toBe(words)
  })

  const unnamed = FILES.filter(({ mediaType }) => !/^text\/(csv)/.test(mediaType))

  test.each(unnamed)('answers the type of $file without its name', async ({ file, mediaType }) => {
    const facts = await media.readFacts(pathOf(file), { name: '', mediaType: 'image/bmp' })
    expect(facts.mediaType).toBe(mediaType)
  })
})

describe('a small picture of a good file', () => {
  const pictures = FILES.filter(({ mediaType }) => mediaType.startsWith('image/'))

  test.each(pictures)('answers $file in its proportions', async (facts) => {
    const { file, width, height, orientation } = facts
    const picture = await media.makePicture(pathOf(file), BOX)
    const isTurned = (orientation ?? 1) > 4
    const ratio = Number(isTurned ? height : width) / Number(isTurned ? width : height)
    expect(Number(picture?.width) / Number(picture?.height)).toBeCloseTo(ratio, 1)
    expect(Math.max(Number(picture?.width), Number(picture?.height))).toBe(100)
  })

  const others = FILES.filter(({ mediaType }) => !mediaType.startsWith('image/'))

  test.each(others)('answers none of $file', async ({ file }) => {
    expect(await media.makePicture(pathOf(file), BOX)).toBeUndefined()
  })

  test.each(['rgba.png', 'alpha.webp'])('answers %s with its transparency', async (file) => {
    const picture = await media.makePicture(pathOf(file), BOX)
    expect(picture?.mediaType).toBe('image/png')
    const { isOpaque } = await sharp(picture?.bytes).stats()
    expect(isOpaque).toBe(false)
  })
})

describe('a file that means harm', () => {
  test.each([
    ['truncated.jpg', { mediaType: 'image/jpeg', width: 320, height: 200, isReadable: true }],
    ['text.png', { mediaType: 'text/plain', width: null, isReadable: true }],
    ['empty.bin', { mediaType: 'application/octet-stream', isReadable: true }],
    ['bomb.png', { mediaType: 'image/png', width: 30_000, height: 30_000, isReadable: true }],
    ['bomb.zip', { mediaType: 'application/zip', isReadable: true }],
    ['xml-bomb.svg', { mediaType: 'image/svg+xml', isReadable: false }],
    ['external.svg', { mediaType: 'image/svg+xml', isReadable: false }],
  ])('answers of %s %j', async (file, facts) => {
    expect(await media.readFacts(pathOf(file), { name: file })).toMatchObject(facts)
  })

  test.each(['text.png', 'empty.bin', 'bomb.png', 'bomb.zip', 'xml-bomb.svg', 'external.svg'])(
    'answers no picture of %s',
    async (file) => {
      expect(await media.makePicture(pathOf(file), BOX)).toBeUndefined()
    },
  )

  test('answers the half of a JPEG that was cut off', async () => {
    const picture = await media.makePicture(pathOf('truncated.jpg'), BOX)
    expect(picture).toMatchObject({ mediaType: 'image/jpeg', width: 100, height: 63 })
  })
})
