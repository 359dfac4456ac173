import { parse } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { NOW } from '#test/kit/databases.ts'
import {
  type Answer,
  ask,
  assetsOf,
  declareFile,
  expectRefused,
  md5Of,
  oddBytes,
  offerFile,
  partsOf,
} from '#test/kit/downloads.ts'
import { freezeAt } from '#test/kit/records.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

/** `NOW` as HTTP writes it, and a second before and after. */
const NOW_TEXT = 'Mon, 26 Oct 2026 07:33:20 GMT'
const EARLIER = 'Mon, 26 Oct 2026 07:33:19 GMT'
const LATER = 'Mon, 26 Oct 2026 07:33:21 GMT'

const SIZE = 1_000
const BYTES = oddBytes(SIZE)
const ETAG = `"${md5Of(BYTES)}"`

/** The URL of a file of a thousand bytes that was sent at `NOW`. */
const fileAt = async (server: TestServer): Promise<string> => {
  freezeAt(server, NOW)
  const { downloadUrl } = await offerFile(server, { bytes: BYTES, name: 'odd.bin' })
  return String(downloadUrl)
}

const expectWhole = ({ status, headers, bytes }: Answer): void => {
  expect(status).toBe(200)
  expect(headers['content-range']).toBeUndefined()
  expect(headers['content-length']).toBe(String(SIZE))
  expect(bytes.equals(BYTES)).toBe(true)
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

describe('a range request', () => {
  test.each([
    ['first bytes', 'bytes=0-99', 0, 100],
    ['bytes in the middle', 'bytes=500-700', 500, 701],
    ['everything after an offset', 'bytes=990-', 990, 1_000],
    ['everything', 'bytes=0-', 0, 1_000],
    ['the last bytes', 'bytes=-10', 990, 1_000],
    ['exactly all last bytes', 'bytes=-1000', 0, 1_000],
    ['more last bytes than the file has', 'bytes=-1001', 0, 1_000],
    ['far more last bytes than the file has', 'bytes=-99999999999999999999', 0, 1_000],
    ['one byte, the first', 'bytes=0-0', 0, 1],
    ['one byte, the last', 'bytes=999-999', 999, 1_000],
    ['more than the file has', 'bytes=900-99999999999999999999', 900, 1_000],
    ['the satisfiable one of two', 'bytes=0-9,2000-', 0, 10],
    ['two that overlap', 'bytes=0-9,5-19', 0, 20],
  ])('returns %s: %s', async (_name, range, start, end) => {
    const server = await startServer()
    const address = await fileAt(server)
    const part = await ask(address, { headers: { range } })
    expectPart(part, start, end)
    const { headers } = await ask(address)
    for (const name of [
      'content-type',
      'content-disposition',
      'etag',
      'last-modified',
      'accept-ranges',
      'content-security-policy',
    ])
      expect(part.headers[name]).toBe(headers[name])
  })

  test.each([
    ['two apart', 'bytes=0-9,20-29'],
    ['two apart in another order', 'bytes=20-29,0-9'],
    ['many apart', `bytes=${Array.from({ length: 100 }, (_, n) => `${n * 10}-${n * 10 + 1}`)}`],
    ['another unit', 'items=0-9'],
    ['no unit', '0-9'],
    ['no range', 'bytes='],
    ['no number', 'bytes=-'],
    ['letters', 'bytes=a-b'],
    ['one number', 'bytes=5'],
    ['three numbers', 'bytes=1-2-3'],
    ['a negative number', 'bytes=--5'],
    ['a sign', 'bytes=+1-5'],
    ['fractions', 'bytes=0.5-9'],
    ['a range and rubbish', 'bytes=0-9,x'],
    ['ten thousand digits', `bytes=${'9'.repeat(10_000)}x`],
  ])('returns the whole file for %s', async (_name, range) => {
    const server = await startServer()
    expectWhole(await ask(await fileAt(server), { headers: { range } }))
  })

  test.each(['bytes=1000-', 'bytes=1000-1000', 'bytes=5000-6000', 'bytes=-0', 'bytes=2000-,3000-'])(
    'rejects %s outside of the file and reports its size',
    async (range) => {
      const server = await startServer()
      const answer = await ask(await fileAt(server), { headers: { range } })
      expectRefused(answer, 416, '90030032', 'the file, which has 1000 bytes')
      expect(answer.headers['content-range']).toBe('bytes */1000')
    },
  )

  test('rejects every range of an empty file, which is still served as a whole', async () => {
    const server = await startServer()
    const { downloadUrl } = await offerFile(server, { bytes: '' })
    const answer = await ask(downloadUrl, { headers: { range: 'bytes=0-' } })
    expectRefused(answer, 416, '90030032', 'has 0 bytes')
    expect(answer.headers['content-range']).toBe('bytes */0')
    expect(await ask(downloadUrl)).toMatchObject({
      status: 200,
      headers: { 'content-length': '0', etag: `"${md5Of('')}"` },
      bytes: Buffer.alloc(0),
    })
  })

  test('ignores the range for HEAD', async () => {
    const server = await startServer()
    const address = await fileAt(server)
    for (const range of ['bytes=0-9', 'bytes=5000-']) {
      const { status, headers, bytes } = await ask(address, { method: 'HEAD', headers: { range } })
      expect([status, headers['content-length'], bytes.length]).toEqual([200, String(SIZE), 0])
      expect(headers['content-range']).toBeUndefined()
    }
  })

  test.each([
    ['the entity tag', ETAG],
    ['the date', NOW_TEXT],
  ])('returns the part when If-Range has %s', async (_name, condition) => {
    const server = await startServer()
    const headers = { range: 'bytes=5-9', 'if-range': condition }
    expectPart(await ask(await fileAt(server), { headers }), 5, 10)
  })

  test.each([
    ['another tag', '"0123456789abcdef0123456789abcdef"'],
    ['the weak tag', `W/${ETAG}`],
    ['the tag without quotes', ETAG.slice(1, -1)],
    ['an earlier date', EARLIER],
    ['a later date', LATER],
    ['nothing', ''],
    ['rubbish', '*'],
  ])('returns the whole file when If-Range has %s', async (_name, condition) => {
    const server = await startServer()
    const address = await fileAt(server)
    for (const range of ['bytes=5-9', 'bytes=5000-'])
      expectWhole(await ask(address, { headers: { range, 'if-range': condition } }))
  })
})

/** Every kind of served content. */
const KINDS: readonly [string, (server: TestServer) => Promise<unknown>][] = [
  ['a file', async (server) => (await offerFile(server, { bytes: BYTES })).originalUrl],
  ['a large file', async (server) => (await offerFile(server, { bytes: LARGE })).downloadUrl],
  ['a text', async (server) => (await partsOf(server, [100_006]))[0]?.downloadUrl],
  [
    'a placeholder',
    async (server) => (await declareFile(server, { name: 'a', size: 100_000 })).downloadUrl,
  ],
  [
    'a placeholder picture',
    async (server) =>
      (await declareFile(server, { name: 'a', size: 100_000, type: 'image/png' })).downloadUrl,
  ],
  ['a picture', async (server) => (await partsOf(server, [100_002]))[0]?.thunder],
  ['a card', async (server) => (await offerFile(server, { bytes: BYTES })).iconThunder],
]

const LARGE = oddBytes(1_000_003)

/** A place in a file, as a part of the whole. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const anyRange = fc.oneof(
  fc.record({ form: fc.constant('closed' as const), from: place, length: place }),
  fc.record({ form: fc.constant('open' as const), from: place }),
  fc.record({ form: fc.constant('suffix' as const), length: place }),
)

describe.each(KINDS)('a range of %s', (_name, addressIn) => {
  test('is exactly that slice of the whole', async () => {
    const server = await startServer()
    const address = await addressIn(server)
    const { bytes: whole } = await ask(address)
    const size = whole.length
    const property = fc.asyncProperty(anyRange, async (wanted) => {
      const start =
        wanted.form === 'suffix'
          ? size - 1 - Math.floor(wanted.length * size)
          : Math.floor(wanted.from * size)
      const end =
        wanted.form === 'closed' ? start + 1 + Math.floor(wanted.length * (size - start - 1)) : size
      const range = { closed: `${start}-${end - 1}`, open: `${start}-`, suffix: `-${size - start}` }
      const headers = { range: `bytes=${range[wanted.form]}` }
      expectPart(await ask(address, { headers }), start, end, whole)
    })
    await fc.assert(property, { numRuns: 30 })
  })
})

describe('a conditional request', () => {
  const expectUnchanged = ({ status, headers, bytes }: Answer): void => {
    expect([status, bytes.length]).toEqual([304, 0])
    expect(headers).toMatchObject({ etag: ETAG, 'last-modified': NOW_TEXT })
    expect(headers['content-length']).toBeUndefined()
  }

  test.each([
    ['the entity tag', { 'if-none-match': ETAG }],
    ['the weak tag', { 'if-none-match': `W/${ETAG}` }],
    ['any tag', { 'if-none-match': '*' }],
    ['a list with the tag', { 'if-none-match': `"a", "b" , ${ETAG}` }],
    ['a list without blanks', { 'if-none-match': `"a",W/${ETAG},"b"` }],
    ['the date', { 'if-modified-since': NOW_TEXT }],
    ['a later date', { 'if-modified-since': LATER }],
    ['the tag and an earlier date', { 'if-none-match': ETAG, 'if-modified-since': EARLIER }],
    ['the tag and a range', { 'if-none-match': ETAG, range: 'bytes=0-9' }],
    ['the tag and a range outside', { 'if-none-match': ETAG, range: 'bytes=5000-' }],
    ['the tag that must match and must not', { 'if-none-match': ETAG, 'if-match': ETAG }],
    ['the tag and Cache-Control: no-cache', { 'if-none-match': ETAG, 'cache-control': 'no-cache' }],
  ])('receives 304 without a body for %s', async (_name, headers) => {
    const server = await startServer()
    const address = await fileAt(server)
    expectUnchanged(await ask(address, { headers }))
    expectUnchanged(await ask(address, { method: 'HEAD', headers }))
  })

  test.each([
    ['another tag', { 'if-none-match': '"a"' }],
    ['a list of others', { 'if-none-match': `"a", "${ETAG.slice(2)}` }],
    ['the tag without quotes', { 'if-none-match': ETAG.slice(1, -1) }],
    ['an earlier date', { 'if-modified-since': EARLIER }],
    ['no date', { 'if-modified-since': 'yesterday' }],
    ['another tag and a later date', { 'if-none-match': '"a"', 'if-modified-since': LATER }],
    ['the tag that must match', { 'if-match': ETAG }],
    ['any tag that must match', { 'if-match': '*' }],
    ['a list with the tag that must match', { 'if-match': `"a" , ${ETAG}` }],
    ['the tag between blanks and commas', { 'if-match': `,\t"a"\t ,, ${ETAG}\t , ,` }],
    ['the tag after 15,000 blanks', { 'if-match': `"a"${' '.repeat(15_000)}, ${ETAG}` }],
    ['nothing', { 'if-none-match': '', 'if-modified-since': '' }],
  ])('receives the whole file for %s', async (_name, headers) => {
    const server = await startServer()
    expectWhole(await ask(await fileAt(server), { headers }))
  })

  test.each([
    ['another tag that must match', { 'if-match': '"a"' }],
    ['a list of others that must match', { 'if-match': '"a", "b"' }],
    ['15,000 blanks between others', { 'if-match': `a${' '.repeat(15_000)}b` }],
    ['the tag beside another without a comma', { 'if-match': `"a" ${ETAG}` }],
    ['the weak tag, which never matches', { 'if-match': `W/${ETAG}` }],
    [
      'another tag, though the file would be unchanged',
      { 'if-match': '"a"', 'if-none-match': ETAG },
    ],
    ['another tag and a range', { 'if-match': '"a"', range: 'bytes=0-9' }],
    ['an earlier date since which nothing may have changed', { 'if-unmodified-since': EARLIER }],
  ])('receives 412 for %s', async (_name, headers) => {
    const server = await startServer()
    const address = await fileAt(server)
    for (const method of ['GET', 'HEAD']) {
      const { status, bytes } = await ask(address, { method, headers })
      expect([status, bytes.length]).toEqual([412, 0])
    }
  })

  test('reads tags that must match without a pattern, whose blanks would take the square of their number', async () => {
    const server = await startServer()
    const address = await fileAt(server)
    const header = `"a"${' '.repeat(1_000)}b`
    const split = vi.spyOn(String.prototype, 'split')
    onTestFinished(() => split.mockRestore())
    await ask(address, { headers: { 'if-match': header } })
    const separators = split.mock.calls.filter((_, index) => split.mock.contexts[index] === header)
    expect(separators.length).toBeGreaterThan(0)
    expect(separators.filter(([separator]) => typeof separator !== 'string')).toEqual([])
  })

  test('works with the tags and dates of pictures, texts and placeholders', async () => {
    const server = await startServer()
    freezeAt(server, NOW)
    for (const [, addressIn] of KINDS) {
      const address = await addressIn(server)
      const { headers } = await ask(address)
      const { etag = '', 'last-modified': date = '' } = headers
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      expect((await ask(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect((await ask(address, { headers: { 'if-modified-since': date } })).status).toBe(304)
      expect((await ask(address, { headers: { 'if-match': '"a"' } })).status).toBe(412)
    }
  })
})

/** The name in an answer as a browser reads it. */
const nameIn = ({ headers }: Answer): string => {
  const header = headers['content-disposition'] ?? ''
  expect(header).toMatch(/^(attachment|inline); filename[\x20-\x7e]+$/)
  return parse(header).parameters.filename ?? ''
}

const CONTROLS_AND_SLASHES = /[/\\\p{Cc}]/gu

/** The names under which files are offered, in order. */
const namesOffered = async (server: TestServer, names: readonly string[]): Promise<string[]> => {
  const parts = await assetsOf(
    server,
    names.map((name) => ({ path: 'upload/never-sent', name, size: 1 })),
  )
  const offered: string[] = []
  for (const { downloadUrl, originalUrl } of parts) {
    const [kept, shown] = [await ask(downloadUrl), await ask(originalUrl)]
    expect([kept.status, shown.status]).toEqual([200, 200])
    expect(nameIn(kept)).toBe(nameIn(shown))
    expect(parse(kept.headers['content-disposition'] ?? '').type).toBe('attachment')
    expect(parse(shown.headers['content-disposition'] ?? '').type).toBe('inline')
    offered.push(nameIn(kept))
  }
  return offered
}

describe('the download name of a file', () => {
  const SAME = [
    'a.txt',
    '雾岭乌龙 主视觉.png',
    'two  blanks .txt',
    ' at both ends ',
    'double "quotes".pdf',
    `single 'quotes'.pdf`,
    '"',
    'emoji 👩‍👩‍👧‍👦 🇨🇳.png',
    '100%.txt',
    '100%41%zz%e5.txt',
    'a; filename=evil.exe',
    "a\"; filename*=UTF-8''evil.exe",
    'a, b = c.txt',
    'über (1) [2] {3} <4> @5 &6 $7 #8 ?9.txt',
    '~`!^*+|.txt',
    '.hidden',
    'without-extension',
    'ends with a dot.',
    'e\u0301 is not é',
    '\u202eright to left.txt',
    '\ufffd\ufeff\u2028\u00a0',
    'é'.repeat(150),
  ]

  test('is unchanged when it has only safe characters', async () => {
    const server = await startServer()
    expect(await namesOffered(server, SAME)).toEqual(SAME)
  })

  test('has underscores for slashes, backslashes and control characters', async () => {
    const server = await startServer()
    const names = {
      '../../etc/passwd': '.._.._etc_passwd',
      'C:\\Users\\a.txt': 'C:_Users_a.txt',
      'a\r\nSet-Cookie: b=c.txt': 'a__Set-Cookie: b=c.txt',
      'a\r\n\r\n<script>': 'a____<script>',
      'nul\u0000.txt': 'nul_.txt',
      'tab\tdel\u007fc1\u0085.txt': 'tab_del_c1_.txt',
      '/': '_',
    }
    expect(await namesOffered(server, Object.keys(names))).toEqual(Object.values(names))
  })

  test('is shortened when long and keeps its extension', async () => {
    const server = await startServer()
    const names = [
      `${'a'.repeat(300)}.jpeg`,
      `${'屿'.repeat(300)}.png`,
      `${'a'.repeat(190)}.${'b'.repeat(300)}`,
      'no extension '.repeat(30),
      `a${'😀'.repeat(300)}.webp`,
      `${'😀'.repeat(300)}.webp`,
    ]
    const offered = await namesOffered(server, names)
    expect(offered.map((name) => name.slice(-5))).toEqual([
      '.jpeg',
      '屿.png',
      'bbbbb',
      expect.any(String),
      '.webp',
      '.webp',
    ])
    for (const [index, name] of offered.entries()) {
      expect(name.length).toBeGreaterThan(150)
      expect(name.length).toBeLessThanOrEqual(200)
      const stem = name.replace(/\.(jpeg|png|webp)$/, '')
      expect(names[index]?.startsWith(stem), name).toBe(true)
    }
  })

  test('is one line of ASCII in the header for any name', async () => {
    const server = await startServer()
    const anyName = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
      fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...`%"';\\=*\r\n aé屿.0`), minLength: 1, maxLength: 40 }),
    )
    const names = fc.array(anyName, { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(names, async (wanted) => {
      const offered = await namesOffered(server, wanted)
      for (const [index, name] of wanted.entries()) {
        const safe = name.replaceAll(CONTROLS_AND_SLASHES, '_')
        if (safe.length <= 200) expect(offered[index]).toBe(safe)
        else expect(offered[index]?.slice(0, 150)).toBe(safe.slice(0, 150).toWellFormed())
      }
    })
    await fc.assert(property, { numRuns: 20 })
  })
})

describe('the media type of a file', () => {
  test('is valid for a placeholder with any declared type', async () => {
    const server = await startServer()
    const anyType = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('图片', 'image/png\r\nx: y', 'text/plain; charset=gbk', 'a', ' ', '/', '\0'),
    )
    const property = fc.asyncProperty(anyType, async (type) => {
      const { downloadUrl } = await declareFile(server, { name: 'a', size: 3, type })
      const { status, headers, bytes } = await ask(downloadUrl)
      expect([status, bytes.length]).toEqual([200, 3])
      expect(headers['content-type']).toMatch(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(; ?[^;]+)?$/)
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
