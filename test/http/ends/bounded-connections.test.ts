import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Call } from '#src/http/call.ts'
import { connectionOf } from '#src/http/connection.ts'
import { cut } from '#src/http/faults/spoil-bytes.ts'
import { CallsInFlight } from '#src/http/lifetime.ts'
import { MemoryAccount } from '#src/kernel/memory-account.ts'
import { openConnection, operationBytes, requestBytes } from '#test/kit/connections.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { talk } from '#test/kit/wire.ts'

const USERS = { userIds: [1001] }
const PACK = { source: 'CDP_CROWD_PACK', corpId: 'ww218c5ade1b03b891', crowdPackId: 2101 }
/** As many requests as wait behind another while their connection is read. */
const WAITING = 15

/** What the server counts for a request that waits: its objects, URL and headers. */
const sizeOf = (message: string): number => {
  const [first = '', ...headers] = (message.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const [, url = ''] = first.split(' ')
  return 4_096 + url.length + headers.join('').replaceAll(': ', '').length
}

const delayed = (ms: number) => ({ 'x-sandbox-fault': `before:delay=${ms}` })

/** Adds members whose list of E10 is longer than the buffers of a connection. */
const addManyMembers = async (server: TestServer): Promise<void> => {
  const sign = (index: number): string => '\u8336'.repeat(190) + String(index).padStart(10, '0')
  const crowdList = Array.from({ length: 18_000 }, (_, index) => ({
    crowdUniqueSign: sign(index),
  }))
  await server.result('E7', { ...PACK, crowdList })
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()))

