import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { SubResource } from '#src/contract/resources/asset-shapes.ts'
import type { PortalContent, PortalContentDetail } from '#src/contract/resources/portal-shapes.ts'
import { DEMO, seedRows } from '#test/kit/databases.ts'
import { ask, declareFile, md5Of, offerFile, partsOf } from '#test/kit/downloads.ts'
import type { Answer } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { fourColours } from '#test/store/media/media-kit.ts'

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

  test('answers the cover of every content and its details with pictures', async () => {
    const server = await injectServer(DEMO)
    const query = { blockId: 601, pageSize: 1000, pictureParam: { width: 200 } }
    const { body } = await callPortal(server, 'E6', query)
    const { records } = (body as { result: { records: PortalContent[] } }).result
    expect(records.length).toBeGreaterThan(10)
    await forAll(records, async ({ id, coverPicture }) => {
      expect((await decoded(await ask(coverPicture))).width).toBeLessThanOrEqual(200)
      const { result } = (await callPortal(server, 'E11', { id })).body as {
        result: PortalContentDetail
      }
      for (const address of [result.coverPicture, ...result.detailPictures]) {
        const { width, height } = await decoded(await ask(address))
        expect(Math.max(width, height)).toBeLessThanOrEqual(1_600)
      }
    })
  })
})

describe('pictureParam', () => {
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

describe('a picture of a file', () => {
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
})
