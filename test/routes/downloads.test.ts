import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SubResource } from '#src/contract/resources/asset-shapes.ts'
import type { PortalContentDetail } from '#src/contract/resources/portal-shapes.ts'
import { sha256Hex } from '#src/kernel/signature.ts'
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
  sendFile,
  signedUrl,
} from '#test/kit/downloads.ts'
import type { Answer } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { injectServer, type ServerOptions, startServer, type TestServer } from '#test/kit/server.ts'

const HOUR_MS = 3_600_000
const NOW_TEXT = 'Mon, 26 Oct 2026 07:33:20 GMT'

/** A picture of half a megabyte or so, in which no two pixels are alike. */
const photograph = (): Promise<Buffer> =>
  sharp(oddBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .png()
    .toBuffer()

/** A server at an instant, which serves every URL that its operations answer. */
const startAt = async (nowMs: number, options?: ServerOptions): Promise<TestServer> => {
  const server = await injectServer({ ...options, variants: { 'A-1-4': 'addresses' } })
  freezeAt(server, nowMs)
  return server
}

const contentOf = async (server: TestServer, param: object): Promise<PortalContentDetail> => {
  const { body, text } = await callPortal(server, 'E11', param)
  expect(body, text).toMatchObject({ code: '0' })
  return (body as { result: PortalContentDetail }).result
}

/** Every URL that operations of a workspace answer, by its name in the document. */
const addressesOf = async (
  server: TestServer,
  part: SubResource,
): Promise<Record<string, string>> => {
  const { downloadUrl, originalUrl, url, urlWithParam, transformPreviewUrl } = part
  const { thunder, thunderOrigin, iconThunder } = part
  const content = await contentOf(server, { id: server.fixtures.portal.contentId })
  const [user] = await server.result<{ avatar: string }[]>('E8', {
    userIds: [server.fixtures.users.owner.id],
  })
  const { list } = await server.result<{ list: { thunders: string[] }[] }>('E1', { page: 1 })
  const named = {
    ...{ downloadUrl, originalUrl, url, urlWithParam, transformPreviewUrl },
    ...{ thunder, thunderOrigin, iconThunder },
    coverPicture: content.coverPicture,
    detailPicture: content.detailPictures[0],
    avatar: user?.avatar,
    thunders: list.flatMap(({ thunders }) => thunders)[0],
  }
  return Object.fromEntries(Object.entries(named).map(([name, found]) => [name, String(found)]))
}

const FILES = {
  downloadUrl: 'attachment',
  originalUrl: 'inline',
  url: 'inline',
  urlWithParam: 'inline',
}

const NOT_OF_FILES = /^(date|connection|keep-alive|x-sandbox-call|x-request-id)$/

const withoutConnection = ({ headers }: Answer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_OF_FILES.test(name)))

/** Far below the keep-alive timeout of an idle connection. */
const QUICKLY = { timeout: 15_000 }

describe('the URLs of answers', () => {
  test('answer the exact bytes of a file, with its metadata', async () => {
    const server = await startAt(NOW)
    const bytes = await photograph()
    const part = await offerFile(server, { bytes, name: '照片 1.png', type: 'image/png' })
    expect(part).toMatchObject({ size: bytes.length, uniMd5: md5Of(bytes), type: 'image/png' })
    const addresses = await addressesOf(server, part)
    for (const [name, disposition] of Object.entries(FILES)) {
      const answer = await ask(addresses[name])
      expect(answer.status, name).toBe(200)
      expect(answer.bytes.equals(bytes), name).toBe(true)
      expect(withoutConnection(answer)).toEqual({
        'content-type': 'image/png',
        'content-length': String(bytes.length),
        'content-disposition': `${disposition}; filename="?? 1.png"; filename*=UTF-8''%E7%85%A7%E7%89%87%201.png`,
        etag: `"${md5Of(bytes)}"`,
        'last-modified': NOW_TEXT,
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
        vary: 'Origin',
      })
    }
  })

  test('answer HEAD with the headers of GET, and without a body', async () => {
    const server = await startAt(NOW)
    const part = await offerFile(server, { bytes: await photograph(), name: 'a.png' })
    const [text] = await partsOf(server, [100_006])
    const placeholder = await declareFile(server, { name: 'a', size: 12_345, type: 'text/csv' })
    const addresses = {
      ...(await addressesOf(server, part)),
      text: text?.downloadUrl,
      placeholder: placeholder.downloadUrl,
    }
    for (const [name, address] of Object.entries(addresses)) {
      const [whole, head] = [await ask(address), await ask(address, { method: 'HEAD' })]
      expect([head.status, head.bytes.length], name).toEqual([200, 0])
      expect(withoutConnection(head), name).toEqual(withoutConnection(whole))
      expect(head.headers['content-length'], name).toBe(String(whole.bytes.length))
    }
  })

  test(
    'answer to the end while the server closes, which ends only afterwards',
    QUICKLY,
    async () => {
      const server = await startServer()
      const bytes = oddBytes(20_000_000)
      const { downloadUrl } = await offerFile(server, { bytes })
      const agent = new Agent({ keepAlive: true })
      onTestFinished(() => agent.destroy())
      const chunks: Buffer[] = []
      await new Promise<void>((resolve, reject) => {
        get(String(downloadUrl), { agent }, (response) => {
          const closed = server.close()
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => closed.then(resolve, reject))
        }).on('error', reject)
      })
      expect(md5Of(Buffer.concat(chunks))).toBe(md5Of(bytes))
    },
  )
})

