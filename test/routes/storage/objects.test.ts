import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { randomWorkspaceId } from '#src/kernel/ids.ts'
import { parseInstant } from '#src/kernel/timestamps.ts'
import { assetsOf } from '#test/kit/downloads.ts'
import { addRule } from '#test/kit/faults.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { listJournal } from '#test/kit/journal.ts'
import { signOssPath } from '#test/kit/oss-url.ts'
import { freshFolder } from '#test/kit/process.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'
import {
  complete,
  type Granted,
  grantOf,
  initiate,
  KEY,
  put,
  sendParts,
  sendSigned,
} from '#test/kit/storage.ts'
import { askUploads, unfinishedIn } from '#test/kit/uploads.ts'
import { talk } from '#test/kit/wire.ts'

const LARGE = Buffer.alloc(102_400, 'a')

const FILE = Buffer.from('a file of some bytes\n')

const md5Of = (bytes: Buffer): string =>
  `"${createHash('md5').update(bytes).digest('hex').toUpperCase()}"`

const start = async (
  options: ServerOptions = {},
): Promise<{ server: TestServer; grant: Granted }> => {
  const server = await injectServer({ storage: true, ...options })
  return { server, grant: await grantOf(server.url) }
}

const codeOf = ({ text, headers }: Reply): string | undefined => {
  const inHeader = Buffer.from(headers.get('x-oss-err') ?? '', 'base64').toString()
  return /<Code>(\w+)<\/Code>/.exec(text || inHeader)?.[1]
}

const E13_PARTS = (etags: readonly { partNumber: number; etag: string }[]) =>
  etags.map(({ partNumber, etag }) => ({ partNumber, etag: etag.toLowerCase() }))

const atomAt = async (server: TestServer, path: string): Promise<string[]> => {
  const reply = await server.call('E16', { fileList: [{ path, name: 'a.bin', size: 1 }] })
  return (reply.headers.get('x-sandbox-findings') ?? '').split(', ')
}

const downloadOf = async (server: TestServer, path: string): Promise<string> => {
  const [part] = await assetsOf(server, [{ path, name: 'a.bin' }])
  return (await send(part?.downloadUrl ?? '', { method: 'GET' })).text
}

describe('a grant', () => {
  test('answers keys, endpoint, bucket, prefix, region and expiration', async () => {
    const { server, grant } = await start()
    expect(grant).toEqual({
      accessKeyId: expect.stringMatching(/^STS\.00000000[0-9a-f]{16}$/),
      accessKeySecret: expect.stringMatching(/^\w{32}$/),
      securityToken: expect.stringMatching(/^00000000-/),
      endpoint: server.sandbox.storageUrl,
      bucket: 'dam-00000000',
      pathPrefix: 'upload',
      region: 'oss-cn-hangzhou',
      expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    })
  })

  test('names the host of its call with the port of the listener, and no localhost', async () => {
    const { server } = await start()
    const { port } = new URL(server.sandbox.storageUrl ?? '')
    const endpointFor = async (host: string): Promise<string> => {
      const headers = { 'access-token': server.fixtures.app.accessToken, host }
      const all = { ...headers, 'token-type': 'bearer' }
      const { body } = await send(`${server.url}/_files/grant`, { method: 'POST', headers: all })
      return (body as { result: Granted }).result.endpoint
    }
    expect(await endpointFor('localhost:4022')).toBe(`http://127.0.0.1:${port}`)
    expect(await endpointFor('stage.example.com')).toBe(`http://stage.example.com:${port}`)
  })

  test('is refused without a listener, and without a token', async () => {
    const server = await injectServer()
    const ask = (headers: Record<string, string>) =>
      send(`${server.url}/_files/grant`, { method: 'POST', headers })
    const { accessToken } = server.fixtures.app
    const known = { 'access-token': accessToken, 'token-type': 'bearer' }
    expectRefusal(await ask(known), '90000026', 'SANDBOX_STORAGE_PORT')
    expectRefusal(await ask({}), '90010001')
  })

  test('stays valid over a restart, until it expires by the clock of its workspace', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const { server, grant } = await start({ env })
    await server.close()
    const again = await injectServer({ storage: true, env })
    const moved = { ...grant, endpoint: again.sandbox.storageUrl ?? '' }
    expect((await put(moved, FILE)).status).toBe(200)
    const nowMs = again.workspace.clock.now() + 3_600_000
    again.workspace.clock.set({ mode: 'frozen', nowMs })
    expect(codeOf(await put(moved, FILE))).toBe('SecurityTokenExpired')
  })
})

