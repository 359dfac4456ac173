import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { SubResource } from '#src/contract/resources/asset-shapes.ts'
import type { PortalContent, PortalContentDetail } from '#src/contract/resources/portal-shapes.ts'
import { sha256Hex } from '#src/kernel/signature.ts'
import { DEMO, seedRows } from '#test/kit/databases.ts'
import { ask, assetsOf, declareFile, md5Of, offerFile, partsOf } from '#test/kit/downloads.ts'
import type { Answer } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { colourAt, fourColours, nameOf, svgOf } from '#test/media/media-kit.ts'

/** The decoded pixels of a picture. */
const decoded = async ({ status, headers, bytes }: Answer) => {
  expect(status, bytes.toString('utf8').slice(0, 200)).toBe(200)
  const { format } = await sharp(bytes).metadata()
  expect(headers['content-type']).toBe(`image/${format}`)
  expect(['jpeg', 'png']).toContain(format)
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, format }
}

/** The pictures of a part, by the largest side that they may have. */
const picturesOf = (part: SubResource): [address: unknown, side: number][] => [
  [part.thunder, 400],
  [part.iconThunder, 128],
  [part.thunderOrigin, 1_600],
]

/** Runs work for all items, a few at a time. */
const forAll = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const rest = all.values()
  const lanes = Array.from({ length: 6 }, async () => {
    for (const one of rest) await work(one)
  })
  await Promise.all(lanes)
}

const demoParts = (server: TestServer): Promise<SubResource[]> =>
  partsOf(
    server,
    seedRows<{ id: number }>('demo', 'assets', 'assets').map(({ id }) => id),
  )

/** Media types that are shown as pictures; other files have cards. */
const SHOWN = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff', 'svg+xml'].map(
  (kind) => `image/${kind}`,
)

describe('the demo seed', () => {
  test('answers every file with its size, its MD5 and its type, and every text', async () => {
    const server = await injectServer(DEMO)
    const parts = await demoParts(server)
    expect(parts.length).toBeGreaterThan(200)
    await forAll(parts, async (part) => {
      const { downloadUrl, size, uniMd5, type, baseText } = part
      const { status, headers, bytes } = await ask(downloadUrl)
      expect([status, bytes.length], part.name).toEqual([200, size])
      expect(new Set([part.url, part.originalUrl, part.urlWithParam]).size).toBe(1)
      if (uniMd5 !== null) expect(md5Of(bytes)).toBe(uniMd5)
      if (uniMd5 !== null) expect(headers.etag).toBe(`"${uniMd5}"`)
      if (baseText === null) expect(headers['content-type']?.split(';')[0]).toBe(type)
      else expect(bytes.toString('utf8')).toBe(baseText)
      expect(baseText === null).toBe(uniMd5 !== null)
    })
  })

  test('answers a picture for every record, within the largest size, never enlarged', async () => {
    const server = await injectServer(DEMO)
    await forAll(await demoParts(server), async (part) => {
      expect(part.transformPreviewUrl).toBe(part.thunderOrigin)
      for (const [address, side] of picturesOf(part)) {
        const { width, height } = await decoded(await ask(address))
        expect(Math.max(width, height), part.name).toBeLessThanOrEqual(side)
        if (!SHOWN.includes(part.type)) continue
        const own = { width: part.width ?? 0, height: part.height ?? 0 }
        const scale = Math.min(1, side / own.width, side / own.height)
        expect(Math.abs(width - own.width * scale), part.name).toBeLessThanOrEqual(1)
        expect(Math.abs(height - own.height * scale), part.name).toBeLessThanOrEqual(1)
      }
    })
  })

  test('answers the cover of every content and its details with pictures', async () => {
    const server = await injectServer(DEMO)
    const { body } = await callPortal(server, 'E6', { blockId: 601, pageSize: 1000 })
    const { records } = (body as { result: { records: PortalContent[] } }).result
    expect(records.length).toBeGreaterThan(10)
    await forAll(records, async ({ id, coverPicture }) => {
      const { result } = (await callPortal(server, 'E11', { id })).body as {
        result: PortalContentDetail
      }
      for (const address of [coverPicture, result.coverPicture, ...result.detailPictures]) {
        const { width, height } = await decoded(await ask(address))
        expect(Math.max(width, height)).toBeLessThanOrEqual(1_600)
      }
    })
  })
})

