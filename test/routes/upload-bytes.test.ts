import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { WorkspaceDetail } from '#src/control/workspace-schemas.ts'
import { NOW } from '#test/kit/databases.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectEnvelope, expectSuccess } from '#test/kit/replies.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
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
    const server = await injectServer({ env: { SANDBOX_CHECK_REPLIES: 'on' } })
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
    const server = await injectServer()
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

  test('answers bytes of every content type unread', async () => {
    const server = await startServer()
    const { uploadId } = await beginOne(server)
    const body = Buffer.from('{"not": json\xff', 'latin1')
    const path = `/_files/uploads/${uploadId}/parts/1`
    for (const type of [
      undefined,
      'application/json; charset=utf-16',
      'multipart/related; boundary=x',
      'application/x-www-form-urlencoded',
      'image/png;;;',
      'png',
      '',
    ]) {
      const typed = type === undefined ? [] : [['Content-Type', type] as const]
      const headers = [['Access-token', TOKEN] as const, ...typed]
      const reply = await sendLines(server.url, { method: 'PUT', path, headers, body })
      expectSuccess(reply, { partNumber: 1, etag: md5Of(body), size: body.length })
    }
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

  test('answers with the MD5 that was announced, and refuses every other', async () => {
    const server = await injectServer()
    const upload = await beginOne(server)
    const inBase64 = (text: string) => Buffer.from(md5Of(text), 'hex').toString('base64')
    const right = inBase64('abc')
    for (const wrong of [inBase64('abd'), md5Of('abc'), right.slice(0, -1), right.toLowerCase()]) {
      const reply = await put(addressOf(upload), ABC, { 'content-md5': wrong })
      expectStatus(reply, 400, '90030026', 'Content-MD5', right)
      expect(await partsOf(server, upload)).toEqual([])
    }
    payloadOf(await put(addressOf(upload), ABC, { 'content-md5': right }))
    // Importers of the OpenAPI document send headers without a value.
    payloadOf(await put(addressOf(upload), ABC, { 'content-md5': '' }))
    const spoilt = await put(addressOf(upload), Buffer.from('abd'), { 'content-md5': right })
    expectStatus(spoilt, 400, '90030026')
    expect(await partsOf(server, upload)).toEqual([{ partNumber: 1, etag: md5Of(ABC), size: 3 }])
  })

  test('refuses numbers outside of 1 to 10,000, and other spellings', async () => {
    const server = await injectServer()
    const { uploadId } = await beginOne(server)
    for (const number of ['0', '10001', '1.5', 'x', '-1', '', '%20', '0x1', '1e3', '01', '+1']) {
      const reply = await putByToken(server, uploadId, number, ABC)
      expectStatus(reply, 400, '90020003', 'partNumber', '1 to 10000')
    }
    expect((await look(server, uploadId)).parts).toEqual([])
  })

  test.each([
    ['unknown', 404, '90030016'],
    ['aborted', 409, '90030019'],
    ['completed', 409, '90030025'],
    ['expired', 410, '90030024'],
  ])('refuses to be one of an upload that is %s', async (state, status, code) => {
    const server = await injectServer()
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

const signed = (server: TestServer, path: string, expiresAtMs?: number): string => {
  const { workspace, url } = server
  const endMs = expiresAtMs ?? workspace.clock.now() + HOUR_MS
  return url + workspace.signUrl('/_files', path, endMs)
}

describe('a signed URL', () => {
  test('refuses every change, as that of a download', async () => {
    const server = await startServer()
    const upload = await beginOne(server)
    const right = addressOf(upload).slice(server.url.length)
    for (const path of [
      right.replace(/\?.*/, ''),
      right.slice(0, -32),
      right.replace(/expires=\d/, 'expires=9'),
      right.replace('/parts/1', '/parts/2'),
      right.replace('parts', '%70arts'),
    ])
      expectStatus(await sendLines(server.url, { method: 'PUT', path, body: ABC }), 403, '90030029')
    expect(await partsOf(server, upload)).toEqual([])
  })

  test('answers until its hour has passed by the clock of the workspace, and is refused then', async () => {
    const server = await injectServer()
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
})

describe('the routes with an access token', () => {
  test('refuses none and an unknown one with 401', async () => {
    const server = await injectServer()
    const upload = await beginOne(server)
    for (const [token, code] of [
      [null, '90010001'],
      ['00000000-0000-4000-8000-000000000009', '90010003'],
      ['ffffffff-0000-4000-8000-000000000009', '90010003'],
    ] as const) {
      expectStatus(await putByToken(server, upload.uploadId, 1, ABC, { token }), 401, code)
      expectStatus(await sendSingle(server, 'x', ABC, 'text/plain', { token }), 401, code)
    }
    expect(await partsOf(server, upload)).toEqual([])
    expect(digestsIn(rootOf(server))).not.toContain(sha256Of(ABC))
  })
})

describe('a file in one request', () => {
  test('answers path, MD5 and size, and is a completed upload', async () => {
    const server = await injectServer()
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
    const server = await injectServer()
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

  test('refuses a wrong name with 400', async () => {
    const server = await injectServer()
    for (const [query, code, words] of [
      ['', '90020001', 'name is missing'],
      ['?name=', '90020003', 'name must not be empty'],
      ['?name=a&name=b', '90020002', 'name must be a string'],
      [`?name=${'x'.repeat(1_001)}`, '90020003', 'name must'],
    ] as const)
      expectStatus(await askUploads(server, 'POST', `/single${query}`, ABC), 400, code, words)
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
  test('are refused before one of them is sent', { timeout: 20_000 }, async () => {
    const server = await startServer()
    const part = addressOf(await beginOne(server)).slice(server.url.length)
    const tooLarge = 'HTTP/1.1 413 Payload Too Large\r\n'
    for (const [line, status, code] of [
      [`PUT ${part}`, tooLarge, '90030027'],
      ['POST /_files/uploads/single?name=x', tooLarge, '90030027'],
      ['PUT /_files/uploads/nothing/parts/1', 'HTTP/1.1 404 Not Found\r\n', '90030016'],
      ['PUT /_files/00000000/uploads/x/parts/1', 'HTTP/1.1 403 Forbidden\r\n', '90030029'],
    ] as const) {
      const head = `${line} HTTP/1.1\r\nHost: x\r\nAccess-token: ${TOKEN}\r\n`
      const answer = await answerToHead(
        server.url,
        `${head}Content-Length: ${5 * 2 ** 30 + 1}\r\n\r\n`,
      )
      expect(answer).toContain(status)
      expect(answer).toContain(`"code":"${code}"`)
    }
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

describe.each([
  ['of announced length', { 'content-length': 1_000_000 }],
  ['of unknown length', {}],
])('bytes %s that end too early', (_name, headers) => {
  const folder = () => ({ env: { SANDBOX_DATA: freshFolder() } })
  const nothingIsUnfinished = (server: TestServer) =>
    expect.poll(() => unfinishedIn(rootOf(server)), { timeout: 10_000 }).toEqual([])

  test('leave no part, no file, and an earlier part as it was', async () => {
    const server = await startServer(folder())
    const upload = await begin(server, { name: 'x', size: MIN_PART_BYTES + 3 })
    const [one = ABC] = cut(bytesFrom(2, MIN_PART_BYTES))
    const first = await sendPart(server, upload.uploadId, 1, one)
    const before = digestsIn(rootOf(server))
    for (const number of [1, 2]) {
      const address = signed(server, `uploads/${upload.uploadId}/parts/${number}`)
      const sent = await sendBeginning(server, address, 'PUT', headers)
      sent.destroy()
      await nothingIsUnfinished(server)
    }
    expect(await partsOf(server, upload)).toEqual([first])
    expect(digestsIn(rootOf(server))).toEqual(before)
    const second = await sendPart(server, upload.uploadId, 2, ABC)
    expectSuccess(await complete(server, completionOf(upload, [first, second])), true)
  })

  test('leave no upload and no file where they are a whole file', async () => {
    const server = await startServer(folder())
    const before = digestsIn(rootOf(server))
    const address = `${server.url}/_files/uploads/single?name=x`
    const sent = await sendBeginning(server, address, 'POST', { 'access-token': TOKEN, ...headers })
    sent.destroy()
    await nothingIsUnfinished(server)
    expect(digestsIn(rootOf(server))).toEqual(before)
    payloadOf(await sendSingle(server, 'x', ABC))
  })
})

describe.each(STORES)('bytes that end too early, %s', (_name, env) => {
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