describe('requests of one connection', () => {
  test('begin one at a time, and are dropped with their connection', async () => {
    const server = await startServer()
    const enter = vi.spyOn(CallsInFlight.prototype, 'enter')
    onTestFinished(() => enter.mockRestore())
    const socket = openConnection(server)
    socket.write(operationBytes('E8', USERS, delayed(2_000)))
    socket.write(operationBytes('E8', USERS).repeat(100))
    await expect
      .poll(() => server.sandbox.memory.underWay.bytes)
      .toBe(100 * sizeOf(operationBytes('E8', USERS)))
    expect(enter).toHaveBeenCalledTimes(1)
    socket.destroy()
    // A connection that is not read learns that its caller has gone when it writes.
    await expect.poll(() => server.app.calls.count, { timeout: 10_000 }).toBe(0)
    await expect.poll(() => server.sandbox.memory.underWay.bytes).toBe(0)
    expect(enter.mock.calls.length).toBeLessThan(4)
  })

  test('see the end of their connection while few of them wait', async () => {
    const server = await startServer()
    const socket = openConnection(server)
    socket.write(operationBytes('E8', USERS, delayed(60_000)))
    socket.write(operationBytes('E8', USERS).repeat(WAITING - 1))
    const bytes = (WAITING - 1) * sizeOf(operationBytes('E8', USERS))
    await expect.poll(() => server.sandbox.memory.underWay.bytes).toBe(bytes)
    socket.destroy()
    await expect.poll(() => server.app.calls.count).toBe(0)
  })

  test('that are ignored behind a refused one end with their connection, without an error for each', async () => {
    const server = await startServer()
    const requests: IncomingMessage[] = []
    server.app.server.on('request', (request) => requests.push(request))
    const socket = openConnection(server)
    socket.write(`GET /livez HTTP/1.1\r\n\r\n${requestBytes('GET', '/livez').repeat(100)}`)
    await expect.poll(() => requests.length).toBe(101)
    socket.destroy()
    await expect.poll(() => requests.every(({ destroyed }) => destroyed)).toBe(true)
    expect(requests.filter(({ errored }) => errored)).toEqual([])
  })

  test('are answered in their order, also writes and reads', async () => {
    const server = await startServer()
    const member = (index: number) => ({ ...PACK, crowdList: [{ crowdUniqueSign: `m${index}` }] })
    const pairs = Array.from({ length: 20 }, (_, index) => [
      operationBytes('E7', member(index), index % 7 === 0 ? delayed(5) : {}),
      operationBytes('E10', PACK),
    ])
    const last = requestBytes('GET', '/livez', { headers: { connection: 'close' } })
    const answers = await talk(server.url, pairs.flat().join('') + last)
    const lists = answers.split('HTTP/1.1 200 OK').filter((answer) => answer.includes('"m0"'))
    expect(lists.map((list) => list.match(/"m\d+"/g)?.length)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  test('are read again once those that wait have begun', async () => {
    const server = await startServer()
    const call = (index: number) =>
      operationBytes('E8', { userIds: [1001], marker: index }, index % 40 === 0 ? delayed(5) : {})
    const calls = Array.from({ length: 500 }, (_, index) => call(index)).join('')
    const last = operationBytes('E1', { page: 1 }, { connection: 'close' })
    const answers = await talk(server.url, calls + last)
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(501)
    expect(answers.lastIndexOf('totalCount')).toBeGreaterThan(answers.lastIndexOf('nickname'))
    expect(server.sandbox.memory.underWay.bytes).toBe(0)
  })

  test('are not timed while the server does not read their connection', async () => {
    const server = await startServer()
    const accepted = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve))
    const caller = openConnection(server)
    const message = operationBytes('E8', USERS, delayed(60_000))
    caller.write(message.repeat(WAITING + 5))
    const bytes = (WAITING + 4) * sizeOf(message)
    await expect.poll(() => server.sandbox.memory.underWay.bytes).toBe(bytes)
    const socket = await accepted
    const isLate = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.app.server.emit('clientError', isLate, socket)
    server.app.pauses.endAll()
    await expect.poll(() => server.app.calls.count).toBe(0)
    expect([socket.writableEnded, socket.destroyed]).toEqual([false, false])
    caller.destroy()
  })

  test('are not begun by a server that stops, as its last answer says', async () => {
    const server = await startServer()
    const message = operationBytes('E8', USERS, delayed(60_000))
    const answers = talk(server.url, message.repeat(40))
    await expect.poll(() => server.sandbox.memory.underWay.bytes).toBe(39 * sizeOf(message))
    await server.app.close()
    const answered = (await answers).split('HTTP/1.1 200').slice(1)
    expect(answered.length).toBeLessThan(3)
    expect(answered.at(-1)?.toLowerCase()).toContain('connection: close')
  })

  test.each([0, 16])(
    'behind one that cuts the connection are not carried out, with %d before it',
    async (before) => {
      const server = await startServer()
      const enter = vi.spyOn(CallsInFlight.prototype, 'enter')
      onTestFinished(() => enter.mockRestore())
      const probe = requestBytes('GET', '/livez')
      const socket = openConnection(server)
      socket.write(
        probe.repeat(before) +
          operationBytes('E8', USERS, { 'x-sandbox-fault': 'arrival:reset' }) +
          probe.repeat(60),
      )
      await closed(socket.resume())
      await expect.poll(() => server.app.calls.count).toBe(0)
      expect(enter).toHaveBeenCalledTimes(before + 1)
    },
  )
})

describe('a connection that is reset by a fault', () => {
  test('closes also while it is ending, which Node and libuv together forget', async () => {
    const server = await startServer()
    const accepted = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve))
    const caller = openConnection(server).resume()
    const socket = await accepted
    const log = { debug: () => undefined }
    const request = { raw: { socket }, log }
    socket.end('last bytes')
    const ended = closed(socket)
    cut({ request, workspace: server.workspace, faults: [] } as unknown as Call, true)
    await ended
    caller.destroy()
  })
})

