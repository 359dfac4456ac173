import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { WorkspaceDetail } from '#src/control/workspaces/schema.ts'
import { NOW, otherWorkspace } from '#test/kit/databases.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectEnvelope, expectSuccess } from '#test/kit/replies.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import {
  abort,
  askUploads,
  begin,
  bytesFrom,
  type CreatedUpload,
  complete,
  completionOf,
  cut,
  digestsIn,
  download,
  look,
  MIN_PART_BYTES,
  makeAsset,
  payloadOf,
  put,
  putByToken,
  STORES,
  sendPart,
  sendSingle,
  sha256Of,
  unfinishedIn,
  uploadPieces,
} from '#test/kit/uploads.ts'
import { sendLines } from '#test/kit/wire.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ABC = Buffer.from('abc')

/** Expects a refusal as plain HTTP has it: the status tells, the body is the envelope. */
const expectStatus = (reply: Reply, status: number, code: string, ...words: string[]): void => {
  expect(reply.status, reply.text).toBe(status)
  expectEnvelope(reply, code, ...words)
}

/** The signed URL of part 1 of an upload. */
const addressOf = ({ parts }: CreatedUpload): string => parts[0]?.url ?? ''

const beginOne = (server: TestServer): Promise<CreatedUpload> =>
  begin(server, { name: 'x', size: ABC.length })

const partsOf = async (server: TestServer, { uploadId }: CreatedUpload) =>
  (await look(server, uploadId)).parts

const rootOf = (server: TestServer): string => server.sandbox.files.blobs.paths.root

describe('a form with a file', () => {
  /** A form as curl -F sends it. */
  const sendForm = async (url: string, method: string, headers = {}): Promise<Reply> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(300_000)]), 'a.jpg')
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const body = new Uint8Array(await encoded.arrayBuffer())
    return send(url, { method, headers: { ...headers, 'content-type': type }, body })
  }

  test('is refused as a file and as a part, and nothing is stored', async () => {
    const server = await startServer({ env: { SANDBOX_CHECK_REPLIES: 'on' } })
    const upload = await beginOne(server)
    const stored = async () => {
      const { counts, fileBytes } = await server.control<WorkspaceDetail>('/workspaces/default')
      return { counts, fileBytes }
    }
    const before = await stored()
    const uploads = `${server.url}/_files/uploads`
    const token = { 'access-token': TOKEN }
    for (const reply of [
      await sendForm(`${uploads}/single?name=a.jpg`, 'POST', token),
      await sendForm(`${uploads}/single`, 'POST', token),
      await sendForm(addressOf(upload), 'PUT'),
      await sendForm(`${uploads}/${upload.uploadId}/parts/1`, 'PUT', token),
    ])
      expectStatus(
        reply,
        415,
        '90000003',
        'multipart/form-data',
        'raw bytes',
        '--data-binary @file',
      )
    expect(await partsOf(server, upload)).toEqual([])
    expect(await stored()).toEqual(before)
    expect(await unfinishedIn(rootOf(server))).toEqual([])
  })
})