describe('the lifetime of a URL', () => {
  test('answers until its expiry by the clock of the workspace, and is refused from then on', async () => {
    const server = await startAt(NOW)
    const part = await offerFile(server, { bytes: await photograph(), name: 'a.png' })
    const addresses = Object.entries(await addressesOf(server, part))
    const statusesAt = async (nowMs: number): Promise<Set<number>> => {
      freezeAt(server, nowMs)
      const answers = await Promise.all(addresses.map(([, address]) => ask(address)))
      return new Set(answers.map(({ status }) => status))
    }
    expect(await statusesAt(NOW)).toEqual(new Set([200]))
    expect(await statusesAt(NOW + HOUR_MS - 1)).toEqual(new Set([200]))
    expect(await statusesAt(NOW + HOUR_MS)).toEqual(new Set([403]))
    expect(await statusesAt(NOW + HOUR_MS + 1_000)).toEqual(new Set([403]))
    const expired = await ask(part.downloadUrl)
    expectRefused(expired, 403, '90030030', 'expired at 2026-10-26T08:33:20.000Z')
    expect(await statusesAt(NOW)).toEqual(new Set([200]))
  })

  test('is set by SANDBOX_SIGNED_ADDRESS_SECONDS', async () => {
    const server = await startAt(NOW, { env: { SANDBOX_SIGNED_ADDRESS_SECONDS: '2' } })
    const { downloadUrl } = await declareFile(server, { name: 'a', size: 1 })
    freezeAt(server, NOW + 1_999)
    expect((await ask(downloadUrl)).status).toBe(200)
    freezeAt(server, NOW + 2_000)
    expectRefused(await ask(downloadUrl), 403, '90030030')
  })
})

const changed = (text: string, kind: string, at: number, character: string): string => {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  if (kind === 'insert') return before + character + after
  return before + (kind === 'remove' ? '' : character) + after.slice(1)
}

