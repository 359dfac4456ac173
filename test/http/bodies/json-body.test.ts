import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { isReceiving } from '#src/http/bodies/streamed-body.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { openConnection, requestBytes } from '#test/kit/connections.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { talk } from '#test/kit/wire.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const GUARDED = { ...JSON_TYPE, 'access-token': TOKEN, 'token-type': 'bearer' }

const post = (
  server: TestServer,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = GUARDED,
): Promise<Reply> => send(`${server.url}${path}`, { method: 'POST', headers, body })

/** A list of this many values, itself included. */
const listOf = (values: number, element = '{}'): string =>
  `[${Array(values - 1)
    .fill(element)
    .join()}]`

describe('body value checks', () => {
  // {, "param", {, "userIds", [ and "x" come before the list.
  const options = (list: string): string => `{"param":{"userIds":[]},"x":${list}}`

  test('reject one value too many before parsing', async () => {
    const server = await injectServer()
    const most = LIMITS.bodyValues.max - 6
    for (const element of ['{}', '[]', '1', '""', 'null']) {
      expectSuccess(await post(server, pathOf('E8'), options(listOf(most, element))), [])
      const refused = await post(server, pathOf('E8'), options(listOf(most + 1, element)))
      expectRefusal(refused, '90000015', '50,000 keys and values')
    }
  })

  test('reject too many values even when later text is not JSON', async () => {
    const server = await injectServer()
    const broken = `${options(listOf(LIMITS.bodyValues.max)).slice(0, -1)},,,`
    expectRefusal(await post(server, pathOf('E8'), broken), '90000015')
  })
})

describe('body size checks', () => {
  test('depend on the route: small for tokens and uploads, large for E7', async () => {
    const server = await injectServer()
    const padded = (bytes: number): string => '{}'.padEnd(bytes, ' ')
    const small = LIMITS.smallBodyBytes.max
    for (const path of [
      '/open-api/oauth/get-token',
      '/open-api/oauth/refresh-token',
      '/_files/uploads',
    ]) {
      expectRefusal(await post(server, path, padded(small)), '90020001')
      expectRefusal(await post(server, path, padded(small + 1)), '90000004', '16 KiB')
    }
    const large = LIMITS.memberBodyBytes.max
    expectRefusal(await post(server, pathOf('E7'), padded(large)), '90020001')
    expectRefusal(await post(server, pathOf('E7'), padded(large + 1)), '90000004', '12 MiB')
  })

  test('follow SANDBOX_MAX_BODY_BYTES for every other operation', async () => {
    const server = await injectServer({ env: { SANDBOX_MAX_BODY_BYTES: '2048' } })
    for (const { id, path, surface } of CATALOGUE) {
      if (id === 'E7' || id === 'E13' || surface === 'portal') continue
      expectRefusal(await post(server, path, ' '.repeat(2_049)), '90000004', '2 KiB')
    }
  })

  test('produce a problem document in the control plane that the sender can read', async () => {
    const server = await injectServer()
    const body = ' '.repeat(LIMITS.bodyBytes.max * 20)
    const reply = await post(server, '/_sandbox/workspaces', body, JSON_TYPE)
    expect(reply.status).toBe(413)
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(reply.text).toContain('larger than 1.5 MiB')
  })

  test('leave the body of a caller without a token unread', async () => {
    const server = await startServer()
    const reply = await post(server, pathOf('E7'), ' '.repeat(8 * 1_048_576), JSON_TYPE)
    expectRefusal(reply, '90010001')
    expect(server.sandbox.memory.underWay.bytes).toBe(0)
  })
})

/** A connection that has sent a head and as much of the body as is given. */
const open = (server: TestServer, path: string, length: number | 'chunked', body = ''): Socket => {
  const framing =
    length === 'chunked' ? { 'transfer-encoding': length } : { 'content-length': String(length) }
  const socket = openConnection(server)
  const head = requestBytes('POST', path, { headers: { ...GUARDED, ...framing } })
  socket.write(length === 'chunked' ? head.replace('content-length: 0\r\n', '') : head)
  socket.write(body)
  onTestFinished(() => void socket.destroy())
  return socket
}