describe('a part', () => {
  test('answers its number, MD5 and size, by its signed URL and with an access token', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    const result = { partNumber: 1, etag: md5Of(ABC), size: 3 }
    for (const send of [
      () => put(addressOf(upload), ABC),
      () => putByToken(server, upload.uploadId, 1, ABC),
    ]) {
      const reply = await send()
      expectSuccess(reply, result)
      expect(reply.headers.get('etag')).toBe(`"${md5Of(ABC)}"`)
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  test('answers for an empty one', async () => {
    const server = await startServer()
    const upload = await begin(server, { name: 'x', size: 0 })
    const sent = await sendPart(server, upload.uploadId, 1, Buffer.of())
    expect(sent).toEqual({ partNumber: 1, etag: md5Of(''), size: 0 })
    expectSuccess(await complete(server, completionOf(upload, [sent])), true)
    const file = await makeAsset(server, { path: upload.filePath, name: 'x' })
    expect(file).toMatchObject({ size: 0, uniMd5: md5Of('') })
    expect(await download(file.downloadUrl)).toEqual(Buffer.of())
  })

  test.each([1, 10_000])(
    'answers part %i, with a token and cut otherwise than proposed',
    async (number) => {
      const server = await startServer()
      const upload = await beginOne(server)
      const sent = await sendPart(server, upload.uploadId, number, ABC)
      expectSuccess(await complete(server, completionOf(upload, [sent])), true)
    },
  )

  test.each([
    undefined,
    'application/octet-stream',
    'application/json',
    'application/json; charset=utf-16',
    'multipart/related; boundary=x',
    'application/x-www-form-urlencoded',
    'text/plain; charset=gbk',
    'image/png;;;',
    'png',
    '',
  ])('answers bytes of the content type %j unread', async (type) => {
    const server = await startServer()
    const { uploadId } = await beginOne(server)
    const body = Buffer.from('{"not": json\xff', 'latin1')
    const reply = await sendLines(server.url, {
      method: 'PUT',
      path: `/_files/uploads/${uploadId}/parts/1`,
      headers: [
        ['Access-token', TOKEN],
        ...(type === undefined ? [] : [['Content-Type', type] as const]),
      ],
      body,
    })
    expectSuccess(reply, { partNumber: 1, etag: md5Of(body), size: body.length })
  })

  test('answers bytes of unknown length', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    const bytes = bytesFrom(1, 300_000)
    const sent = request(addressOf(upload), { method: 'PUT', agent: false })
    for (const piece of cut(bytes, 1, 99_999, 100_000)) sent.write(piece)
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    expect(response.statusCode).toBe(200)
    expect(await partsOf(server, upload)).toEqual([
      { partNumber: 1, etag: md5Of(bytes), size: bytes.length },
    ])
  })

  test('answers a caller that expects 100-continue', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    const headers = { expect: '100-continue', 'content-length': ABC.length }
    const sent = request(addressOf(upload), { method: 'PUT', agent: false, headers })
    sent.flushHeaders()
    await once(sent, 'continue')
    sent.end(ABC)
    const [response] = await once(sent, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
  })

  test('answers below the prefix of its own workspace', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    const { pathname, search } = new URL(addressOf(upload))
    expectSuccess(await put(`${server.url}/w/00000000${pathname}${search}`, ABC), {
      partNumber: 1,
      etag: md5Of(ABC),
      size: 3,
    })
  })

  test('answers pages of other origins, which can read the ETag', async () => {
    const server = await startServer()
    const address = addressOf(await beginOne(server))
    const origin = 'https://page.example'
    const preflight = await send(address, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-md5,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-md5')
    const reply = await put(address, ABC, { origin })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
    expect(reply.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('etag')
  })

  test('answers with the MD5 that was announced, and refuses every other', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    const inBase64 = (text: string) => Buffer.from(md5Of(text), 'hex').toString('base64')
    const right = inBase64('abc')
    for (const wrong of [inBase64('abd'), md5Of('abc'), right.slice(0, -1), right.toLowerCase()]) {
      const reply = await put(addressOf(upload), ABC, { 'content-md5': wrong })
      expectStatus(reply, 400, '90030026', 'Content-MD5', right)
      expect(await partsOf(server, upload)).toEqual([])
    }
    payloadOf(await put(addressOf(upload), ABC, { 'content-md5': right }))
    const spoilt = await put(addressOf(upload), Buffer.from('abd'), { 'content-md5': right })
    expectStatus(spoilt, 400, '90030026')
    expect(await partsOf(server, upload)).toEqual([{ partNumber: 1, etag: md5Of(ABC), size: 3 }])
  })

  const OUTSIDE = ['0', '10001', '1.5', 'x', '-1', '', '%20', '1e99', 'NaN', '9'.repeat(100)]
  const OTHER_SPELLINGS = ['0x1', '1e3', '01', '+1', '1.0', '%201']

  test.each([...OUTSIDE, ...OTHER_SPELLINGS])('refuses the number "%s"', async (number) => {
    const server = await startServer()
    const { uploadId } = await beginOne(server)
    const reply = await putByToken(server, uploadId, number, ABC)
    expectStatus(reply, 400, '90020003', 'partNumber', '1 to 10000')
    expect((await look(server, uploadId)).parts).toEqual([])
  })

  test.each([
    ['unknown', 404, '90030016'],
    ['aborted', 409, '90030019'],
    ['completed', 409, '90030025'],
    ['expired', 410, '90030024'],
  ])('refuses to be one of an upload that is %s', async (state, status, code) => {
    const server = await startServer()
    freezeAt(server, NOW)
    const completion = await uploadPieces(server, 'x', [ABC])
    const { uploadId } = completion
    if (state === 'aborted') payloadOf(await abort(server, uploadId))
    if (state === 'completed') payloadOf(await complete(server, completion))
    if (state === 'expired') freezeAt(server, NOW + DAY_MS)
    const id = state === 'unknown' ? 'never-begun' : uploadId
    const before = await look(server, uploadId)
    const digests = digestsIn(rootOf(server))
    const address = signed(server, `uploads/${id}/parts/2`)
    for (const reply of [
      await putByToken(server, id, 2, Buffer.from('other')),
      await put(address, Buffer.from('other')),
    ])
      expectStatus(reply, status, code, id)
    expect(await look(server, uploadId)).toEqual(before)
    expect(digestsIn(rootOf(server))).toEqual(digests)
  })
})

/** A signed URL of the default workspace, valid for an hour. */
const signed = (server: TestServer, path: string, expiresAtMs?: number): string => {
  const { workspace, url } = server
  const endMs = expiresAtMs ?? workspace.clock.now() + HOUR_MS
  return url + workspace.signUrl('/_files', path, endMs)
}

describe('a signed URL', () => {
  test.each([
    ['no query', (path: string) => path.replace(/\?.*/, '')],
    ['half a signature', (path: string) => path.slice(0, -32)],
    ['a later expiry', (path: string) => path.replace(/expires=\d/, 'expires=9')],
    ['another part', (path: string) => path.replace('/parts/1', '/parts/2')],
    ['escapes that mean the same', (path: string) => path.replace('parts', '%70arts')],
  ])('refuses %s, as that of a download', async (_name, change) => {
    const server = await startServer()
    const upload = await beginOne(server)
    const path = change(addressOf(upload).slice(server.url.length))
    const reply = await sendLines(server.url, { method: 'PUT', path, body: ABC })
    expectStatus(reply, 403, '90030029')
    expect(await partsOf(server, upload)).toEqual([])
  })

  test('refuses another workspace', async () => {
    const server = await startServer()
    const { token } = await otherWorkspace(server)
    const id = token.slice(0, 8)
    const [own, other] = [
      await beginOne(server),
      await begin(server, { name: 'x', size: 3 }, { token }),
    ]
    expect(other.uploadId).toBe(own.uploadId)
    const { pathname, search } = new URL(addressOf(own))
    for (const path of [
      `${pathname.replace('00000000', id)}${search}`,
      `/w/${id}${pathname}${search}`,
      `/w/${id}${pathname.replace('00000000', id)}${search}`,
      `${pathname.replace('00000000', 'ffffffff')}${search}`,
    ])
      expectStatus(await put(server.url + path, ABC), 403, '90030029')
    for (const options of [{}, { token }])
      expect((await look(server, own.uploadId, options)).parts).toEqual([])
    payloadOf(await put(addressOf(other), ABC))
    expect((await look(server, own.uploadId, { token })).parts).toHaveLength(1)
    expect(await partsOf(server, own)).toEqual([])
  })

  test('answers until its hour has passed by the clock of the workspace, and is refused then', async () => {
    const server = await startServer()
    freezeAt(server, NOW)
    const upload = await beginOne(server)
    freezeAt(server, NOW + HOUR_MS - 1)
    payloadOf(await put(addressOf(upload), ABC))
    freezeAt(server, NOW + HOUR_MS)
    const reply = await put(addressOf(upload), Buffer.from('later'))
    expectStatus(reply, 403, '90030030', 'expired')
    expect(await partsOf(server, upload)).toEqual([{ partNumber: 1, etag: md5Of(ABC), size: 3 }])
    payloadOf(await putByToken(server, upload.uploadId, 1, Buffer.from('later')))
  })

  test('answers with any token or none', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    payloadOf(await put(addressOf(upload), ABC, { 'access-token': 'nonsense' }))
    payloadOf(
      await put(addressOf(upload), ABC, { 'access-token': (await otherWorkspace(server)).token }),
    )
  })
})