describe('the signature of a URL', () => {
  test.each(['download', 'thumbnail'])(
    'refuses every request other than the signed one: %s',
    async (rendition) => {
      const server = await injectServer()
      const { id } = await offerFile(server, { bytes: await photograph() })
      const address = signedUrl(server, `resources/${id}/${rendition}`)
      const right = address.slice(server.url.length)
      expect((await ask(address)).status).toBe(200)
      const change = fc.record({
        kind: fc.constantFrom('replace', 'remove', 'insert'),
        at: fc.nat({ max: right.length - 1 }),
        character: fc.oneof(
          {
            weight: 3,
            arbitrary: fc
              .integer({ min: 0x21, max: 0x7e })
              .map((code) => String.fromCharCode(code)),
          },
          fc.constantFrom(...'0123456789abcdef/?&=%#;.+'),
          fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)),
        ),
      })
      const property = fc.asyncProperty(change, async ({ kind, at, character }) => {
        const path = changed(right, kind, at, character)
        // The page of the server is no file.
        fc.pre(path !== right && !/^\/[?#]/.test(path))
        const answer = await ask(address, { path })
        const isReadable = /^\/[!-$&-~]+$/.test(path)
        expect(isReadable ? [403, 404] : [400, 403, 404], path).toContain(answer.status)
        expect(JSON.parse(answer.bytes.toString())).toMatchObject({ result: null })
      })
      await fc.assert(property, { numRuns: 150 })
    },
  )

  test('refuses equivalent URLs in another spelling', async () => {
    const server = await injectServer()
    const { downloadUrl } = await declareFile(server, { name: 'a', size: 1 })
    const { pathname, search, searchParams } = new URL(String(downloadUrl))
    const expires = searchParams.get('expires')
    const signature = searchParams.get('signature')
    const others = [
      `${pathname}?signature=${signature}&expires=${expires}`,
      `${pathname}?expires=${expires}&signature=${signature?.toUpperCase()}`,
      `${pathname}?expires=0${expires}&signature=${signature}`,
      `${pathname}?expires=${expires}&expires=${expires}&signature=${signature}`,
      `${pathname}${search}&signature=${signature}`,
      `${pathname}${search}&more=1`,
      `${pathname}?${search}`,
      `${pathname}/${search}`,
      `/${pathname}${search}`,
      `/x/..${pathname}${search}`,
      `${pathname.replace('download', '%64ownload')}${search}`,
      `${pathname.replace('download', 'DOWNLOAD')}${search}`,
      `${pathname};a=b${search}`,
    ]
    for (const path of others) {
      const { status } = await ask(downloadUrl, { path })
      expect([403, 404], path).toContain(status)
    }
    expect((await ask(downloadUrl)).status).toBe(200)
  })

  test('is required together with the expiry, and a refusal says why', async () => {
    const server = await injectServer()
    const { downloadUrl } = await declareFile(server, { name: 'a', size: 1 })
    const { pathname, searchParams } = new URL(String(downloadUrl))
    const queries = ['', '?', `?expires=${searchParams.get('expires')}`, '?expires=&signature=']
    for (const query of [...queries, `?signature=${searchParams.get('signature')}`]) {
      const answer = await ask(downloadUrl, { path: pathname + query })
      expectRefused(answer, 403, '90030029', 'expires or signature is missing or malformed')
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })

  test('refuses another rendition, file or instant, and says why', async () => {
    const server = await injectServer()
    const one = await declareFile(server, { name: 'a', size: 1 })
    const other = await declareFile(server, { name: 'b', size: 2 })
    const { pathname, search } = new URL(String(one.downloadUrl))
    const later = search.replace(/expires=(\d+)/, (_, ms) => `expires=${Number(ms) + 1}`)
    for (const path of [
      pathname.replace('download', 'original') + search,
      pathname.replace(String(one.id), String(other.id)) + search,
      pathname + later,
      pathname + new URL(String(other.downloadUrl)).search,
    ]) {
      const answer = await ask(one.downloadUrl, { path })
      expectRefused(answer, 403, '90030029', 'the signature does not match the URL')
    }
  })

  test('isolates workspaces: a URL is refused in another one', async () => {
    const server = await injectServer()
    const { workspace: other, credentials } = await server.sandbox.create()
    const token = credentials.accessToken ?? ''
    const { downloadUrl } = await offerFile(server, { bytes: 'ours' })
    const path = await sendFile(server, { bytes: 'theirs' }, { token })
    const [theirs] = await assetsOf(server, [{ path, name: 'file' }], { token })
    expect((await ask(theirs?.downloadUrl)).bytes.toString()).toBe('theirs')
    const written = String(downloadUrl).slice(server.url.length)
    const exchanged = written.replace('/00000000/', `/${other.id}/`)
    expectRefused(await ask(downloadUrl, { path: exchanged }), 403, '90030029')
    expectRefused(await ask(downloadUrl, { path: `/w/${other.id}${written}` }), 403, '90030029')
    expectRefused(await ask(downloadUrl, { path: `/w/${other.id}${exchanged}` }), 403, '90030029')
    const backwards = String(theirs?.downloadUrl).slice(server.url.length)
    expectRefused(await ask(downloadUrl, { path: `/w/00000000${backwards}` }), 403, '90030029')
    const nowhere = written.replace('/00000000/', '/ffffffff/')
    expectRefused(await ask(downloadUrl, { path: nowhere }), 403, '90030029')
    const headers = { 'access-token': token, 'x-app-key': credentials.appKey }
    expect((await ask(downloadUrl, { headers })).bytes.toString()).toBe('ours')
  })
})

describe('a text asset', () => {
  test('is answered as UTF-8 under its name with an extension, and an article as HTML', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const parts = await partsOf(server, [100_005, 100_006])
    const kinds = { content_text: ['text/plain', 'txt'], content_rtf: ['text/html', 'html'] }
    expect(parts.map(({ type }) => type)).toEqual(Object.keys(kinds))
    for (const { type, name, baseText, size, downloadUrl, originalUrl } of parts) {
      const [mediaType, extension] = kinds[type as keyof typeof kinds]
      const { headers, bytes } = await ask(downloadUrl)
      expect(bytes.toString('utf8')).toBe(baseText)
      expect(bytes).toHaveLength(size)
      const wanted = encodeURIComponent(`${name}.${extension}`)
      expect(headers).toMatchObject({
        'content-type': `${mediaType}; charset=utf-8`,
        'content-disposition': expect.stringMatching(/^attachment;/),
        'content-security-policy': expect.stringMatching(/^sandbox;/),
        'x-content-type-options': 'nosniff',
      })
      const disposition = decodeURIComponent(headers['content-disposition'] ?? '')
      expect(disposition).toContain(decodeURIComponent(wanted))
      expect((await ask(originalUrl)).bytes.equals(bytes)).toBe(true)
    }
  })
})

