import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Picture } from '#src/store/media/media.ts'
import {
  colourAt,
  factsOf,
  fileOf,
  fourColours,
  makePicture,
  nameOf,
  sharedMedia,
  svgOf,
} from '#test/store/media/media-kit.ts'

const media = sharedMedia()

const XINCLUDE = 'http://www.w3.org/2001/XInclude'
const BOX = { width: 100, height: 100 }

const pictureOf = async (bytes: string | Uint8Array): Promise<Picture> => {
  const picture = await makePicture(media, fileOf(bytes), BOX)
  if (!picture) throw new Error('no picture')
  expect(await sharp(picture.bytes).metadata()).toMatchObject({
    format: picture.mediaType.slice('image/'.length),
    width: picture.width,
    height: picture.height,
  })
  return picture
}

/** The colours of the four quarters, in reading order. */
const quarters = async (picture: Picture): Promise<string[]> => {
  const colours = [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map(async (x) => nameOf(await colourAt(picture, x, y))),
  )
  return Promise.all(colours)
}

const UPRIGHT = ['red', 'green', 'blue', 'white']

describe('a small picture', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)(
    'shows a file in %s',
    async (format) => {
      const bytes = await fourColours(400, 200).toFormat(format).toBuffer()
      const facts = await factsOf(media, bytes, 'a')
      expect(facts).toMatchObject({ mediaType: `image/${format}`, width: 400, height: 200 })
      const picture = await pictureOf(bytes)
      expect(picture).toMatchObject({ mediaType: 'image/jpeg', width: 100, height: 50 })
      expect(await quarters(picture)).toEqual(UPRIGHT)
    },
  )

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is upright for orientation %i', async (orientation) => {
    const bytes = await fourColours(400, 200).jpeg().withMetadata({ orientation }).toBuffer()
    const facts = await factsOf(media, bytes, 'a')
    expect(facts).toMatchObject({ width: 400, height: 200, orientation })
    const expected = await sharp(bytes).autoOrient().png().toBuffer({ resolveWithObject: true })
    const { width, height } = expected.info
    const picture = await pictureOf(bytes)
    expect(picture).toMatchObject({ width: width / 4, height: height / 4 })
    const whole = { bytes: expected.data, mediaType: 'image/png', width, height } as const
    expect(await quarters(picture)).toEqual(await quarters(whole))
  })

  test('keeps transparency, and is JPEG when the alpha channel is opaque', async () => {
    const half = svgOf(200, 200, '<rect width="100" height="200" fill="red"/>')
    const clear = await pictureOf(await sharp(Buffer.from(half)).png().toBuffer())
    expect(clear.mediaType).toBe('image/png')
    expect(await colourAt(clear, 0.9, 0.5)).toMatchObject({ 3: 0 })
    expect(await colourAt(clear, 0.1, 0.5)).toEqual([255, 0, 0, 255])
    const opaque = await fourColours(200, 200).ensureAlpha().png().toBuffer()
    expect((await pictureOf(opaque)).mediaType).toBe('image/jpeg')
  })

  test('shows the first of several pages', async () => {
    const pages = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(pages, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const picture = await pictureOf(bytes)
    expect(picture).toMatchObject({ width: 50, height: 50 })
    expect(nameOf(await colourAt(picture, 0.5, 0.5))).toBe('red')
  })

  test('omits the metadata of the camera', async () => {
    const bytes = await fourColours(200, 200)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('somebody')).toBe(true)
    expect((await pictureOf(bytes)).bytes.includes('somebody')).toBe(false)
  })
})

describe('a damaged or harmful file', () => {
  test('shows the readable part of a truncated JPEG', async () => {
    const bytes = await fourColours(400, 400).jpeg().toBuffer()
    const half = bytes.subarray(0, bytes.length / 2)
    expect(await factsOf(media, half, 'a')).toMatchObject({ width: 400, isReadable: true })
    expect((await quarters(await pictureOf(half)))[0]).toBe('red')
  })

  test.each([
    ['a PNG with only its signature', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a JPEG with only its header', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a drawing that is not XML', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
  ])('has no picture: %s', async (_name, bytes) => {
    const facts = await factsOf(media, bytes, 'a')
    expect(facts).toMatchObject({ width: null, height: null, isReadable: false })
    expect(await makePicture(media, fileOf(bytes), BOX)).toBeUndefined()
  })

  test('is not decoded from 20 million pixels on when it is AVIF', async () => {
    const solid = { width: 5_000, height: 4_001, channels: 3, background: 'red' } as const
    const bytes = await sharp({ create: solid }).avif({ effort: 0 }).toBuffer()
    expect(await factsOf(media, bytes, 'a')).toMatchObject({ width: 5_000, isReadable: true })
    // An answer without a picture: the process has judged the header, and was not ended.
    expect(await media.tryPicture(fileOf(bytes), BOX)).toEqual({ answer: undefined })
  })

  test('is not laid out when it is a drawing with one text of more than 10,000 characters', async () => {
    const textOf = (characters: number): string => `<text>${'a '.repeat(characters / 2)}</text>`
    const nested = `<text>${'<tspan>aa</tspan>'.repeat(5_001)}</text>`
    for (const inner of [textOf(10_002), nested, '<g>'.repeat(513)]) {
      const path = fileOf(svgOf(100, 100, inner))
      expect(await media.tryPicture(path, BOX)).toEqual({ answer: undefined })
    }
    const style = `<style>${' '.repeat(20_000)}</style>`
    const many = svgOf(100, 100, `${style}${textOf(500).repeat(30)}`)
    expect(await media.tryPicture(fileOf(many), BOX)).toMatchObject({ answer: { width: 100 } })
  })

  test('is drawn without the files and URLs that it names', async () => {
    const other = fileOf(await fourColours(100, 100).png().toBuffer(), 'other.png')
    const { url, asked } = await listen()
    const names = ['other.png', other, `file://${other}`, `${url}/a.png`]
    const images = names.map((name) => `<image href="${name}" width="100" height="100"/>`)
    const style = `<style>@import url(${url}/a.css);</style>`
    const include = `<text y="20"><xi:include xmlns:xi="${XINCLUDE}" href="${other}" parse="text"/></text>`
    const path = join(dirname(other), 'drawing.svg')
    writeFileSync(path, svgOf(100, 100, `${style}${images.join('')}${include}`))
    const picture = await makePicture(media, path, BOX)
    const { channels } = await sharp(picture?.bytes).stats()
    expect(channels.map(({ max }) => max)).toEqual([0, 0, 0, 0])
    expect(asked).toEqual([])
  })
})

const listen = async (): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end()
  })
  onTestFinished(() => {
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