describe('the routes with an access token', () => {
  test.each([
    ['none', null, '90010001'],
    ['an unknown one', '00000000-0000-4000-8000-000000000009', '90010003'],
    ['one of a workspace that is not there', 'ffffffff-0000-4000-8000-000000000009', '90010003'],
  ])('refuses %s with 401', async (_name, token, code) => {
    const server = await startServer()
    const upload = await beginOne(server)
    expectStatus(await putByToken(server, upload.uploadId, 1, ABC, { token }), 401, code)
    expectStatus(await sendSingle(server, 'x', ABC, 'text/plain', { token }), 401, code)
    expect(await partsOf(server, upload)).toEqual([])
    expect(digestsIn(rootOf(server))).not.toContain(sha256Of(ABC))
  })

  test('refuses an expired one with 401', async () => {
    const server = await startServer()
    freezeAt(server, NOW)
    const upload = await beginOne(server)
    const { clientId, clientKey } = server.fixtures.app
    const granted = await send(`${server.url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientKey }),
    })
    const { access_token: token } = payloadOf<{ access_token: string }>(granted)
    payloadOf(await putByToken(server, upload.uploadId, 1, ABC, { token }))
    freezeAt(server, NOW + 2 * HOUR_MS)
    const reply = await putByToken(server, upload.uploadId, 2, ABC, { token })
    expectStatus(reply, 401, '90010004')
  })

  test('refuses the token of another workspace below a prefix', async () => {
    const server = await startServer()
    const { token } = await otherWorkspace(server)
    const upload = await beginOne(server)
    const below = { url: `${server.url}/w/00000000` }
    expectStatus(await putByToken(below, upload.uploadId, 1, ABC, { token }), 401, '90010003')
    expect(await partsOf(server, upload)).toEqual([])
  })
})

describe('a file in one request', () => {
  test('answers path, MD5 and size, and is a completed upload', async () => {
    const server = await startServer()
    const reply = await sendSingle(server, 'notes.TXT', ABC, 'text/plain')
    const result = payloadOf<{ filePath: string; uploadId: string }>(reply)
    expect(result).toEqual({
      uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      filePath: `upload/${result.uploadId.replaceAll('-', '')}.txt`,
      etag: md5Of(ABC),
      size: 3,
    })
    expect(reply.headers.get('etag')).toBe(`"${md5Of(ABC)}"`)
    expect(await look(server, result.uploadId)).toEqual({
      uploadId: result.uploadId,
      filePath: result.filePath,
      status: 'completed',
      parts: [],
    })
    const file = await makeAsset(server, { path: result.filePath, name: 'notes.TXT' })
    expect(file.findings).toEqual([])
    expect(file).toMatchObject({ size: 3, type: 'text/plain', uniMd5: md5Of(ABC) })
    expect(await download(file.downloadUrl)).toEqual(ABC)
  })

  test('answers one without type, and one without a byte', async () => {
    const server = await startServer()
    const untyped = payloadOf<{ filePath: string }>(await sendSingle(server, 'a.csv', ABC))
    const empty = payloadOf<{ filePath: string }>(await sendSingle(server, 'b', Buffer.of()))
    const files = [
      await makeAsset(server, { path: untyped.filePath, name: 'a.csv' }),
      await makeAsset(server, { path: empty.filePath, name: 'b' }),
    ]
    expect(files.map(({ type, size }) => [type, size])).toEqual([
      ['text/csv', 3],
      ['application/octet-stream', 0],
    ])
  })

  test('answers the same bytes again with another path', async () => {
    const server = await startServer()
    const paths = []
    for (const name of ['a', 'a', 'b'])
      paths.push(payloadOf<{ filePath: string }>(await sendSingle(server, name, ABC)).filePath)
    expect(new Set(paths).size).toBe(3)
    expect(digestsIn(rootOf(server)).filter((digest) => digest === sha256Of(ABC))).toHaveLength(1)
  })

  test.each([
    ['no name', '', '90020001', 'name is missing'],
    ['an empty name', '?name=', '90020003', 'name must not be empty'],
    ['two names', '?name=a&name=b', '90020002', 'name must be a string'],
    ['a name of 1,001 characters', `?name=${'x'.repeat(1_001)}`, '90020003', 'name must'],
  ])('refuses %s with 400', async (_name, query, code, words) => {
    const server = await startServer()
    expectStatus(await askUploads(server, 'POST', `/single${query}`, ABC), 400, code, words)
    expect(digestsIn(rootOf(server))).not.toContain(sha256Of(ABC))
  })

  test('refuses another MD5 than announced, and keeps nothing', async () => {
    const server = await startServer()
    const headers = { 'content-md5': Buffer.from(md5Of('abd'), 'hex').toString('base64') }
    expectStatus(await sendSingle(server, 'x', ABC, undefined, { headers }), 400, '90030026')
    const { uploadId } = await beginOne(server)
    const fresh = await startServer()
    expect((await beginOne(fresh)).uploadId).toBe(uploadId)
    await server.sandbox.sweeper.sweep()
    expect(digestsIn(rootOf(server))).not.toContain(sha256Of(ABC))
  })
})

/** Sends the head of a request without a body, and returns the first final answer. */
const answerToHead = (url: string, head: string): Promise<string> => {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(head))
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      const final = /HTTP\/1\.1 [2-5]\d\d [\s\S]*\r\n\r\n\{.*\}/.exec(text)
      if (final) resolve(final[0])
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)))
    onTestFinished(() => {
      socket.destroy()
    })
  })
}

describe('rejected bytes', () => {
  const plain = (_server: TestServer, path: string): Promise<string> => Promise.resolve(path)
  const part = async (server: TestServer): Promise<string> =>
    addressOf(await beginOne(server)).slice(server.url.length)
  const cases = [
    ['above 5 GiB in a part', 'PUT', part, '', '413 Payload Too Large', '90030027'],
    [
      'above 5 GiB in one request',
      'POST',
      plain,
      '/_files/uploads/single?name=x',
      '413 Payload Too Large',
      '90030027',
    ],
    [
      'for an upload that is not there',
      'PUT',
      plain,
      '/_files/uploads/nothing/parts/1',
      '404 Not Found',
      '90030016',
    ],
    [
      'by a URL that is not signed',
      'PUT',
      plain,
      '/_files/00000000/uploads/x/parts/1',
      '403 Forbidden',
      '90030029',
    ],
  ] as const

  describe.each([
    ['without Expect', []],
    ['with Expect: 100-continue', ['Expect: 100-continue']],
  ])('%s', (_way, lines) => {
    test.each(cases)(
      'are refused %s before one of them is sent',
      { timeout: 20_000 },
      async (_name, method, pathOf, path, status, code) => {
        const server = await startServer()
        const head = [
          `${method} ${await pathOf(server, path)} HTTP/1.1`,
          'Host: x',
          `Access-token: ${TOKEN}`,
          `Content-Length: ${5 * 2 ** 30 + 1}`,
          ...lines,
        ]
        const answer = await answerToHead(server.url, `${head.join('\r\n')}\r\n\r\n`)
        expect(answer).toContain(`HTTP/1.1 ${status}\r\n`)
        expect(answer).toContain(`"code":"${code}"`)
      },
    )
  })

  test('are refused with an answer that reaches a caller who sends all of them first', async () => {
    const server = await startServer()
    const bytes = bytesFrom(1, 20_000_000)
    expectStatus(await putByToken(server, 'nothing', 1, bytes), 404, '90030016')
    expectStatus(await putByToken(server, 'nothing', 1, bytes, { token: null }), 401, '90010001')
    expectStatus(
      await put(`${server.url}/_files/00000000/uploads/x/parts/1`, bytes),
      403,
      '90030029',
    )
    expect(digestsIn(rootOf(server))).not.toContain(sha256Of(bytes))
  })
})

/** Sends the beginning of a body, and returns the request once the store has begun to write it. */
const sendBeginning = async (
  server: TestServer,
  address: string,
  method: string,
  headers: Readonly<Record<string, string | number>>,
): Promise<ClientRequest> => {
  const sent = request(address, { method, agent: false, headers })
  sent.on('error', () => undefined)
  sent.write(bytesFrom(1, 200_000))
  await expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toHaveLength(1)
  return sent
}

describe.each(STORES)('bytes that end too early, %s', (_name, env) => {
  const ways = [
    ['of announced length', { 'content-length': 1_000_000 }],
    ['of unknown length', {}],
  ] as const

  test.each(ways)('remembers no part and no file: a part %s', async (_name, headers) => {
    const server = await startServer({ env: env() })
    const upload = await begin(server, { name: 'x', size: MIN_PART_BYTES + 3 })
    const [one = ABC] = cut(bytesFrom(2, MIN_PART_BYTES))
    const first = await sendPart(server, upload.uploadId, 1, one)
    const before = digestsIn(rootOf(server))
    const sent = await sendBeginning(
      server,
      signed(server, `uploads/${upload.uploadId}/parts/2`),
      'PUT',
      headers,
    )
    sent.destroy()
    await expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toEqual([])
    expect(await partsOf(server, upload)).toEqual([first])
    expect(digestsIn(rootOf(server))).toEqual(before)
    const second = await sendPart(server, upload.uploadId, 2, ABC)
    expectSuccess(await complete(server, completionOf(upload, [first, second])), true)
  })

  test.each(ways)('remembers the earlier part as it was: a part %s', async (_name, headers) => {
    const server = await startServer({ env: env() })
    const upload = await beginOne(server)
    const sent = await sendPart(server, upload.uploadId, 1, ABC)
    const again = await sendBeginning(server, addressOf(upload), 'PUT', headers)
    again.destroy()
    await expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toEqual([])
    expect(await partsOf(server, upload)).toEqual([sent])
    expectSuccess(await complete(server, completionOf(upload, [sent])), true)
  })

  test.each(ways)('remembers no upload and no file: a whole file %s', async (_name, headers) => {
    const server = await startServer({ env: env() })
    const before = digestsIn(rootOf(server))
    const address = `${server.url}/_files/uploads/single?name=x`
    const sent = await sendBeginning(server, address, 'POST', {
      'access-token': TOKEN,
      ...headers,
    })
    sent.destroy()
    await expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toEqual([])
    expect(digestsIn(rootOf(server))).toEqual(before)
    payloadOf(await sendSingle(server, 'x', ABC))
  })

  test('refuses them with 400 when only the request has ended', async () => {
    const server = await startServer({ env: env() })
    const upload = await beginOne(server)
    const { hostname, port } = new URL(server.url)
    const { pathname, search } = new URL(addressOf(upload))
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.end(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc`)
    socket.setEncoding('utf8')
    const answer = (await socket.toArray()).join('')
    expect(answer).toContain('HTTP/1.1 400 ')
    await expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toEqual([])
    expect(await partsOf(server, upload)).toEqual([])
  })

  test('isolates other uploads at the same time', async () => {
    const server = await startServer({ env: env() })
    const upload = await beginOne(server)
    const broken = await sendBeginning(server, addressOf(upload), 'PUT', {})
    const whole = sendPart(server, upload.uploadId, 2, bytesFrom(3, 5_000_000))
    broken.destroy()
    const { size } = await whole
    expect(size).toBe(5_000_000)
    await expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toEqual([])
    expect((await partsOf(server, upload)).map(({ partNumber }) => partNumber)).toEqual([2])
  })
})

