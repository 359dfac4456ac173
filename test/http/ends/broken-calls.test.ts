import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import {
  countOpen,
  growthSince,
  openConnection,
  operationBytes,
  requestBytes,
} from '#test/kit/connections.ts'
import { ask, oddBytes, offerFile } from '#test/kit/downloads.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const LARGE_BYTES = 12_000_000
const PACK = { source: 'CDP_CROWD_PACK', corpId: 'ww218c5ade1b03b891', crowdPackId: 2101 }
const DELAY = { 'x-sandbox-fault': 'before:delay=60000' }

interface Place {
  server: TestServer
  file: string
  picture: string
}

type Make = (place: Place) => string

const sign = (index: number): string => index.toString(16).padStart(32, '0')

/** A server with a file and a crowd pack that no buffer of a connection can hold. */
const startWithLargeAnswers = async (): Promise<Place> => {
  const server = await startServer()
  const { downloadUrl, thunder } = await offerFile(server, { bytes: oddBytes(LARGE_BYTES) })
  const crowdList = Array.from({ length: 100_000 }, (_, index) => ({
    crowdUniqueSign: sign(index),
  }))
  await server.result('E7', { ...PACK, crowdList })
  // The process that makes pictures stays for a while.
  await ask(thunder)
  const pathIn = (url: unknown): string => String(url).slice(server.url.length)
  return { server, file: pathIn(downloadUrl), picture: pathIn(thunder) }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const LONG_WAIT = JSON.stringify({ match: { operation: 'E22' }, timeoutMs: 60_000 })

const CALLS: Readonly<Record<string, Make>> = {
  download: ({ file }) => requestBytes('GET', file),
  range: ({ file }) => requestBytes('GET', file, { headers: { range: 'bytes=100-9000000' } }),
  'slow download': ({ file }) =>
    requestBytes('GET', file, { headers: { 'x-sandbox-fault': 'during:delay=60000' } }),
  picture: ({ picture }) => requestBytes('GET', picture),
  E10: () => operationBytes('E10', PACK),
  'slow E10': () => operationBytes('E10', PACK, { 'x-sandbox-fault': 'during:delay=60000' }),
  HAR: () => requestBytes('GET', '/_sandbox/journal/har'),
  export: () => requestBytes('GET', '/_sandbox/export'),
  stream: () => requestBytes('GET', '/_sandbox/journal/stream?after=0'),
  wait: () =>
    requestBytes('POST', '/_sandbox/journal/wait', { headers: JSON_TYPE, body: LONG_WAIT }),
  'delayed call': () => operationBytes('E8', { userIds: [] }, DELAY),
  'answered but delayed call': () =>
    operationBytes('E8', { userIds: [] }, { 'x-sandbox-fault': 'after:delay=60000' }),
  'cut upload': () =>
    requestBytes('POST', '/_files/uploads/single?name=a', {
      headers: { 'access-token': TOKEN, 'content-length': '1000000' },
      body: 'x'.repeat(1_000),
    }),
  'cut import': () =>
    requestBytes('PUT', '/_sandbox/export', {
      headers: { 'content-type': 'application/x-tar', 'content-length': '1000000' },
      body: 'manifest.json'.padEnd(700, '\0'),
    }),
}

const BLOCKERS: Readonly<Record<string, Make>> = {
  nothing: () => '',
  'a delayed call': () => operationBytes('E8', { userIds: [] }, DELAY),
  'an unread E10': () => operationBytes('E10', PACK),
  'an unread download': ({ file }) => requestBytes('GET', file),
}

/** Writes requests on connections, and waits until the server works on all of them. */
const send = async ({ server }: Place, bytes: string, connections = 1): Promise<Socket[]> => {
  const wanted = (bytes.split(' HTTP/1.1\r\n').length - 1) * connections
  let arrived = 0
  const count = (): void => {
    arrived += 1
  }
  server.app.server.on('request', count)
  const sockets = Array.from({ length: connections }, () => openConnection(server))
  for (const socket of sockets) socket.write(bytes)
  await expect.poll(() => arrived).toBe(wanted)
  server.app.server.off('request', count)
  for (let turn = 0; turn < 30; turn += 1) await setImmediate()
  await server.control('/clock')
  return sockets
}

const cut = async (sockets: readonly Socket[]): Promise<void> => {
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.resetAndDestroy()
  await Promise.all(closed)
}

const baseline = async (server: TestServer): Promise<Record<string, number>> => {
  await server.control('/clock')
  let before = {}
  await expect
    .poll(() => {
      before = countOpen(server)
      return true
    })
    .toBe(true)
  return before
}

const isUsed = (server: TestServer): boolean => server.workspace.openDatabase?.isInUse ?? false

describe('a broken call', () => {
  test.each(Object.keys(BLOCKERS))('leaves nothing open when queued behind %s', async (blocker) => {
    const place = await startWithLargeAnswers()
    const { server } = place
    const { blobs } = server.sandbox.files
    const held = vi.spyOn(blobs, 'hold')
    const released = vi.spyOn(blobs, 'release')
    const listeners = server.app.server
      .eventNames()
      .map((name) => server.app.server.listenerCount(name))
    for (const [name, make] of Object.entries(CALLS)) {
      const before = await baseline(server)
      await cut(await send(place, (BLOCKERS[blocker]?.(place) ?? '') + make(place)))
      await expect
        .poll(() => growthSince(before, countOpen(server)), { timeout: 5_000, message: name })
        .toEqual({})
      await expect.poll(() => server.app.calls.count, { message: name }).toBe(0)
      await expect.poll(() => isUsed(server), { message: name }).toBe(false)
      expect(server.sandbox.memory.underWay.bytes, name).toBe(0)
      await expect
        .poll(() => held.mock.calls.length - released.mock.calls.length, { message: name })
        .toBe(0)
    }
    expect(
      server.app.server.eventNames().map((name) => server.app.server.listenerCount(name)),
    ).toEqual(listeners)
  })

  test('leaves no descriptor after 300 closed connections', async () => {
    const place = await startWithLargeAnswers()
    const { server, file } = place
    const before = await baseline(server)
    const bytes = operationBytes('E8', { userIds: [] }, DELAY) + requestBytes('GET', file)
    for (let round = 0; round < 10; round += 1) await cut(await send(place, bytes, 30))
    await expect.poll(() => growthSince(before, countOpen(server)), { timeout: 5_000 }).toEqual({})
  })
})
