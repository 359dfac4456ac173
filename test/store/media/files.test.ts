import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/kit/process.ts'
import { makePicture, sharedMedia } from '#test/store/media/media-kit.ts'

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

const FOLDER = join(import.meta.dirname, '../../files')
const FILES: Facts[] = JSON.parse(readFileSync(join(FOLDER, 'facts.json'), 'utf8'))
const ORIENTATIONS: Readonly<Record<number, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 }
const BOX = { width: 100, height: 100 }

const pathOf = (file: string): string => join(FOLDER, file)

/** The expected facts were read with other programs (`test/files/README.md`). */
describe('the facts of a valid file', () => {
  test.each(FILES)('are read from $file', async ({ file, words, rotation = 0, ...facts }) => {
    expect(await media.readFacts(pathOf(file), { name: file })).toEqual({
      mediaType: facts.mediaType,
      width: facts.width,
      height: facts.height,
      orientation: facts.orientation ?? ORIENTATIONS[rotation],
      durationMs: facts.durationMs,
      wordNum: words,
      isReadable: true,
    })
  })

  const unnamed = FILES.filter(({ mediaType }) => !/^text\/(csv)/.test(mediaType))

  test.each(unnamed)('include the type of $file without its name', async ({ file, mediaType }) => {
    const facts = await media.readFacts(pathOf(file), { name: '', mediaType: 'image/bmp' })
    expect(facts.mediaType).toBe(mediaType)
  })
})

describe('a small picture of a valid file', () => {
  const pictures = FILES.filter(({ mediaType }) => mediaType.startsWith('image/'))

  test.each(pictures)('keeps the proportions of $file', async (facts) => {
    const { file, width, height, orientation } = facts
    const picture = await makePicture(media, pathOf(file), BOX)
    const isTurned = (orientation ?? 1) > 4
    const ratio = Number(isTurned ? height : width) / Number(isTurned ? width : height)
    expect(Number(picture?.width) / Number(picture?.height)).toBeCloseTo(ratio, 1)
    expect(Math.max(Number(picture?.width), Number(picture?.height))).toBe(100)
  })

  const others = FILES.filter(({ mediaType }) => !mediaType.startsWith('image/'))

  test.each(others)('is undefined for $file', async ({ file }) => {
    expect(await makePicture(media, pathOf(file), BOX)).toBeUndefined()
  })
})

describe('a harmful file', () => {
  test.each([
    ['truncated.jpg', { mediaType: 'image/jpeg', width: 320, height: 200, isReadable: true }],
    ['text.png', { mediaType: 'text/plain', width: null, isReadable: true }],
    ['empty.bin', { mediaType: 'application/octet-stream', isReadable: true }],
    ['bomb.png', { mediaType: 'image/png', width: 30_000, height: 30_000, isReadable: true }],
    ['bomb.zip', { mediaType: 'application/zip', isReadable: true }],
    ['xml-bomb.svg', { mediaType: 'image/svg+xml', isReadable: false }],
    ['external.svg', { mediaType: 'image/svg+xml', isReadable: false }],
  ])('is recognised: %s is %j', async (file, facts) => {
    expect(await media.readFacts(pathOf(file), { name: file })).toMatchObject(facts)
  })

  test.each(['text.png', 'empty.bin', 'bomb.png', 'bomb.zip', 'xml-bomb.svg', 'external.svg'])(
    'has no picture: %s',
    async (file) => {
      expect(await makePicture(media, pathOf(file), BOX)).toBeUndefined()
    },
  )

  const bitmap = (width: number): Buffer => {
    const bytes = Buffer.alloc(200)
    bytes.write('BM')
    for (const [value, at] of [
      [40, 14],
      [width, 18],
      [4, 22],
    ] as const)
      bytes.writeInt32LE(value, at)
    return bytes
  }

  /** A film that claims to last for ever: a duration is 8 bytes behind its mark. */
  const endless = (): Buffer => {
    const bytes = readFileSync('seed/minimal/files/sunscreen-texture.webm')
    bytes.writeDoubleBE(
      Number.POSITIVE_INFINITY,
      bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3,
    )
    return bytes
  }

  test.each([
    ['a negative width', 'image/bmp', bitmap(-4), false],
    ['no end', 'video/webm', endless(), false],
    ['a width', 'image/bmp', bitmap(4), true],
  ])(
    'is unreadable with measures that no file has: %s',
    async (_name, mediaType, bytes, isReadable) => {
      const path = join(freshFolder(), 'odd')
      writeFileSync(path, bytes)
      const facts = await media.readFacts(path, { name: 'odd' })
      expect(facts).toMatchObject({ mediaType, isReadable })
      if (!isReadable) expect(facts).toMatchObject({ width: null, durationMs: null })
    },
  )
})
