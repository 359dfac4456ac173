import { parse } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOW } from '#test/kit/databases.ts'
import {
  ask,
  assetsOf,
  declareFile,
  expectRefused,
  md5Of,
  oddBytes,
  offerFile,
  partsOf,
} from '#test/kit/downloads.ts'
import type { Answer } from '#test/kit/http.ts'
import { freezeAt } from '#test/kit/records.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

/** `NOW` as HTTP writes it, and a second before and after. */
const NOW_TEXT = 'Mon, 26 Oct 2026 07:33:20 GMT'
const EARLIER = 'Mon, 26 Oct 2026 07:33:19 GMT'
const LATER = 'Mon, 26 Oct 2026 07:33:21 GMT'

const SIZE = 1_000
const BYTES = oddBytes(SIZE)
const ETAG = `"${md5Of(BYTES)}"`

type Headers = Record<string, string>

/** Requests a file of a thousand bytes that was sent at `NOW`. */
const servedFile = async () => {
  const server = await injectServer()
  freezeAt(server, NOW)
  const { downloadUrl } = await offerFile(server, { bytes: BYTES, name: 'odd.bin' })
  return (headers: Headers = {}, method = 'GET') => ask(downloadUrl, { method, headers })
}

const expectWhole = ({ status, headers, bytes }: Answer, why: string): void => {
  expect([status, headers['content-length']], why).toEqual([200, String(SIZE)])
  expect(headers['content-range'], why).toBeUndefined()
  expect(bytes.equals(BYTES), why).toBe(true)
}