describe('a whole file', () => {
  test('answers ETag, CRC-64 and request ids', async () => {
    const { grant } = await start()
    const { status, headers } = await put(grant, '123456789')
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe(md5Of(Buffer.from('123456789')))
    expect(headers.get('x-oss-hash-crc64ecma')).toBe('11051210869376104954')
    expect(headers.get('x-oss-request-id')).toMatch(/^[0-9A-F]{24}$/)
    expect(headers.get('x-amz-request-id')).toBe(headers.get('x-oss-request-id'))
  })

  test('is remembered by get, head and E16 to E4, without E13', async () => {
    const { server, grant } = await start()
    await put(grant, FILE, { headers: { 'content-type': 'text/plain' } })
    const got = await sendSigned(grant, {})
    expect(got.text).toBe(String(FILE))
    expect(got.headers.get('content-type')).toBe('text/plain')
    const head = await sendSigned(grant, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(FILE.length))
    const range = await sendSigned(grant, { headers: { range: 'bytes=2-5' } })
    expect([range.status, range.text]).toEqual([206, 'file'])
    expect(await downloadOf(server, KEY)).toBe(String(FILE))
  })

  test.each([
    'text/plain; charset=gbk',
    'text/html;charset=UTF-8',
    'video/mp4; codecs="avc1"',
    'image/svg+xml',
  ])('is answered with the type that it was sent with: %s', async (type) => {
    const { grant } = await start()
    await put(grant, FILE, { headers: { 'content-type': type } })
    for (const method of ['GET', 'HEAD'])
      expect((await sendSigned(grant, { method })).headers.get('content-type')).toBe(type)
  })

  test('is answered with the headers and metadata that it was sent with, in one piece or in parts', async () => {
    const { grant } = await start()
    const kept = {
      'cache-control': 'max-age=60',
      'content-disposition': "attachment; filename*=UTF-8''%E4%BD%A0.txt",
      'content-encoding': 'gzip',
      'content-language': 'zh-CN',
      expires: 'Thu, 01 Dec 2033 16:00:00 GMT',
    }
    const bytes = gzipSync(FILE)
    const expectKept = async (expected: Readonly<Record<string, string>>) => {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await sendSigned(grant, { method })
        expect(Object.fromEntries(headers)).toMatchObject(expected)
      }
    }
    const more = { 'x-oss-meta-note': 'two  words', 'x-amz-meta-note': 'gro\u00df' }
    await put(grant, bytes, { headers: { ...kept, ...more } })
    await expectKept({ ...kept, ...more, 'content-length': String(bytes.length) })
    await put(grant, bytes, { headers: { 'content-encoding': 'aws-chunked, gzip' } })
    await expectKept({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' })
    const uploadId = await initiate(grant, KEY, kept)
    await complete(grant, uploadId, await sendParts(grant, uploadId, [bytes]))
    await expectKept(kept)
  })

  test('is answered with the headers that a signed query asks for, and without those that no header can be', async () => {
    const { grant } = await start()
    await put(grant, FILE, { headers: { 'cache-control': 'max-age=60' } })
    const query = {
      'response-content-disposition': 'attachment; filename="a b.txt"',
      'response-content-type': 'text/csv; charset=gbk',
      'response-cache-control': 'no-store',
    }
    const { status, headers } = await sendSigned(grant, { query })
    expect(status).toBe(200)
    for (const [name, value] of Object.entries(query))
      expect(headers.get(name.replace('response-', ''))).toBe(value)
    const refused = await sendSigned(grant, { query, headers: { range: 'bytes=99999999-' } })
    expect(refused.status).toBe(416)
    expect(refused.headers.get('content-disposition')).toBeNull()
    expect(refused.headers.get('cache-control')).toBe('private, no-cache')
    const split = { 'response-content-type': 'a/b\r\nset-cookie: c' }
    expect(codeOf(await sendSigned(grant, { query: split }))).toBe('InvalidArgument')
    const unsigned = sendSigned(grant, { query: { 'response-other': 'a' } })
    expect((await unsigned).headers.get('other')).toBeNull()
  })

  test('has the headers of imported data only where HTTP can carry them', async () => {
    const { server, grant } = await start()
    const damaged = [
      { 'set-cookie': 'a=b' },
      { expires: 'a\r\nb: c' },
      { 'x-oss-meta- ': '1' },
      { 'cache-control': { toString: 1 } },
      null,
      5,
    ]
    for (const headers of damaged) {
      await put(grant, FILE)
      const { store } = server.workspace
      store.run('UPDATE uploads SET headers = ? WHERE file_path = ?', JSON.stringify(headers), KEY)
      const got = await sendSigned(grant, {})
      expect([got.status, got.headers.get('set-cookie'), got.headers.get('expires')]).toEqual([
        200,
        null,
        null,
      ])
    }
  })

  test('is answered by HEAD with objectMeta as well', async () => {
    const { grant } = await start()
    await put(grant, FILE)
    const head = await sendSigned(grant, { method: 'HEAD', query: { objectMeta: '' } })
    expect(head.headers.get('content-length')).toBe(String(FILE.length))
    expect(codeOf(await sendSigned(grant, { query: { objectMeta: '' } }))).toBe('NotImplemented')
  })

  test('is never replaced by a request that forbids it, whole or in parts', async () => {
    const { grant } = await start()
    const headers = { 'x-oss-forbid-overwrite': 'true' }
    const open = await initiate(grant)
    const parts = await sendParts(grant, open, [FILE])
    expect((await put(grant, FILE, { headers })).status).toBe(200)
    const refused = [
      await put(grant, 'another', { headers }),
      await sendSigned(grant, { method: 'POST', query: { uploads: '' }, headers }),
      await complete(grant, open, parts, headers),
    ]
    for (const reply of refused)
      expect([reply.status, codeOf(reply)]).toEqual([409, 'FileAlreadyExists'])
    expect((await sendSigned(grant, {})).text).toBe(String(FILE))
    const allowed = { 'x-oss-forbid-overwrite': 'false' }
    expect((await put(grant, 'another', { headers: allowed })).status).toBe(200)
    expect((await complete(grant, open, parts)).status).toBe(200)
  })

  test('is kept with a note for each header that has no effect here', async () => {
    const { grant } = await start()
    const headers = {
      'x-oss-tagging': 'a=b',
      'x-oss-server-side-encryption': 'AES256',
      'x-oss-object-acl': 'private',
      'x-amz-acl': 'private',
      'x-amz-server-side-encryption-aws-kms-key-id': 'key',
      'x-oss-storage-class': 'IA',
    }
    const notesOf = ({ headers }: Reply) =>
      (headers.get('x-sandbox-findings') ?? '').match(/header-without-effect \S+[a-z]/g)
    const expected = Object.keys(headers).map((name) => `header-without-effect ${name}`)
    const put1 = await put(grant, FILE, { headers })
    const initiated = await sendSigned(grant, { method: 'POST', query: { uploads: '' }, headers })
    for (const reply of [put1, initiated]) {
      expect(reply.status).toBe(200)
      expect(notesOf(reply)?.sort()).toEqual(expected.sort())
    }
    const customer = { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' }
    expect(codeOf(await put(grant, FILE, { headers: customer }))).toBe('NotImplemented')
  })

  test('takes the place of the former one of its key, whose bytes go', async () => {
    const { server, grant } = await start()
    await put(grant, FILE)
    await put(grant, FILE)
    await put(grant, 'another')
    expect((await sendSigned(grant, {})).text).toBe('another')
    expect(await downloadOf(server, KEY)).toBe('another')
    const { store } = server.workspace
    const named = 'SELECT count(*) FROM files WHERE size_bytes = ?'
    expect(store.value(named, FILE.length)).toBe(0)
  })

  test('is gone when it is deleted; atoms of it keep it', async () => {
    const { server, grant } = await start()
    await put(grant, FILE)
    const first = await server.result<{ assetElementIdList: number[] }>('E16', {
      fileList: [{ path: KEY, name: 'a.bin' }],
    })
    expect((await sendSigned(grant, { method: 'DELETE' })).status).toBe(204)
    expect(codeOf(await sendSigned(grant, {}))).toBe('NoSuchKey')
    expect(codeOf(await sendSigned(grant, { method: 'HEAD' }))).toBe('NoSuchKey')
    expect(await atomAt(server, KEY)).toContain('path-never-uploaded param.fileList[0].path')
    const digest = createHash('sha256').update(FILE).digest('hex')
    const kept = 'SELECT file_digest FROM atoms WHERE id = ?'
    expect(server.workspace.store.value(kept, first.assetElementIdList[0])).toBe(digest)
  })

  test('is refused with another MD5 and a key outside of the prefix, and nothing is kept', async () => {
    const { grant } = await start()
    const wrong = { 'content-md5': Buffer.alloc(16).toString('base64') }
    expect(codeOf(await put(grant, FILE, { headers: wrong }))).toBe('BadDigest')
    expect(codeOf(await put(grant, FILE, { key: 'other/a.bin' }))).toBe('AccessDenied')
    expect(codeOf(await put(grant, FILE, { key: 'upload/' }))).toBe('AccessDenied')
    for (const long of [`upload/${'a'.repeat(994)}`, `upload/${'茶'.repeat(339)}`])
      expect(codeOf(await put(grant, FILE, { key: long }))).toBe('KeyTooLongError')
    const longest = `upload/${'茶'.repeat(338)}`
    expect((await put(grant, FILE, { key: longest })).status).toBe(200)
    expect(codeOf(await sendSigned(grant, {}))).toBe('NoSuchKey')
  })
})

describe('an upload in parts', () => {
  test('is completed by the SDK, and E13 then answers true', async () => {
    const { server, grant } = await start()
    const uploadId = await initiate(grant)
    const parts = await sendParts(grant, uploadId, [LARGE, FILE])
    const done = await complete(grant, uploadId, parts)
    expect(done.text).toMatch(/<ETag>&#34;[0-9A-F]{32}-2&#34;<\/ETag>/)
    const whole = await put(grant, Buffer.concat([LARGE, FILE]), { key: 'upload/whole.bin' })
    expect(done.headers.get('x-oss-hash-crc64ecma')).toBe(whole.headers.get('x-oss-hash-crc64ecma'))
    const param = { uploadId, filePath: KEY, partETags: E13_PARTS(parts) }
    expect(await server.result('E13', param)).toBe(true)
    expect(await downloadOf(server, KEY)).toBe(`${LARGE}${FILE}`)
  })

  test('is completed by E13, with etags as the SDK has them', async () => {
    const { server, grant } = await start()
    const uploadId = await initiate(grant)
    const partETags = await sendParts(grant, uploadId, [LARGE, FILE])
    expect(await server.result('E13', { uploadId, filePath: KEY, partETags })).toBe(true)
    expect((await sendSigned(grant, {})).text).toBe(`${LARGE}${FILE}`)
  })

  test('has the parts that the SDK lists, and no others', async () => {
    const { grant } = await start()
    const uploadId = await initiate(grant)
    const [first] = await sendParts(grant, uploadId, [LARGE, FILE])
    expect((await complete(grant, uploadId, first ? [first] : [])).status).toBe(200)
    expect((await sendSigned(grant, {})).text).toBe(String(LARGE))
  })

  test('lists its parts and itself, until it is aborted', async () => {
    const { grant } = await start()
    const uploadId = await initiate(grant)
    const [first] = await sendParts(grant, uploadId, [LARGE, FILE])
    const listed = await sendSigned(grant, { query: { uploadId, 'max-parts': '1' } })
    expect(listed.text).toContain('<IsTruncated>true</IsTruncated>')
    expect(listed.text).toContain(first?.etag.replaceAll('"', ''))
    const uploads = () => sendSigned(grant, { key: '', query: { uploads: '' } })
    expect((await uploads()).text).toContain(`<UploadId>${uploadId}</UploadId>`)
    expect((await sendSigned(grant, { method: 'DELETE', query: { uploadId } })).status).toBe(204)
    expect((await uploads()).text).not.toContain(uploadId)
    expect(codeOf(await sendSigned(grant, { query: { uploadId } }))).toBe('NoSuchUpload')
  })

  test('lists each part with the time at which it arrived', async () => {
    const { server, grant } = await start()
    const { clock } = server.workspace
    const firstMs = Math.ceil(clock.now() / 1_000) * 1_000
    clock.set({ mode: 'frozen', nowMs: firstMs })
    const uploadId = await initiate(grant)
    await sendParts(grant, uploadId, [FILE])
    const timesAt = async (nowMs: number) => {
      clock.set({ mode: 'frozen', nowMs })
      const { text } = await sendSigned(grant, { query: { uploadId } })
      return [...text.matchAll(/<LastModified>(.+?)</g)].map(([, time]) => parseInstant(time ?? ''))
    }
    expect(await timesAt(firstMs + 2_000)).toEqual([firstMs])
    await put(grant, FILE, { query: { partNumber: '2', uploadId } })
    expect(await timesAt(firstMs + 9_000)).toEqual([firstMs, firstMs + 2_000])
    server.workspace.store.run('UPDATE upload_parts SET arrived_at_ms = NULL')
    expect(await timesAt(firstMs + 9_000)).toEqual([firstMs, firstMs])
  })

  test('refuses another key, wrong parts, and a small part that is not the last', async () => {
    const { grant } = await start()
    const uploadId = await initiate(grant)
    const query = { partNumber: '1', uploadId }
    expect(codeOf(await put(grant, FILE, { query, key: 'upload/b.bin' }))).toBe('NoSuchUpload')
    const zero = { query: { ...query, partNumber: '0' } }
    expect(codeOf(await put(grant, FILE, zero))).toBe('InvalidArgument')
    const parts = await sendParts(grant, uploadId, [FILE, FILE])
    expect(codeOf(await complete(grant, uploadId, parts))).toBe('EntityTooSmall')
    const again = await sendParts(grant, uploadId, [LARGE])
    const wrong = [...again, { partNumber: 2, etag: 'x' }]
    expect(codeOf(await complete(grant, uploadId, wrong))).toBe('InvalidPart')
    const malformed = { method: 'POST', query: { uploadId }, body: '<a/>' }
    expect(codeOf(await sendSigned(grant, malformed))).toBe('MalformedXML')
  })

  test('refuses parts that never arrived, and stays open', async () => {
    const { grant } = await start()
    const uploadId = await initiate(grant)
    const never = [{ partNumber: 1, etag: 'a'.repeat(32) }]
    expect(codeOf(await complete(grant, uploadId, never))).toBe('InvalidPart')
    const [first] = await sendParts(grant, uploadId, [FILE])
    expect(codeOf(await complete(grant, uploadId, [{ partNumber: 2, etag: 'x' }]))).toBe(
      'InvalidPart',
    )
    expect((await complete(grant, uploadId, first ? [first] : [])).status).toBe(200)
  })

  test('takes part numbers from 1 to 10,000, without leading zeros', async () => {
    const { grant } = await start()
    const uploadId = await initiate(grant)
    const statusOf = async (partNumber: string) => {
      const { status, text } = await put(grant, FILE, { query: { partNumber, uploadId } })
      return status === 200 ? 200 : text
    }
    expect([await statusOf('1'), await statusOf('10000')]).toEqual([200, 200])
    for (const number of ['01', '0', '10001', '-1', '1.0', '1e1', '+1'])
      expect(await statusOf(number), number).toMatch(/<Code>InvalidArgument<.+partNumber must/)
    const markers = { uploadId, 'part-number-marker': '00' }
    expect(codeOf(await sendSigned(grant, { query: markers }))).toBe('InvalidArgument')
  })

  test('is forgotten when a later file takes the place of its own; others of the key stay', async () => {
    const { server, grant } = await start()
    const first = await initiate(grant)
    const parts = await sendParts(grant, first, [LARGE, FILE])
    await complete(grant, first, parts)
    const open = await initiate(grant)
    await put(grant, FILE)
    await put(grant, 'the last')
    expect(codeOf(await complete(grant, first, parts))).toBe('NoSuchUpload')
    const { store } = server.workspace
    const rows = 'SELECT status FROM uploads WHERE file_path = ? ORDER BY rowid'
    expect(store.values(rows, KEY)).toEqual(['open', 'completed'])
    const orphans =
      'SELECT count(*) FROM upload_parts WHERE upload_id NOT IN (SELECT id FROM uploads)'
    expect(store.value(orphans)).toBe(0)
    const [part] = await sendParts(grant, open, [FILE])
    expect((await complete(grant, open, part ? [part] : [])).status).toBe(200)
    expect((await sendSigned(grant, {})).text).toBe(String(FILE))
  })

  test('is refused while its workspace has 10,000 open ones, here and by begin-upload', async () => {
    const { server, grant } = await start()
    const { store, clock } = server.workspace
    const nowMs = clock.now()
    const { count = 0 } =
      store.get<{ count: number }>("SELECT count(*) AS count FROM uploads WHERE status = 'open'") ??
      {}
    const addOpen = (number: number, expiresAtMs: number) =>
      store.run(
        `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :number)
         INSERT INTO uploads (id, file_path, name, media_type, size_bytes, status, created_at_ms, expires_at_ms)
         SELECT :number || '-' || n, 'upload/x', 'x', '', 0, 'open', 0, :expiresAtMs FROM numbers`,
        { number, expiresAtMs },
      )
    addOpen(9_999 - count, nowMs + 1_000_000_000)
    addOpen(300, nowMs - 1)
    const uploadId = await initiate(grant)
    const refused = await sendSigned(grant, { method: 'POST', query: { uploads: '' } })
    expect([refused.status, codeOf(refused)]).toEqual([400, 'InvalidRequest'])
    expect(refused.text).toContain('has 10000 open uploads; complete or abort some of them')
    const declared = { name: 'a', size: 1 }
    expectRefusal(await askUploads(server, 'POST', '', declared), '90000027')
    await sendSigned(grant, { method: 'DELETE', query: { uploadId } })
    expect(await initiate(grant)).not.toBe('')
  })
})

describe('a body that is no file', () => {
  const MD5 = (text: string) => createHash('md5').update(text).digest('base64')

  test('is verified where none is needed, too', async () => {
    const { grant } = await start()
    await put(grant, FILE)
    const query = { uploads: '' }
    const uploadId = await initiate(grant)
    const asked = [
      { method: 'POST', query },
      { method: 'GET', query, key: '' },
      { method: 'GET', query: { uploadId } },
      { method: 'GET' },
      { method: 'HEAD' },
      { method: 'DELETE', query: { uploadId } },
      { method: 'DELETE' },
    ]
    for (const one of asked) {
      const about = JSON.stringify(one)
      const wrong = { 'content-md5': MD5('x') }
      expect(codeOf(await sendSigned(grant, { ...one, headers: wrong })), about).toBe('BadDigest')
    }
    for (const one of asked) {
      const { status } = await sendSigned(grant, { ...one, headers: { 'content-md5': MD5('') } })
      expect(status, JSON.stringify(one)).toBeLessThan(300)
    }
    const body = 'ignored'
    const initiated = (text: string) =>
      sendSigned(grant, {
        method: 'POST',
        query,
        body,
        headers: { 'content-md5': MD5(text), 'content-type': 'text/plain' },
      })
    expect(codeOf(await initiated('other'))).toBe('BadDigest')
    expect((await initiated(body)).status).toBe(200)
  })

  test('is bounded, by the parts that have arrived', async () => {
    const { grant } = await start()
    const uploadId = await initiate(grant)
    const parts = await sendParts(grant, uploadId, [FILE])
    const complete = (blanks: number) => {
      const [part] = parts
      const text = `<Part><PartNumber>1</PartNumber><ETag>${part?.etag}</ETag></Part>`
      const whole = `<CompleteMultipartUpload>${text}</CompleteMultipartUpload>`
      const body = whole.padEnd(1_048_576 + 120 + blanks)
      return sendSigned(grant, { method: 'POST', query: { uploadId }, body })
    }
    expect(codeOf(await complete(1))).toBe('EntityTooLarge')
    expect((await complete(0)).status).toBe(200)
  })

  test('counts as under way while it arrives, also when it never ends', async () => {
    const { server, grant } = await start()
    const uploadId = await initiate(grant)
    const { underWay } = server.sandbox.memory
    const path = signOssPath(grant, 'POST', KEY, { uploadId })
    const { hostname, port } = new URL(grant.endpoint)
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n`
    const sockets = [1, 2, 3].map(() => connect(Number(port), hostname))
    for (const socket of sockets) socket.write(head + '<'.repeat(400_000))
    await expect.poll(() => underWay.bytes).toBeGreaterThanOrEqual(1_200_000)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => underWay.bytes).toBe(0)
    underWay.add(underWay.maxBytes)
    const refused = await complete(grant, uploadId, [{ partNumber: 1, etag: 'a' }])
    expect([refused.status, codeOf(refused)]).toEqual([503, 'SlowDown'])
    underWay.give(underWay.maxBytes)
  })
})

describe('a form', () => {
  const FORM = { 'content-type': 'multipart/form-data; boundary=B' }
  const START = '--B\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
  const WHOLE = `${START}a file\r\n--B--\r\n`

  /** A refusal that says what to do instead. */
  const expectRefused = ({ status, text }: Reply): void => {
    expect([status, codeOf({ text, headers: new Headers() } as Reply)]).toEqual([
      501,
      'NotImplemented',
    ])
    expect(text).toMatch(/multipart\/form-data.+by PUT, or in parts by a multipart upload/)
  }

  test.each([
    ['whole', WHOLE],
    ['without an end', START],
    ['cut in its last boundary', WHOLE.slice(0, -8)],
    ['empty', ''],
  ])('is refused without a signature, to a bucket and to a key: %s', async (_what, body) => {
    const { grant } = await start()
    for (const path of ['/', `/${grant.bucket}/`, `/${grant.bucket}/${KEY}`])
      for (const method of ['POST', 'PUT'])
        expectRefused(await send(grant.endpoint + path, { method, headers: FORM, body }))
    expect((await put(grant, FILE)).status).toBe(200)
  })

  test('is never kept as the bytes of a file, a part, or a list of parts', async () => {
    const { server, grant } = await start()
    const uploadId = await initiate(grant)
    const query = { partNumber: '1', uploadId }
    expectRefused(await put(grant, WHOLE, { headers: FORM }))
    expectRefused(await put(grant, WHOLE, { headers: FORM, query }))
    const method = 'POST'
    expectRefused(await sendSigned(grant, { method, headers: FORM, query: { uploadId }, body: '' }))
    const odd = { 'content-type': 'multipart/form-data; boundary="' }
    expectRefused(await put(grant, WHOLE, { headers: odd }))
    expect(codeOf(await sendSigned(grant, {}))).toBe('NoSuchKey')
    const sent = 'SELECT count(*) FROM upload_parts WHERE upload_id = ?'
    expect(server.workspace.store.value(sent, uploadId)).toBe(0)
  })

  test('of many bytes is refused without being kept, and its sender reads the answer', async () => {
    const { server, grant } = await start()
    const body = Buffer.concat([Buffer.from(START), Buffer.alloc(40_000_000)])
    expectRefused(await send(`${grant.endpoint}/`, { method: 'POST', headers: FORM, body }))
    const { files, memory } = server.sandbox
    expect(unfinishedIn(files.blobs.paths.root)).toEqual([])
    expect(memory.underWay.bytes).toBe(0)
  })
})

describe('a request', () => {
  test('needs a signature with the keys of its workspace, and its own time', async () => {
    const { server, grant } = await start()
    const anonymous = await send(`${grant.endpoint}/${grant.bucket}/${KEY}`, { method: 'GET' })
    expect([anonymous.status, codeOf(anonymous)]).toEqual([403, 'AccessDenied'])
    const other = { ...grant, accessKeyId: `STS.${randomWorkspaceId()}abc` }
    expect(codeOf(await sendSigned(other, {}))).toBe('InvalidAccessKeyId')
    const token = { ...grant, securityToken: 'another' }
    expect(codeOf(await sendSigned(token, {}))).toBe('InvalidSecurityToken')
    server.workspace.clock.set({ mode: 'frozen', nowMs: 0 })
    const atMs = performance.timeOrigin + performance.now() - 16 * 60_000
    const late = await sendSigned(grant, { atMs: Math.floor(atMs) })
    expect([codeOf(late), late.text]).toEqual([
      'RequestTimeTooSkewed',
      expect.stringContaining('<ServerTime>'),
    ])
  })

  test('isolates workspaces: an object of one is unknown in another', async () => {
    const { server, grant } = await start()
    const { credentials } = await server.sandbox.create()
    const other = await grantOf(server.url, credentials.accessToken)
    await put(grant, FILE)
    expect(other.bucket).not.toBe(grant.bucket)
    expect(codeOf(await sendSigned(other, {}))).toBe('NoSuchKey')
    const mixed = { ...other, bucket: grant.bucket }
    expect(codeOf(await sendSigned(mixed, {}))).toMatch(/SignatureDoesNotMatch|AccessDenied/)
  })

  test('is refused by name for what is outside', async () => {
    const { grant } = await start()
    const copy = await sendSigned(grant, {
      method: 'PUT',
      headers: { 'x-amz-copy-source': '/a/b' },
    })
    expect([copy.status, codeOf(copy)]).toEqual([501, 'NotImplemented'])
    expect(copy.text).toContain('x-amz-copy-source')
    const patch = await send(grant.endpoint, { method: 'PATCH' })
    expect([patch.status, codeOf(patch)]).toEqual([405, 'MethodNotAllowed'])
    const acl = await sendSigned(grant, { query: { acl: '' } })
    expect(acl.text).toContain('acl is outside')
    const list = await sendSigned(grant, { key: '' })
    expect(list.text).toContain('GET /dam-00000000/ is outside')
  })

  test('is refused when its host names the bucket of another workspace', async () => {
    const { server, grant } = await start()
    const { credentials } = await server.sandbox.create()
    const other = await grantOf(server.url, credentials.accessToken)
    const path = new URL(`${grant.endpoint}${signOssPath(grant, 'PUT', KEY)}`)
    const statusAt = async (host: string) => {
      const url = String(path)
      const { status, text } = await send(url, { method: 'PUT', headers: { host }, body: 'x' })
      return status === 200 ? 200 : text
    }
    for (const host of [other.bucket, other.bucket.toUpperCase(), 'dam-ffffffff'])
      expect(await statusAt(`${host}.example.com:80`)).toContain('<Code>AccessDenied</Code>')
    for (const host of [grant.bucket.toUpperCase(), 'storage', 'dam', 'x.dam-ffffffff'])
      expect(await statusAt(`${host}.example.com`), host).toBe(200)
    expect(codeOf(await sendSigned(other, {}))).toBe('NoSuchKey')
  })

  test('must have one line Host', async () => {
    const { grant } = await start()
    const path = signOssPath(grant, 'HEAD', KEY)
    const ask = async (lines: string, version = '1.1') =>
      talk(grant.endpoint, `GET ${path} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`)
    for (const lines of ['', 'Host: a\r\nHost: a\r\n', 'Host: a\r\nHOST: b\r\n'])
      expect(await ask(lines)).toMatch(/^HTTP\/1.1 400 .+<Code>BadRequest<.+one Host header/s)
    for (const [lines, version] of [['Host: a\r\n'], ['', '1.0']])
      expect(await ask(lines ?? '', version)).toContain('<Code>SignatureDoesNotMatch</Code>')
  })

  test('is refused with a transfer coding that would stay in its bytes', async () => {
    const { grant } = await start()
    const path = signOssPath(grant, 'PUT', KEY)
    const ask = (coding: string) =>
      talk(
        grant.endpoint,
        `PUT ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${coding}\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
      )
    for (const coding of [
      'gzip, chunked',
      'deflate,chunked',
      'chunked\r\nTransfer-Encoding: chunked',
    ])
      expect(await ask(`Transfer-Encoding: ${coding}`)).toMatch(
        /^HTTP\/1.1 (501|400) .+<Code>(NotImplemented|BadRequest)</s,
      )
    expect(await ask('Transfer-Encoding: CHUNKED')).toMatch(/^HTTP\/1.1 200 /)
  })

  test('that is no HTTP, or comes over a connection too many, is answered in XML', async () => {
    const { grant } = await start({ env: { SANDBOX_MAX_CONNECTIONS: '2' } })
    const answers = [
      await talk(grant.endpoint, 'no HTTP at all\r\n\r\n'),
      await talk(grant.endpoint, 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'),
      await talk(grant.endpoint, `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`),
    ]
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['400', '400', '431'])
    for (const answer of answers) expect(answer).toMatch(/application\/xml.+<Code>BadRequest</s)
    const { hostname, port } = new URL(grant.endpoint)
    const sockets = [1, 2].map(() => connect(Number(port), hostname))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const refused = await talk(grant.endpoint, '')
    expect(refused).toMatch(/^HTTP\/1.1 503 .+application\/xml.+<Code>ServiceUnavailable</s)
    for (const socket of sockets) socket.destroy()
  })

  test('shows a page of another origin its headers, unless a variant hides them', async () => {
    const asked = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' }
    const preflight = async (options: ServerOptions): Promise<Headers> => {
      const { grant } = await start(options)
      const url = `${grant.endpoint}/${KEY}`
      const headers = { ...asked, host: `${grant.bucket}.example.com` }
      const reply = await send(url, { method: 'OPTIONS', headers })
      expect(reply.status).toBe(204)
      return reply.headers
    }
    const exposed = await preflight({})
    expect(exposed.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(exposed.get('access-control-expose-headers')).toMatch(/etag.+x-oss-hash-crc64ecma/)
    const hidden = await preflight({ variants: { 'A-storage-3': 'hidden' } })
    expect(hidden.get('access-control-expose-headers')).not.toContain('etag')
  })

  test('is in the journal by its operation, without secrets', async () => {
    const { server, grant } = await start()
    await put(grant, FILE, { headers: { 'user-agent': 'an-sdk/1.0' } })
    const { entries } = await listJournal(server, 'operation=storage-put')
    expect(entries).toMatchObject([
      { kind: 'upload', operation: 'storage-put', path: `/dam-00000000/${KEY}`, status: 200 },
    ])
    const shown = JSON.stringify(entries)
    expect(shown).toContain('an-sdk/1.0')
    expect(shown).toContain(`Bytes":${FILE.length}`)
    for (const secret of [grant.securityToken, grant.accessKeySecret])
      expect(shown).not.toContain(secret)
  })

  test('needs room within the quota of its workspace', async () => {
    const { server } = await start()
    const { credentials } = await server.sandbox.create({ quota: { fileBytes: 900_000 } })
    const grant = await grantOf(server.url, credentials.accessToken)
    expect((await put(grant, Buffer.alloc(300_000))).status).toBe(507)
  })
})

describe('a fault of object storage', () => {
  const parts = { operation: 'storage-part' }

  test('answers a status, or a code of the protocol, to the part that it names', async () => {
    const { server, grant } = await start()
    await addRule(server, { match: { ...parts, body: { partNumber: 2 } }, effect: { status: 503 } })
    await addRule(server, {
      match: { ...parts, nth: 3 },
      effect: { code: 'RequestTimeTooSkewed' },
    })
    const match = { operation: 'storage-head' }
    await addRule(server, { match, phase: 'arrival', effect: { status: 503 } })
    const headers = { origin: 'https://app.example.com' }
    const shown = await sendSigned(grant, { method: 'HEAD', headers })
    expect([shown.status, shown.headers.get('access-control-allow-origin')]).toEqual([
      503,
      headers.origin,
    ])
    const uploadId = await initiate(grant)
    const sent = await sendParts(grant, uploadId, [FILE, FILE, FILE])
    expect(sent[0]?.etag).toBe(md5Of(FILE))
    expect(sent[1]?.etag).toContain('<Code>ServiceUnavailable</Code>')
    expect(sent[2]?.etag).toContain('<Code>RequestTimeTooSkewed</Code>')
  })

  test('answers another CRC-64', async () => {
    const { server, grant } = await start()
    const match = { operation: 'storage-put' }
    await addRule(server, { match, effect: { wrongChecksum: true } })
    expect((await put(grant, '123456789')).headers.get('x-oss-hash-crc64ecma')).toBe('1')
    expect((await put(grant, '123456789')).headers.get('x-oss-hash-crc64ecma')).not.toBe('1')
  })

  test('loses the answer of an upload that is completed', async () => {
    const { server, grant } = await start()
    const match = { operation: 'storage-complete' }
    await addRule(server, { match, phase: 'after', effect: { reset: true } })
    const uploadId = await initiate(grant)
    const sent = await sendParts(grant, uploadId, [LARGE])
    await expect(complete(grant, uploadId, sent)).rejects.toThrow()
    expect((await sendSigned(grant, {})).text).toBe(String(LARGE))
  })

  test('is refused for what its operation does not have', async () => {
    const { server } = await start()
    const add = (rule: object): Promise<Reply> =>
      send(`${server.url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rule),
      })
    const wrong = await add({ match: { operation: 'E8' }, effect: { wrongChecksum: true } })
    expect(wrong.text).toContain('object storage operations')
    const code = await add({ match: { operation: 'E8' }, effect: { code: 'AccessDenied' } })
    expect(code.text).toContain('codes with letters')
  })
})
