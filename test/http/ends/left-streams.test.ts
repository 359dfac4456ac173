import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { countOpen, growthSince, openConnection, requestBytes } from '#test/kit/connections.ts'
import { oddBytes, offerFile, sendFile } from '#test/kit/downloads.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { randomFor } from '../../../scripts/fuzz/core/random.ts'

const FILES = 12
const FILE_BYTES = 400_000
const ROUNDS = 40

/** A server with an archive of many files, longer than the buffers of a connection. */
const startWithFiles = async () => {
  const server = await startServer()
  for (let index = 0; index < FILES; index += 1)
    await offerFile(server, { bytes: oddBytes(FILE_BYTES + index) })
  const { downloadUrl } = await offerFile(server, { bytes: oddBytes(FILES * FILE_BYTES) })
  return { server, file: String(downloadUrl).slice(server.url.length) }
}

/** Sends bytes on a connection, and leaves when some bytes of the answer have come, or it has ended. */
const leaveAfter = async (server: TestServer, bytes: string, leaveAt: number): Promise<void> => {
  const socket = openConnection(server)
  const gone = once(socket, 'close')
  let received = 0
  socket.on('data', ({ length }: Buffer) => {
    received += length
    if (received >= leaveAt) socket.resetAndDestroy()
  })
  socket.write(bytes, () => {
    if (leaveAt === 0) socket.resetAndDestroy()
    else socket.resume()
  })
  await gone
}

const CLOSE = { connection: 'close' }

const ANSWERS: Readonly<Record<string, (file: string) => string>> = {
  'an export': () => requestBytes('GET', '/_sandbox/export', { headers: CLOSE }),
  'a backup': () => requestBytes('POST', '/_sandbox/backup', { headers: CLOSE }),
  'a download': (file) => requestBytes('GET', file, { headers: CLOSE }),
  'a slow download': (file) =>
    requestBytes('GET', file, { headers: { ...CLOSE, 'x-sandbox-fault': 'during:delay=20' } }),
}

const BODY_BYTES = 300_000

/** A request of which only a part of the body arrives. */
const cutBody = (method: string, path: string, type: string, arrived: number): string =>
  requestBytes(method, path, {
    headers: {
      'access-token': TOKEN,
      'content-type': type,
      'content-length': String(BODY_BYTES),
    },
    body: 'x'.repeat(arrived),
  })

const BODIES: Readonly<Record<string, (arrived: number) => string>> = {
  'an upload': (arrived) =>
    cutBody('POST', '/_files/uploads/single?name=a', 'application/octet-stream', arrived),
  'an import': (arrived) => cutBody('PUT', '/_sandbox/export', 'application/x-tar', arrived),
  'a backup': (arrived) => cutBody('POST', '/_sandbox/backup', 'text/plain', arrived),
}

/** Counted in a poll, as afterwards, since a poll has a timer. */
const countBefore = async (server: TestServer): Promise<Record<string, number>> => {
  let before: Record<string, number> | undefined
  await expect.poll(() => (before = countOpen(server))).toBeDefined()
  return before ?? {}
}

const expectNothingLeft = async (
  server: TestServer,
  before: Readonly<Record<string, number>>,
): Promise<void> => {
  await expect.poll(() => server.app.calls.count).toBe(0)
  await expect.poll(() => growthSince(before, countOpen(server))).toEqual({})
  expect(server.sandbox.memory.underWay.bytes).toBe(0)
}

describe('callers that leave at random moments', () => {
  test.each(Object.keys(ANSWERS))('leave no descriptor of %s', async (name) => {
    const { server, file } = await startWithFiles()
    const random = randomFor(1, name, 0)
    const before = await countBefore(server)
    for (let round = 0; round < ROUNDS; round += 1) {
      const leaveAt = round === 0 ? 0 : random.below(FILES * FILE_BYTES)
      await leaveAfter(server, ANSWERS[name]?.(file) ?? '', leaveAt)
    }
    await expectNothingLeft(server, before)
  })

  test.each(Object.keys(BODIES))('leave no descriptor of the body of %s', async (name) => {
    const server = await startServer()
    await sendFile(server, { bytes: 'the process that reads files stays for a while' })
    const random = randomFor(1, name, 0)
    const before = await countBefore(server)
    for (let round = 0; round < ROUNDS; round += 1)
      await leaveAfter(server, BODIES[name]?.(random.below(BODY_BYTES)) ?? '', 0)
    await expectNothingLeft(server, before)
  })
})

describe('a stream that fails before its answer has begun', () => {
  test.each([
    ['GET', {}],
    ['GET', { 'x-sandbox-fault': 'during:delay=20' }],
    ['GET', { 'x-sandbox-fault': 'after:delay=20' }],
    ['GET', { 'x-sandbox-fault': 'during:truncate' }],
  ])('ends its call and nothing else: %s with %j', async (method, headers) => {
    const uncaught = vi.fn()
    process.prependListener('uncaughtException', uncaught)
    onTestFinished(() => void process.off('uncaughtException', uncaught))
    const { server, file } = await startWithFiles()
    vi.spyOn(server.sandbox.files.blobs, 'find').mockReturnValue('/no/such/file')
    await leaveAfter(server, requestBytes(method, file, { headers: { ...CLOSE, ...headers } }), 1)
    await expect.poll(() => server.app.calls.count).toBe(0)
    expect(uncaught).not.toHaveBeenCalled()
  })
})