describe('a text file', () => {
  test.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('名称,价格\n'), 'text/csv; charset=utf-8'],
    ['UTF-8 with a mark', Buffer.from('\ufeff名称\n'), 'text/csv; charset=utf-8'],
    ['UTF-16', Buffer.from('\ufeff名称\n', 'utf16le'), 'text/csv; charset=utf-16'],
    [
      'UTF-16, big-endian',
      Buffer.from('\ufeff名称\n', 'utf16le').swap16(),
      'text/csv; charset=utf-16',
    ],
    ['GBK', Buffer.from('c4e3bac32cd6d0b9fa0a', 'hex'), 'text/csv'],
    ['Latin-1', Buffer.from('Voilà,1\n', 'latin1'), 'text/csv'],
  ])('is answered with its encoding, where that is known: %s', async (_name, bytes, expected) => {
    const part = await offerFile(await injectServer(), { bytes, name: 'table.csv' })
    expect(part.type).toBe('text/csv')
    const answer = await ask(part.downloadUrl)
    expect(answer.headers['content-type']).toBe(expected)
    expect(answer.bytes.equals(bytes)).toBe(true)
  })
})

describe('a placeholder', () => {
  const declared = (server: TestServer, type: string, size: number) =>
    declareFile(server, { name: '未上传.bin', size, type })

  test('answers exactly the declared number of bytes', async () => {
    const server = await injectServer()
    for (const [type, sizes] of [
      ['image/png', [70, 100_000]],
      ['image/svg+xml', [200, 100_000]],
      ['video/mp4', [0, 1, 10, 100_000]],
      ['text/plain', [0, 1, 10, 100_000]],
    ] as const)
      for (const size of sizes) {
        const part = await declared(server, type, size)
        expect(part).toMatchObject({ size, type, uniMd5: null })
        const { status, headers, bytes } = await ask(part.downloadUrl)
        expect([status, bytes.length]).toEqual([200, size])
        expect(headers['content-length']).toBe(String(size))
        expect(headers['content-type']?.split(';')[0]).toBe(type)
        expect((await ask(part.originalUrl)).bytes.equals(bytes)).toBe(true)
      }
  })

  test('answers a picture of the declared type, of the width and height that E4 has', async () => {
    const server = await injectServer()
    for (const [type, format] of [
      ['image/png', 'png'],
      ['image/jpeg', 'jpeg'],
      ['image/gif', 'gif'],
      ['image/webp', 'webp'],
      ['image/jpg', 'jpeg'],
      ['IMAGE/PNG', 'png'],
      ['image/webp; q=1', 'webp'],
      ['image/svg+xml', 'svg'],
    ] as const)
      for (const size of [0, 1, 500, 16_383, 16_384, 100_000]) {
        const { downloadUrl, width, height } = await declared(server, type, size)
        const { headers, bytes } = await ask(downloadUrl)
        const { info } = await sharp(bytes).toBuffer({ resolveWithObject: true })
        expect({ width: info.width, height: info.height }, `${type} ${size}`).toEqual({
          width,
          height,
        })
        expect(await sharp(bytes).metadata()).toMatchObject({ format })
        expect(headers['content-length']).toBe(String(bytes.length))
      }
  })

  test('answers a card of 800 x 600 pixels where there is room for it', async () => {
    const server = await injectServer()
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
      expect(await declared(server, type, 16_384)).toMatchObject({ width: 800, height: 600 })
  })

  test('has itself as its previews, which are never larger, in the size that E4 has', async () => {
    const server = await injectServer()
    const pixelsOf = async (address: unknown, width: number, height: number) => {
      const { bytes } = await ask(address)
      const info = await sharp(bytes).metadata()
      const size = { width: info.width, height: info.height }
      const pixels = sharp(bytes).flatten().toColourspace('srgb').resize(width, height)
      return { size, pixels: await pixels.raw().toBuffer() }
    }
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])
      for (const size of [500, 30_000]) {
        const part = await declared(server, type, size)
        const { width = 0, height = 0 } = part as { width?: number; height?: number }
        const about = `${type} ${size}`
        const own = await pixelsOf(part.originalUrl, width, height)
        const preview = await pixelsOf(part.thunderOrigin, width, height)
        expect(preview.size, about).toEqual({ width, height })
        expect([part.thumbnailOriginWidth, part.thumbnailOriginHeight]).toEqual([width, height])
        const small = await pixelsOf(part.thunder, width, height)
        expect(small.size, about).toEqual(width === 1 ? own.size : { width: 400, height: 300 })
        const differences = own.pixels.map((byte, at) =>
          Math.abs(byte - (preview.pixels[at] ?? 255)),
        )
        expect(differences.reduce((sum, each) => sum + each, 0) / own.pixels.length).toBeLessThan(3)
      }
  })

  test('answers a sentence and zeros for other types', async () => {
    const server = await injectServer()
    for (const type of ['audio/mpeg', 'image/heic']) {
      const { downloadUrl } = await declareFile(server, { name: '录音 1', size: 200, type })
      const text = (await ask(downloadUrl)).bytes.toString('utf8')
      expect(text).toMatch(/^Placeholder: nothing was uploaded for 录音 1\n\0+$/)
    }
  })

  test('answers at once for any declared size', async () => {
    const server = await injectServer()
    const size = Number.MAX_SAFE_INTEGER
    const { downloadUrl } = await declareFile(server, { name: 'a', size })
    const head = await ask(downloadUrl, { method: 'HEAD' })
    expect(head.headers['content-length']).toBe(String(size))
    const { headers, bytes } = await ask(downloadUrl, { headers: { range: 'bytes=-10' } })
    expect(headers['content-range']).toBe(`bytes ${size - 10}-${size - 1}/${size}`)
    expect(bytes).toEqual(Buffer.alloc(10))
  })

  test('leaves the event loop to other work between its pieces', async () => {
    const server = await injectServer()
    const { downloadUrl } = await declareFile(server, { name: 'a', size: 256 * 65_536 })
    let rounds = 0
    let isOver = false
    const count = (): void => {
      rounds += 1
      if (!isOver) setImmediate(count)
    }
    count()
    const { bytes } = await ask(downloadUrl).finally(() => {
      isOver = true
    })
    expect(bytes.length).toBe(256 * 65_536)
    expect(rounds).toBeGreaterThan(256)
  })
})