describe('an answer that is not read', () => {
  test('holds one piece, and not what follows it', async () => {
    const server = await startServer()
    await addManyMembers(server)
    const socket = openConnection(server)
    socket.write(operationBytes('E10', PACK).repeat(3))
    const { underWay: answers } = server.sandbox.memory
    await expect.poll(() => answers.bytes).toBeGreaterThan(65_536)
    expect(answers.bytes).toBeLessThan(3 * 65_536)
    socket.destroy()
    await expect.poll(() => answers.bytes).toBe(0)
  })

  test('ends with its connection after the time of the setting; a call that waits does not', async () => {
    const server = await startServer({ env: { SANDBOX_UNREAD_SECONDS: '1' } })
    await addManyMembers(server)
    const unread = openConnection(server)
    unread.write(operationBytes('E10', PACK))
    await expect.poll(() => server.sandbox.memory.underWay.bytes).toBeGreaterThan(0)
    const waiting = server.call('E8', USERS, { headers: delayed(1_500) })
    await expect.poll(() => server.app.calls.count, { timeout: 10_000 }).toBe(0)
    expect(await waiting).toMatchObject({ body: { code: '0' } })
    const journal = await server.control<{ entries: { operation: string; transport: string }[] }>(
      '/journal?operation=E10',
    )
    expect(journal.entries.at(-1)).toMatchObject({ transport: 'aborted' })
    unread.destroy()
  })

  test('ends with a caller whose end is not seen, because further requests wait', async () => {
    const server = await startServer({ env: { SANDBOX_UNREAD_SECONDS: '1' } })
    const socket = openConnection(server)
    socket.write(operationBytes('E8', USERS, delayed(60_000)).repeat(WAITING + 2))
    await expect.poll(() => server.sandbox.memory.underWay.bytes).toBeGreaterThan(0)
    socket.destroy()
    await expect.poll(() => server.app.calls.count, { timeout: 10_000 }).toBe(0)
  })

  test('ends the connection with most of them where there is no room', () => {
    const account = new MemoryAccount(200)
    const open = () => new PassThrough() as unknown as Socket
    const sockets = [open(), open(), open()]
    const [first, second, third] = sockets.map((socket) => {
      const connection = connectionOf(socket)
      connection.share(account)
      const request = { method: 'GET', socket } as IncomingMessage
      const response = new ServerResponse(request)
      connection.exchange(request, response)
      return { keep: (bytes: number) => connection.keep(response, bytes) }
    })
    first?.keep(30)
    second?.keep(90)
    third?.keep(80)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
    third?.keep(85)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
    expect(account.bytes).toBe(115)
  })
})

describe('a caller that waits before it sends a body', () => {
  const head = (path: string, bytes: number) =>
    requestBytes('POST', path, {
      headers: {
        'content-type': 'application/json',
        'content-length': String(bytes),
        expect: '100-continue',
        connection: 'close',
      },
    })

  test.each([
    ['is too large', '/open-api/oauth/get-token', 99_999_999],
    ['nobody reads', '/no/such/path', 10],
  ])('is not asked for one that %s', async (_why, path, bytes) => {
    const server = await startServer()
    const socket = openConnection(server)
    socket.write(head(path, bytes))
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (chunk) => resolve(String(chunk))).resume(),
    )
    expect(answer).not.toContain('100 Continue')
    socket.destroy()
  })

  test('is read to the end where a body of unknown length was asked for and is too large', async () => {
    const server = await startServer()
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const start = head('/open-api/oauth/get-token', 0).replace(
      'content-length: 0',
      'transfer-encoding: chunked',
    )
    const answer = await talk(server.url, `${start}${chunk.repeat(40)}0\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200.+"code":"90000004"/s)
  })

  test('is asked for one that is read', async () => {
    const server = await startServer()
    const body = JSON.stringify({ clientId: '00000000-sandbox', clientKey: 'sandbox-key' })
    const path = '/open-api/oauth/get-token'
    const answer = await talk(server.url, head(path, body.length) + body)
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/)
  })
})