const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (bytes) => resolve(bytes.toString('utf8'))).resume())

describe('bytes under way', () => {
  test('are refused with 503 and Retry-After beyond the bound, and counted until the call is over', async () => {
    const server = await injectServer()
    const { underWay } = server.sandbox.memory
    const taken = underWay.maxBytes - 100_000
    underWay.add(taken)
    const body = '{"param":1}'.padEnd(1_000_000, ' ')
    const refused = await post(server, pathOf('E7'), body, GUARDED)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(refused.text).toContain('90000025')
    const problem = await post(server, '/_sandbox/workspaces', body, JSON_TYPE)
    expect([problem.status, problem.headers.get('retry-after')]).toEqual([503, '1'])
    expectSuccess(await server.call('E8', { userIds: [] }), [])
    underWay.give(taken)
    expectRefusal(await post(server, pathOf('E7'), body, GUARDED), '90020002')
    await expect.poll(() => underWay.bytes).toBe(0)
  })

  test('end with a caller that disconnects in the middle of a body', async () => {
    const server = await startServer()
    const { underWay } = server.sandbox.memory
    const sockets = [1, 2, 3].map(() => open(server, pathOf('E7'), 1_000_000, '{'.padEnd(9_000)))
    await expect.poll(() => underWay.bytes).toBe(27_000)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => underWay.bytes).toBe(0)
  })
})

describe('chunked bodies', () => {
  const END = '0\r\n\r\n'

  test('take only the room that they need, even with many calls waiting', async () => {
    const server = await startServer()
    const body = JSON.stringify({ match: { operation: 'E8' }, timeoutMs: 50_000 })
    const waits = Array.from({ length: 50 }, () =>
      open(server, '/_sandbox/journal/wait', 'chunked', chunkOf(body)),
    )
    for (const socket of waits) socket.write(END)
    await expect.poll(() => server.sandbox.waiters.waits.taken).toBe(50)
    // Three keys and four values are 64 bytes each.
    expect(server.sandbox.memory.underWay.bytes).toBe(50 * (body.length + 7 * 64))
    const answers = waits.map(answerOf)
    const call = open(server, pathOf('E8'), 'chunked', chunkOf('{"param":{"userIds":[]}}'))
    const answer = answerOf(call)
    call.write(END)
    expect(await answer).toContain('"code":"0"')
    for (const one of await Promise.all(answers)) expect(one).toContain('200 OK')
  })

  test('are read completely in any number of chunks and release their room', async () => {
    const server = await startServer()
    const call = open(server, pathOf('E8'), 'chunked', chunkOf('{"param":{"userIds":[]},"x":"'))
    const answer = answerOf(call)
    for (let count = 0; count < 20; count += 1) call.write(chunkOf('y'.repeat(60_000)))
    call.write(chunkOf('"}') + END)
    expect(await answer).toContain('"code":"0"')
    expect(server.sandbox.memory.underWay.bytes).toBe(0)
  })
})