describe('the file of a URL', () => {
  const deleted = (server: TestServer, statement: string): void => {
    server.workspace.store.sqlite.pragma('foreign_keys = OFF')
    server.workspace.store.sqlite.exec(statement)
  }

  test('is refused with 404 when its record is gone', async () => {
    const server = await startAt(NOW)
    const part = await offerFile(server, { bytes: await photograph(), name: 'a.png' })
    const addresses = await addressesOf(server, part)
    for (const table of ['sub_resources', 'portal_contents', 'users'])
      deleted(server, `DELETE FROM ${table}`)
    for (const [name, address] of Object.entries(addresses)) {
      const path = new URL(address).pathname
      expectRefused(await ask(address), 404, '90030031', `No file exists at "${path}"`)
      const head = await ask(address, { method: 'HEAD' })
      expect([head.status, head.bytes.length], name).toEqual([404, 0])
    }
  })

  test('is refused with 404 when its bytes are gone, and its pictures are cards then', async () => {
    const server = await injectServer()
    const bytes = await photograph()
    const part = await offerFile(server, { bytes, name: 'a.png' })
    rmSync(server.sandbox.files.blobs.find(sha256Hex(bytes)) ?? '')
    for (const address of [part.downloadUrl, part.originalUrl])
      expectRefused(await ask(address), 404, '90030031', 'No file exists at')
    for (const address of [part.thunder, part.iconThunder, part.thunderOrigin]) {
      const { status, headers } = await ask(address)
      expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    }
  })

  test('is refused with 404 when it never existed, although signed', async () => {
    const server = await injectServer()
    for (const path of [
      'resources/424242/download',
      'resources/424242/thumbnail',
      'resources/99999999999999999999/download',
      'resources/-1/download',
      'resources/1e5/download',
      'resources//download',
      'resources/500002/other',
      'resources/500002/download/',
      'resources/500002/thumbnail/100x100x100',
      'resources/../resources/500002/download',
      'contents/80001/thumbnail',
      'avatars/424242',
      'uploads/x/parts/1',
      '',
    ])
      expectRefused(await ask(signedUrl(server, path)), 404, '90030031')
  })

  test('is refused to other methods, and is unchanged', async () => {
    const server = await injectServer()
    const { downloadUrl } = await declareFile(server, { name: 'a', size: 1 })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      const headers = { 'content-length': '0' }
      const { status, bytes } = await ask(downloadUrl, { method, headers })
      expect([404, 405], method).toContain(status)
      expect(JSON.parse(bytes.toString())).toMatchObject({ result: null })
    }
    expect((await ask(downloadUrl)).status).toBe(200)
  })
})