describe('pictureParam', () => {
  const side = fc.oneof(
    fc.integer({ min: 1, max: 10_000 }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(1, 4_095, 4_096, 4_097, 10_000),
  )
  const wanted = fc.oneof(
    fc.record({ width: side, high: side }),
    fc.record({ width: side }),
    fc.record({ high: side }),
  )

  test.each(['E6', 'E11'])('answers pictures of %s of at most that size', async (operation) => {
    const server = await injectServer(DEMO)
    const { blockId, contentId } = server.fixtures.portal
    const property = fc.asyncProperty(wanted, async (pictureParam) => {
      const param = operation === 'E6' ? { blockId, pageSize: 3 } : { id: contentId }
      const { body } = await callPortal(server, operation, { ...param, pictureParam })
      const { result } = body as { result: { records?: PortalContent[] } & PortalContentDetail }
      const contents = result.records ?? [result]
      const { width: most = 10_000, high = 10_000 } = pictureParam as {
        width?: number
        high?: number
      }
      for (const { coverPicture, detailPictures = [] } of contents as PortalContentDetail[])
        for (const address of [coverPicture, ...detailPictures]) {
          const { width, height } = await decoded(await ask(address))
          expect(width).toBeLessThanOrEqual(most)
          expect(height).toBeLessThanOrEqual(high)
        }
    })
    await fc.assert(property, { numRuns: 8 })
  })

  test('answers a picture in its own size when a larger one is requested, with its proportions otherwise', async () => {
    const server = await injectServer(DEMO)
    const { contentId } = server.fixtures.portal
    const sizeFor = async (pictureParam: object) => {
      const { body } = await callPortal(server, 'E11', { id: contentId, pictureParam })
      const { coverPicture } = (body as { result: PortalContentDetail }).result
      const { width, height } = await decoded(await ask(coverPicture))
      return { width, height }
    }
    const own = await sizeFor({ width: 10_000, high: 10_000 })
    const [{ width, height } = { width: 0, height: 0 }] = await partsOf(server, [100_001])
    expect(own).toEqual({ width, height })
    const half = Math.floor(own.width / 2)
    expect((await sizeFor({ width: half })).width).toBe(half)
    expect((await sizeFor({ width: half, high: 10_000 })).width).toBe(half)
    expect((await sizeFor({ high: 100, width: 10_000 })).height).toBe(100)
    expect(await sizeFor({ width: 1, high: 1 })).toEqual({ width: 1, height: 1 })
    // A side of 0 is free; this picture is small enough for its own size without pictureParam.
    expect(await sizeFor({})).toEqual(own)
    expect(await sizeFor({ width: 0, high: 0 })).toEqual(own)
    expect((await sizeFor({ width: 0, high: 100 })).height).toBe(100)
    expect((await sizeFor({ width: half, high: 0 })).width).toBe(half)
  })
})

/** The colours of the four quarters, in reading order. */
const quartersOf = (answer: Answer): Promise<string[]> =>
  Promise.all(
    [0.25, 0.75].flatMap((y) =>
      [0.25, 0.75].map(async (x) => nameOf(await colourAt(answer, x, y))),
    ),
  )

/** The same four colours as a drawing of 600 by 400. */
const QUARTERS = [
  '<rect width="300" height="200" fill="#f00"/><rect x="300" width="300" height="200" fill="#0f0"/>',
  '<rect y="200" width="300" height="200" fill="#00f"/>',
  '<rect x="300" y="200" width="300" height="200" fill="#fff"/>',
].join('')

const UPRIGHT = ['red', 'green', 'blue', 'white']

describe('a picture of a file', () => {
  test('answers pictures upright that a camera has rotated', async () => {
    const server = await injectServer()
    const turned = await fourColours(600, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const part = await offerFile(server, { bytes: turned, name: 'a.jpg' })
    expect(part).toMatchObject({ width: 400, height: 600 })
    for (const [address, side] of picturesOf(part)) {
      const picture = await ask(address)
      const { width, height } = await decoded(picture)
      expect(height).toBe(Math.min(side, 600))
      expect(width).toBe(Math.round((height * 2) / 3))
      expect(await quartersOf(picture)).toEqual(['blue', 'red', 'white', 'green'])
    }
  })

  test('answers with its transparency, as PNG', async () => {
    const server = await injectServer()
    const half = Buffer.from(svgOf(600, 600, '<rect width="300" height="600" fill="red"/>'))
    const bytes = await sharp(half).png().toBuffer()
    for (const [address] of picturesOf(await offerFile(server, { bytes, name: 'a.png' }))) {
      const picture = await ask(address)
      expect((await decoded(picture)).format).toBe('png')
      expect(await colourAt(picture, 0.1, 0.5)).toEqual([255, 0, 0, 255])
      expect(await colourAt(picture, 0.9, 0.5)).toMatchObject({ 3: 0 })
    }
  })

  test.each([
    ['CMYK, as TIFF', () => fourColours(600, 400).toColourspace('cmyk').tiff().toBuffer()],
    ['CMYK, as JPEG', () => fourColours(600, 400).toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits', () => fourColours(600, 400).toColourspace('rgb16').png().toBuffer()],
    ['a palette', () => fourColours(600, 400).png({ palette: true }).toBuffer()],
    ['no pixels', () => Buffer.from(svgOf(600, 400, QUARTERS))],
  ])('answers in sRGB what has %s', async (name, make) => {
    const server = await injectServer()
    const part = await offerFile(server, { bytes: await make() })
    expect(part).toMatchObject({ width: 600, height: 400 })
    for (const [address] of picturesOf(part)) {
      const picture = await ask(address)
      await decoded(picture)
      expect((await sharp(picture.bytes).metadata()).space).toBe('srgb')
      const [red, green, blue, white] = await quartersOf(picture)
      expect([red, blue, white]).toEqual(['red', 'blue', 'white'])
      // Printers' colours have no such green.
      if (!name.startsWith('CMYK')) expect(green).toBe('green')
    }
  })

  test('answers a picture within its box, never enlarged', async () => {
    const server = await injectServer()
    for (const [width, height] of [
      [10, 5],
      [127, 129],
      [401, 399],
      [4_000, 1],
    ] as const) {
      const create = { width, height, channels: 3, background: '#123456' } as const
      const part = await offerFile(server, { bytes: await sharp({ create }).png().toBuffer() })
      for (const [address, side] of picturesOf(part)) {
        const scale = Math.min(1, side / width, side / height)
        const expected = [width, height].map((own) => Math.max(1, Math.round(own * scale)))
        const picture = await decoded(await ask(address))
        expect([picture.width, picture.height]).toEqual(expected)
      }
    }
  })

  test('answers the same to concurrent and later callers', async () => {
    const server = await injectServer()
    const bytes = await fourColours(3_000, 2_000).png().toBuffer()
    const { thunder } = await offerFile(server, { bytes })
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(thunder)))
    const tags = new Set([...answers, await ask(thunder)].map(({ headers }) => headers.etag))
    expect(tags.size).toBe(1)
    expect(new Set(answers.map((answer) => md5Of(answer.bytes))).size).toBe(1)
  })

  test('answers a card, the same for the same file, when nothing can be shown', async () => {
    const server = await injectServer()
    const sheet = await offerFile(server, { bytes: 'a,b\n1,2\n', name: '表.csv', type: 'text/csv' })
    const never = await declareFile(server, { name: 'never.mp4', size: 10, type: 'video/mp4' })
    const cards: string[] = []
    for (const part of [sheet, never])
      for (const [address, side] of picturesOf(part)) {
        const card = await ask(address)
        const { width, height, format } = await decoded(card)
        expect({ width, height, format }).toEqual({
          width: side,
          height: (side * 3) / 4,
          format: 'png',
        })
        expect((await ask(address)).bytes.equals(card.bytes)).toBe(true)
        cards.push(md5Of(card.bytes))
      }
    expect(new Set(cards).size).toBe(6)
  })
})

test('the card of a file is a picture for any file name', async () => {
  const names = ['</svg>', '&amp;.&lt;', ']]>', '<!--', '\0', '\ufffe.\uffff', '😀.😀', ' ', '.']
  const files = names.map((name) => ({ path: 'upload/never-sent', name }))
  for (const { thunder, iconThunder } of await assetsOf(await injectServer(), files)) {
    const [card, icon] = [await decoded(await ask(thunder)), await decoded(await ask(iconThunder))]
    expect([card.width, card.height, icon.width, icon.height]).toEqual([400, 300, 128, 96])
  }
})

const HARMFUL = [
  'truncated.jpg',
  'text.png',
  'empty.bin',
  'bomb.png',
  'script.svg',
  'page.html',
  'xml-bomb.svg',
  'bomb.zip',
  'external.svg',
]

const harmful = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../files', name))

describe('a damaged or malicious file', () => {
  test.each(HARMFUL)('answers %s as it was sent, and a picture for it', async (name) => {
    const server = await injectServer()
    const bytes = harmful(name)
    const part = await offerFile(server, { bytes, name })
    expect(part).toMatchObject({ name, size: bytes.length, uniMd5: md5Of(bytes) })
    for (const address of [part.downloadUrl, part.url]) {
      const { status, headers, bytes: answered } = await ask(address)
      expect([status, answered.equals(bytes)]).toEqual([200, true])
      expect(headers['content-type']?.split(';')[0]).toBe(part.type)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
      expect(headers['content-security-policy']).not.toMatch(/script|allow-|unsafe-eval/)
    }
    for (const [address, side] of picturesOf(part)) {
      const { width, height } = await decoded(await ask(address))
      expect(Math.max(width, height)).toBeLessThanOrEqual(side)
    }
  })

  test('answers a good picture after each of them', async () => {
    const server = await injectServer()
    for (const name of HARMFUL) {
      const part = await offerFile(server, { bytes: harmful(name), name })
      await ask(part.thunder)
      const bytes = await fourColours(300, 200).png({ compressionLevel: 1 }).toBuffer()
      const good = await offerFile(server, { bytes, name: `after ${name}.png` })
      expect(await quartersOf(await ask(good.thunder))).toEqual(UPRIGHT)
    }
  })

  test('answers a drawing without the files that it names, those of the store included', async () => {
    const server = await injectServer()
    const create = { width: 200, height: 100, channels: 3, background: '#f00' } as const
    const red = await sharp({ create }).png().toBuffer()
    await offerFile(server, { bytes: red, name: 'red.png' })
    const stored = server.sandbox.files.blobs.find(sha256Hex(red)) ?? ''
    const beside = join(freshFolder(), 'red.png')
    writeFileSync(beside, red)
    const digits = basename(stored)
    const places = [stored, beside, digits, `./${digits}`, `../${digits.slice(0, 2)}/${digits}`]
    const addresses = places.flatMap((place) =>
      place.startsWith('/') ? [place, pathToFileURL(place).href] : [place],
    )
    const images = addresses.flatMap((href) => [
      `<image href="${href}" width="200" height="100"/>`,
      `<image xlink:href="${href}" width="200" height="100"/>`,
      `<use href="${href}#a" width="200" height="100"/>`,
      `<filter id="f${sha256Hex(href)}"><feImage href="${href}"/></filter><rect width="200" height="100" fill="none" filter="url(#f${sha256Hex(href)})"/>`,
      `<style>@import url("${href}"); .x { fill: url("${href}") }</style>`,
    ])
    const green = '<rect width="20" height="100" fill="#0f0"/>'
    const drawing = svgOf(200, 100, green + images.join('')).replace(
      '<svg ',
      '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ',
    )
    const part = await offerFile(server, { bytes: drawing, name: 'a.svg' })
    expect(part).toMatchObject({ type: 'image/svg+xml', width: 200, height: 100 })
    for (const [address] of picturesOf(part)) {
      const picture = await ask(address)
      await decoded(picture)
      expect(nameOf(await colourAt(picture, 0.05, 0.5))).toBe('green')
      const { channels } = await sharp(picture.bytes).ensureAlpha().stats()
      expect(channels[0]?.max).toBe(0)
    }
  })
})