describe('an upload that ends while a part is sent', () => {
  test.each([
    ['is aborted', 409, '90030019'],
    ['is completed', 409, '90030025'],
    ['expires', 410, '90030024'],
    ['expires and is swept', 410, '90030024'],
  ])('refuses the part when it %s, and stays as it is', async (end, status, code) => {
    const server = await startServer()
    freezeAt(server, NOW)
    const completion = await uploadPieces(server, 'x', [ABC])
    const address = signed(server, `uploads/${completion.uploadId}/parts/1`, NOW + 2 * DAY_MS)
    const sent = await sendBeginning(server, address, 'PUT', {})
    if (end === 'is aborted') payloadOf(await abort(server, completion.uploadId))
    if (end === 'is completed') payloadOf(await complete(server, completion))
    if (end.startsWith('expires')) freezeAt(server, NOW + DAY_MS)
    if (end.endsWith('swept'))
      expect(await server.sandbox.sweeper.sweep()).toMatchObject({ expiredUploads: 1 })
    const before = await look(server, completion.uploadId)
    sent.end()
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(status)
    expect(await json(response)).toMatchObject({ code, result: null })
    expect(await look(server, completion.uploadId)).toEqual(before)
    await server.sandbox.sweeper.sweep()
    expect(digestsIn(rootOf(server))).not.toContain(sha256Of(bytesFrom(1, 200_000)))
  })
})