describe('the settings of URLs', () => {
  test('answer by SANDBOX_FILES_PATH, and refuse the usual path', async () => {
    const filesPath = '/cdn.v1/dam-files'
    const server = await injectServer({ env: { SANDBOX_FILES_PATH: filesPath } })
    const path = await sendFile(server, { bytes: 'moved' }, { filesPath })
    const [part] = await assetsOf(server, [{ path, name: 'a.txt' }])
    const { pathname, search } = new URL(String(part?.downloadUrl))
    expect(pathname).toBe(`${filesPath}/00000000/resources/${part?.id}/download`)
    expect((await ask(part?.downloadUrl)).bytes.toString()).toBe('moved')
    const prefixed = `/w/00000000${pathname}${search}`
    expect((await ask(part?.downloadUrl, { path: prefixed })).status).toBe(200)
    const { workspace } = await server.sandbox.create()
    const exchanged = pathname.replace('/00000000/', `/${workspace.id}/`) + search
    expect((await ask(part?.downloadUrl, { path: exchanged })).status).toBe(403)
    const usual = pathname.replace(filesPath, '/_files') + search
    expectRefused(await ask(part?.downloadUrl, { path: usual }), 404, '90000007')
    const [user] = await server.result<{ avatar: string }[]>('E8', { userIds: [1001] })
    expect(new URL(user?.avatar ?? '').pathname).toBe(`${filesPath}/00000000/avatars/1001`)
    expect((await ask(user?.avatar)).status).toBe(200)
  })

  test('answer by SANDBOX_PUBLIC_URL and SANDBOX_PORTAL_URL, which no signature covers', async () => {
    const env = {
      SANDBOX_PUBLIC_URL: 'https://dam.example/sandbox/',
      SANDBOX_PORTAL_URL: 'https://portal.example',
    }
    const server = await startAt(NOW, { env })
    const part = await offerFile(server, { bytes: await photograph(), name: 'a.png' })
    const addresses = await addressesOf(server, part)
    for (const [name, address] of Object.entries(addresses)) {
      const isPortal = name === 'coverPicture' || name === 'detailPicture'
      const base = isPortal ? 'https://portal.example' : 'https://dam.example/sandbox'
      expect(address.startsWith(`${base}/_files/00000000/`), address).toBe(true)
      const { status } = await ask(server.url + address.slice(base.length))
      expect(status, name).toBe(200)
    }
  })
})