describe('an unfinished body', () => {
  const expire = (server: TestServer, socket: Socket): void => {
    const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.app.server.emit('clientError', error, socket)
  }

  /** The sockets of the server, in the order in which they were opened. */
  const socketsOf = (server: TestServer): Socket[] => {
    const sockets: Socket[] = []
    server.app.server.on('connection', (socket) => sockets.push(socket))
    return sockets
  }

  test('times out with HTTP 408', async () => {
    const server = await startServer()
    expect(server.app.server.requestTimeout).toBe(LIMITS.bodyMs.max)
    const sockets = socketsOf(server)
    const caller = open(server, pathOf('E8'), 100, '{')
    await expect.poll(() => sockets.length).toBe(1)
    const answer = answerOf(caller)
    for (const socket of sockets) expire(server, socket)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('does not time out while the bytes of a file keep arriving', async () => {
    const server = await startServer()
    const sockets = socketsOf(server)
    const caller = open(server, '/_files/uploads/single?name=a.bin', 4, 'ab')
    await expect.poll(() => sockets.some(isReceiving)).toBe(true)
    for (const socket of sockets) expire(server, socket)
    const answer = answerOf(caller)
    caller.write('cd')
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a body that is too large', () => {
  test.each(['2000000', 'chunked'])(
    'ends nothing where there is no room for it: %s',
    async (length) => {
      const server = await startServer()
      const { underWay } = server.sandbox.memory
      const taken = underWay.maxBytes - underWay.bytes - 1_000
      underWay.add(taken)
      const body = ' '.repeat(2_000_000)
      const headers = { ...GUARDED, connection: 'close' }
      const whole = requestBytes('POST', pathOf('E8'), { headers, body })
      const chunked = `${whole.slice(0, -body.length)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      const bytes =
        length === 'chunked'
          ? chunked.replace(/content-length: \d+/, 'transfer-encoding: chunked')
          : whole
      expect(await talk(server.url, bytes)).toMatch(
        /^HTTP\/1\.1 (200|503) .*"code":"900000(04|25)"/s,
      )
      underWay.give(taken)
      expect((await server.call('E8', { userIds: [] })).status).toBe(200)
    },
  )
})

describe('an empty body of unknown length', () => {
  test.each([
    ['POST', '/_sandbox/reset'],
    ['DELETE', '/_sandbox/journal'],
  ])('counts as none: %s %s', async (method, path) => {
    const server = await startServer()
    const head = requestBytes(method, path, { headers: { connection: 'close' } })
    const chunked = head.replace('content-length: 0', 'transfer-encoding: chunked')
    expect(await talk(server.url, `${chunked}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 20\d /)
  })
})

describe('connections', () => {
  test('above the maximum receive HTTP 503, are closed and have no effect', async () => {
    const server = await startServer({ env: { SANDBOX_MAX_CONNECTIONS: '3' } })
    const kept = [1, 2].map(() => open(server, pathOf('E8'), 100, '{'))
    const last = open(server, pathOf('E8'), 100, '{')
    const body = JSON.stringify({ clientId: '00000000-sandbox', clientKey: 'sandbox-key' })
    const one = open(server, '/open-api/oauth/get-token', body.length, body)
    const answer = await answerOf(one)
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toContain('"code":"90000024"')
    expect(answer).toContain('SANDBOX_MAX_CONNECTIONS')
    for (const socket of [...kept, last, one]) socket.destroy()
    await expect.poll(async () => (await server.call('E8', { userIds: [] })).status).toBe(200)
    const { entries } = await server.control<{ entries: { operation: string }[] }>('/journal')
    expect(entries.map(({ operation }) => operation)).not.toContain('get-token')
  })

  test.each(['/livez', '/readyz'])('above the maximum are answered for %s only', async (path) => {
    const server = await startServer({ env: { SANDBOX_MAX_CONNECTIONS: '2' } })
    const slow = [1, 2].map(() => open(server, pathOf('E8'), 100, '{'))
    await expect.poll(() => server.app.calls.count).toBe(2)
    const health = requestBytes('GET', path)
    const answers = await talk(server.url, health + requestBytes('GET', '/_sandbox'))
    expect(answers.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200'])
    expect(await talk(server.url, requestBytes('GET', '/_sandbox'))).toMatch(/^HTTP\/1\.1 503 /)
    for (const socket of slow) socket.destroy()
  })

  test('above the maximum give way to a health check when they send nothing', async () => {
    const server = await startServer({ env: { SANDBOX_MAX_CONNECTIONS: '1' } })
    const slow = open(server, pathOf('E8'), 100, '{')
    await expect.poll(() => server.app.calls.count).toBe(1)
    const silent = Array.from({ length: LIMITS.healthConnections.max }, () =>
      answerOf(openConnection(server)),
    )
    expect(await talk(server.url, requestBytes('GET', '/livez'))).toMatch(/^HTTP\/1\.1 200 /)
    for (const answer of await Promise.all(silent)) expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    slow.destroy()
  })
})

/** Routes that read JSON, by their bound of a body. */
const JSON_ROUTES: [path: string, bytes: number][] = [
  ['/open-api/oauth/get-token', 16_384],
  ['/open-api/oauth/refresh-token', 16_384],
  ['/_files/uploads', 16_384],
  [pathOf('E8'), LIMITS.bodyBytes.max],
  [pathOf('E7'), LIMITS.memberBodyBytes.max],
]

const FILE_HINT = 'a whole file goes to /_files/uploads/single?name=... as raw bytes'

/** Bytes in pieces, which are sent without a length. */
const inPieces = (bytes: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes / 65_536) }, () => Buffer.alloc(65_536, 'x'))

describe('a body of JSON in another charset', () => {
  test.each(['ISO-8859-1', 'us-ascii', '"GBK"'])(
    'is refused for its charset: %s',
    async (charset) => {
      const server = await injectServer()
      const headers = { ...GUARDED, 'content-type': `application/json; charset=${charset}` }
      const url = `${server.url}${pathOf('E17')}`
      const reply = await send(url, { method: 'POST', headers, body: '{}' })
      expectRefusal(reply, '90000003', 'the charset of JSON must be UTF-8')
    },
  )
})

describe('a body that is no JSON and larger than its route allows', () => {
  const types = ['multipart/form-data; boundary=x', 'image/jpeg', 'text/plain']

  test.each(JSON_ROUTES)('is refused at %s for its Content-Type', async (path, bytes) => {
    const server = await startServer()
    for (const type of types)
      for (const body of [Buffer.alloc(bytes + 1), inPieces(bytes + 1)]) {
        const headers = { ...GUARDED, 'content-type': type }
        const reply = await send(`${server.url}${path}`, { method: 'POST', headers, body })
        expectRefusal(reply, '90000003', `Content-Type must be application/json, got "${type}"`)
        expect(reply.text.includes(FILE_HINT)).toBe(
          path === '/_files/uploads' && type !== 'text/plain',
        )
      }
  })

  test.each(['/faults', '/seed', '/workspaces'])(
    'is refused at %s of the control plane for its Content-Type',
    async (path) => {
      const server = await startServer()
      for (const body of [Buffer.alloc(70_000_000), inPieces(70_000_000)]) {
        const headers = { 'content-type': 'image/jpeg' }
        const url = `${server.url}/_sandbox${path}`
        const reply = await send(url, { method: 'POST', headers, body })
        expect(reply).toMatchObject({
          status: 400,
          body: { detail: 'Content-Type must be application/json, got "image/jpeg"' },
        })
      }
    },
  )
})

describe('a compressed body', () => {
  const routes: [method: string, path: string, type: string][] = [
    ...JSON_ROUTES.map(([path]): [string, string, string] => ['POST', path, 'application/json']),
    ['POST', '/_sandbox/faults', 'application/json'],
    ['POST', '/_sandbox/seed', 'application/x-tar'],
    ['PUT', '/_sandbox/export', 'application/x-tar'],
    ['POST', '/_files/uploads/single?name=a.txt', 'text/plain'],
    ['PUT', '/_files/uploads/x/parts/1', 'text/plain'],
  ]

  test.each(routes)('is refused as such by %s %s', async (method, path, type) => {
    const server = await startServer()
    const headers = { ...GUARDED, 'content-type': type }
    for (const encoding of ['gzip', 'deflate', 'br', 'x, gzip'])
      for (const body of ['{}', inPieces(1), Buffer.alloc(8_000_000)]) {
        const sent = { method, headers: { ...headers, 'content-encoding': encoding }, body }
        const reply = await send(`${server.url}${path}`, sent)
        const sentence = `Content-Encoding ${encoding} is not supported; send the body uncompressed`
        expect(Object.values(reply.body as object)).toContain(sentence)
      }
  })

  test('is one only where it says so', async () => {
    const server = await injectServer()
    for (const encoding of ['identity', 'Identity', '']) {
      const headers = { ...GUARDED, 'content-encoding': encoding }
      expectSuccess(await post(server, pathOf('E8'), '{"param":{"userIds":[]}}', headers), [])
    }
    const headers = { ...GUARDED, 'content-encoding': 'gzip' }
    const shown = await send(`${server.url}/_files/uploads/x`, { method: 'GET', headers })
    expectRefusal(shown, '90030016')
  })
})