const expectPart = (
  { status, headers, bytes }: Answer,
  start: number,
  end: number,
  whole = BYTES,
): void => {
  expect(status).toBe(206)
  expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/${whole.length}`)
  expect(headers['content-length']).toBe(String(end - start))
  expect(bytes.equals(whole.subarray(start, end))).toBe(true)
}

const KINDS: Readonly<Record<string, (server: TestServer) => Promise<unknown>>> = {
  file: async (server) => (await offerFile(server, { bytes: oddBytes(1_000_003) })).downloadUrl,
  text: async (server) => (await partsOf(server, [100_006]))[0]?.downloadUrl,
  placeholder: async (server) =>
    (await declareFile(server, { name: 'a', size: 100_000 })).downloadUrl,
  'placeholder picture': async (server) =>
    (await declareFile(server, { name: 'a', size: 100_000, type: 'image/png' })).downloadUrl,
  picture: async (server) => (await partsOf(server, [100_002]))[0]?.thunder,
  card: async (server) => (await offerFile(server, { bytes: BYTES })).iconThunder,
}

describe('a range request', () => {
  test('returns the part, with the headers of the whole', async () => {
    const get = await servedFile()
    const whole = await get()
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 100],
      ['bytes=500-700', 500, 701],
      ['bytes=990-', 990, 1_000],
      ['bytes=-10', 990, 1_000],
      ['bytes=-1001', 0, 1_000],
      ['bytes=-99999999999999999999', 0, 1_000],
      ['bytes=999-999', 999, 1_000],
      ['bytes=900-99999999999999999999', 900, 1_000],
      ['bytes=0-9,2000-', 0, 10],
      ['bytes=0-9,5-19', 0, 20],
    ] as const) {
      const part = await get({ range })
      expectPart(part, start, end)
      for (const name of ['content-type', 'content-disposition', 'etag', 'last-modified'])
        expect(part.headers[name], range).toBe(whole.headers[name])
    }
  })

  test('returns the whole file for several ranges, other units and nonsense', async () => {
    const get = await servedFile()
    for (const range of [
      'bytes=0-9,20-29',
      `bytes=${Array.from({ length: 100 }, (_, n) => `${n * 10}-${n * 10 + 1}`)}`,
      'items=0-9',
      '0-9',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=--5',
      'bytes=0.5-9',
      `bytes=${'9'.repeat(10_000)}x`,
    ])
      expectWhole(await get({ range }), range.slice(0, 40))
    for (const range of ['bytes=0-9', 'bytes=5000-']) {
      const { status, headers, bytes } = await get({ range }, 'HEAD')
      expect([status, headers['content-length'], bytes.length]).toEqual([200, String(SIZE), 0])
    }
  })

  test('is refused with the size outside of the file', async () => {
    const get = await servedFile()
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0', 'bytes=2000-,3000-']) {
      const answer = await get({ range })
      expectRefused(answer, 416, '90030032', 'the file, which has 1000 bytes')
      expect(answer.headers['content-range']).toBe('bytes */1000')
    }
    const { downloadUrl } = await offerFile(await injectServer(), { bytes: '' })
    const answer = await ask(downloadUrl, { headers: { range: 'bytes=0-' } })
    expectRefused(answer, 416, '90030032', 'has 0 bytes')
    expect(await ask(downloadUrl)).toMatchObject({ status: 200, bytes: Buffer.alloc(0) })
  })

  test('returns all of an empty file for any last bytes of it', async () => {
    const { downloadUrl } = await offerFile(await injectServer(), { bytes: '' })
    for (const range of ['bytes=-1', 'bytes=-010', 'bytes=-99999999999999999999'])
      expect(await ask(downloadUrl, { headers: { range } })).toMatchObject({
        status: 200,
        bytes: Buffer.alloc(0),
      })
    for (const range of ['bytes=-0', 'bytes=0-0'])
      expect(await ask(downloadUrl, { headers: { range } })).toMatchObject({ status: 416 })
  })

  test('returns the part where If-Range has the tag or the date, else the whole file', async () => {
    const get = await servedFile()
    for (const condition of [ETAG, NOW_TEXT])
      expectPart(await get({ range: 'bytes=5-9', 'if-range': condition }), 5, 10)
    for (const condition of ['"a"', `W/${ETAG}`, ETAG.slice(1, -1), EARLIER, LATER, '', '*'])
      for (const range of ['bytes=5-9', 'bytes=5000-'])
        expectWhole(await get({ range, 'if-range': condition }), condition)
  })

  test.each(Object.keys(KINDS))('of a %s is exactly that slice of the whole', async (kind) => {
    const server = await injectServer()
    const address = await KINDS[kind]?.(server)
    const { bytes: whole } = await ask(address)
    const place = fc.nat({ max: whole.length - 1 })
    const property = fc.asyncProperty(place, place, async (one, other) => {
      const [start, last] = [Math.min(one, other), Math.max(one, other)]
      const headers = { range: `bytes=${start}-${last}` }
      expectPart(await ask(address, { headers }), start, last + 1, whole)
    })
    await fc.assert(property, { numRuns: 15 })
  })
})

describe('a conditional request', () => {
  const UNCHANGED: readonly Headers[] = [
    { 'if-none-match': ETAG },
    { 'if-none-match': `W/${ETAG}` },
    { 'if-none-match': '*' },
    { 'if-none-match': `"a", "b" , ${ETAG}` },
    { 'if-modified-since': NOW_TEXT },
    { 'if-modified-since': LATER },
    { 'if-none-match': ETAG, 'if-modified-since': EARLIER },
    { 'if-none-match': ETAG, range: 'bytes=5000-' },
    { 'if-none-match': ETAG, 'if-match': ETAG },
    { 'if-none-match': ETAG, 'cache-control': 'no-cache' },
  ]
  const WHOLE: readonly Headers[] = [
    { 'if-none-match': '"a"' },
    { 'if-none-match': ETAG.slice(1, -1) },
    { 'if-modified-since': EARLIER },
    { 'if-modified-since': 'yesterday' },
    { 'if-none-match': '"a"', 'if-modified-since': LATER },
    { 'if-match': ETAG },
    { 'if-match': '*' },
    { 'if-match': `,\t"a"\t ,, ${ETAG}\t , ,` },
    { 'if-match': `"a"${' '.repeat(15_000)}, ${ETAG}` },
    { 'if-none-match': '', 'if-modified-since': '' },
  ]
  const UNWANTED: readonly Headers[] = [
    { 'if-match': '"a", "b"' },
    { 'if-match': `a${' '.repeat(15_000)}b` },
    { 'if-match': `"a" ${ETAG}` },
    { 'if-match': `W/${ETAG}` },
    { 'if-match': '"a"', 'if-none-match': ETAG },
    { 'if-match': '"a"', range: 'bytes=0-9' },
    { 'if-unmodified-since': EARLIER },
  ]
  const shown = (headers: Headers): string => JSON.stringify(headers).slice(0, 80)

  test('receives 304, the file or 412', async () => {
    const get = await servedFile()
    for (const headers of WHOLE) expectWhole(await get(headers), shown(headers))
    for (const method of ['GET', 'HEAD']) {
      for (const headers of UNCHANGED) {
        const answer = await get(headers, method)
        expect([answer.status, answer.bytes.length], shown(headers)).toEqual([304, 0])
        expect(answer.headers).toMatchObject({ etag: ETAG, 'last-modified': NOW_TEXT })
        expect(answer.headers['content-length']).toBeUndefined()
      }
      for (const headers of UNWANTED) {
        const { status, bytes } = await get(headers, method)
        expect([status, bytes.length], shown(headers)).toEqual([412, 0])
      }
    }
  })

  test('works with the tags and dates of every kind of content', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    for (const [kind, addressIn] of Object.entries(KINDS)) {
      const address = await addressIn(server)
      const { headers } = await ask(address)
      const { etag = '', 'last-modified': date = '' } = headers
      expect(etag, kind).toMatch(/^"[0-9a-f]{32}"$/)
      expect((await ask(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect((await ask(address, { headers: { 'if-modified-since': date } })).status).toBe(304)
      expect((await ask(address, { headers: { 'if-match': '"a"' } })).status).toBe(412)
    }
  })
})

describe('the download name of a file', () => {
  /** The names under which files are offered, in order, as a browser reads them. */
  const namesOffered = async (names: readonly string[]): Promise<string[]> => {
    const files = names.map((name) => ({ path: 'upload/never-sent', name, size: 1 }))
    const parts = await assetsOf(await injectServer(), files)
    const answers = await Promise.all(parts.map(({ downloadUrl }) => ask(downloadUrl)))
    return answers.map(({ headers }) => {
      const header = headers['content-disposition'] ?? ''
      expect(header).toMatch(/^attachment; filename[\x20-\x7e]+$/)
      return parse(header).parameters.filename ?? ''
    })
  }

  test('is unchanged when it has only safe characters', async () => {
    const names = [
      '雾岭乌龙 主视觉.png',
      ' at both ends ',
      `"double" and 'single' quotes.pdf`,
      'emoji 👩‍👩‍👧‍👦 🇨🇳.png',
      '100%41%zz%e5.txt',
      "a\"; filename*=UTF-8''evil.exe",
      '~`!^*+|, b = c; (1) [2] {3} <4> @5 &6 $7 #8 ?9.txt',
      'ends with a dot.',
      'e\u0301 is not é',
      '\ufffd\ufeff\u2028\u00a0',
      'é'.repeat(150),
    ]
    expect(await namesOffered(names)).toEqual(names)
  })

  test('has underscores for slashes, backslashes and control characters', async () => {
    const names = {
      '../../etc/passwd': '.._.._etc_passwd',
      'C:\\Users\\a.txt': 'C:_Users_a.txt',
      'a\r\nSet-Cookie: b=c.txt': 'a__Set-Cookie: b=c.txt',
      'nul\u0000 tab\tdel\u007fc1\u0085.txt': 'nul_ tab_del_c1_.txt',
      '/': '_',
    }
    expect(await namesOffered(Object.keys(names))).toEqual(Object.values(names))
  })

  test('is shortened when long and keeps its extension', async () => {
    const names = [`${'屿'.repeat(300)}.png`, `a${'😀'.repeat(300)}.webp`, 'x'.repeat(300)]
    const offered = await namesOffered(names)
    expect(offered).toEqual([
      `${'屿'.repeat(196)}.png`,
      `a${'😀'.repeat(97)}.webp`,
      'x'.repeat(200),
    ])
  })
})

test('the media type of a placeholder is valid for any declared type', async () => {
  const server = await injectServer()
  for (const type of [
    '图片',
    'image/png\r\nx: y',
    'text/plain; charset=gbk',
    'a',
    ' ',
    '/',
    '\0',
  ]) {
    const { downloadUrl } = await declareFile(server, { name: 'a', size: 3, type })
    const { status, headers, bytes } = await ask(downloadUrl)
    expect([status, bytes.length]).toEqual([200, 3])
    expect(headers['content-type']).toMatch(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(; ?[^;]+)?$/)
  }
})
