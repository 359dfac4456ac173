import { describe, expect, test } from 'vitest'
import { exportOf, importTo, packed, unpack } from '#test/kit/archives.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { ASSET, PICTURE } from '#test/kit/seed-folders.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { grantOf, sendSigned } from '#test/kit/storage.ts'
import { begin, bytesFrom, MIN_PART_BYTES, sendPart, sendSingle } from '#test/kit/uploads.ts'

const CHUNK = 65_536

const QUOTA = 3 * 1_048_576

/** Bytes of ten files of 1 MiB, without a length, that note how many bytes have arrived at once. */
const pieces = (server: TestServer, seen: { peak: number }) =>
  (function* () {
    for (let at = 0; at < 160; at += 1) {
      seen.peak = Math.max(seen.peak, server.sandbox.files.blobs.temporaryBytes)
      yield Buffer.alloc(CHUNK, at)
    }
  })()

const limit = (server: TestServer, fileBytes: number): void =>
  server.sandbox.update(server.workspace, { quota: { fileBytes } })

const usedBy = async (server: TestServer): Promise<number> =>
  (await server.control<{ fileBytes: number }>('/workspaces/default')).fileBytes

const WAYS = {
  'files in one request': async (server: TestServer) => (body: Iterable<Uint8Array>) =>
    send(`${server.url}/_files/uploads/single?name=a`, {
      method: 'POST',
      headers: { 'access-token': TOKEN },
      body,
    }),
  'parts of uploads': async (server: TestServer) => {
    const { parts } = await begin(server, { name: 'a', size: 10 * 1_048_576 })
    return (body: Iterable<Uint8Array>) => send(parts[0]?.url ?? '', { method: 'PUT', body })
  },
  'objects of the storage listener': async (server: TestServer) => {
    const granted = await grantOf(server.url)
    return (body: Iterable<Uint8Array>) =>
      sendSigned(granted, { method: 'PUT', body: body as never })
  },
} satisfies Record<
  string,
  (server: TestServer) => Promise<(body: Iterable<Uint8Array>) => Promise<Reply>>
>

describe('files of unknown length that arrive at once', () => {
  test.each(Object.entries(WAYS))(
    'as %s are together within the quota of their workspace',
    async (_way, prepare) => {
      const server = await startServer({ storage: true })
      const used = await usedBy(server)
      const sendOne = await prepare(server)
      limit(server, used + QUOTA)
      const seen = { peak: 0 }
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => sendOne(pieces(server, seen))),
      )
      for (const { status, text } of replies) {
        expect(status, text).toBe(507)
        expect(text).toMatch(/The file quota of the workspace|StorageFull|is full;/)
      }
      // Each may have sent the piece that was too much.
      expect(seen.peak).toBeLessThanOrEqual(QUOTA + 6 * CHUNK)
      expect(seen.peak).toBeGreaterThan(QUOTA / 2)
      expect(server.workspace.arrivals.bytes).toBe(0)
      expect(server.sandbox.files.blobs.temporaryBytes).toBe(0)
      expect(await usedBy(server)).toBe(used)
      // What is left is left to the next one.
      expect((await sendSingle(server, 'a', Buffer.alloc(QUOTA, 1))).status).toBe(200)
      expect(await usedBy(server)).toBe(used + QUOTA)
    },
  )

  test('leave the quota of another workspace alone', async () => {
    const server = await startServer()
    const { workspace, credentials } = await server.sandbox.create({ seed: 'minimal' })
    server.workspace.arrivals.bytes = 2 ** 40
    limit(server, 2 ** 30)
    expect((await sendSingle(server, 'a', Buffer.alloc(10))).status).toBe(507)
    const options = { token: credentials.accessToken ?? '' }
    server.sandbox.update(workspace, { quota: { fileBytes: 2 ** 30 } })
    expect((await sendSingle(server, 'a', Buffer.alloc(10), undefined, options)).status).toBe(200)
  })
})

const FULL = "The server's space for incoming files (1 MiB) is full"

/** A server whose calls may have 1 MiB of temporary files together. */
const small = async (): Promise<TestServer> => {
  const server = await injectServer()
  server.sandbox.files.blobs.maxTemporaryBytes = 1_048_576
  return server
}

const expectFull = ({ status, text }: Reply, server: TestServer): void => {
  expect(status, text).toBe(507)
  expect(text).toContain(FULL)
  expect(server.sandbox.files.blobs.temporaryBytes).toBe(0)
}

describe('temporary files of all calls', () => {
  test('have a maximum for a file, which is not kept', async () => {
    const server = await small()
    const used = await usedBy(server)
    expectFull(await sendSingle(server, 'a', Buffer.alloc(1_048_577)), server)
    expect((await sendSingle(server, 'a', Buffer.alloc(1_048_576))).status).toBe(200)
    expect(await usedBy(server)).toBe(used + 1_048_576)
  })

  test('have a maximum for an import, which changes nothing', async () => {
    const server = await injectServer()
    const contents = await unpack(await exportOf(server))
    server.sandbox.files.blobs.maxTemporaryBytes = 1_048_576
    const before = server.workspace.store.sqlite.serialize()
    expectFull(await importTo(server, await packed(contents)), server)
    expect(server.workspace.store.sqlite.serialize().equals(before)).toBe(true)
  })

  test('have a maximum for a seed that is sent as an archive', async () => {
    const server = await small()
    const seed = {
      'assets.json': Buffer.from(JSON.stringify({ assets: [ASSET] })),
      'files/hero.png': PICTURE,
      'files/more.bin': Buffer.alloc(1_048_577),
    }
    const reply = await send(`${server.url}/_sandbox/seed`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-tar' },
      body: new Uint8Array(await packed(seed)),
    })
    expectFull(reply, server)
  })

  test('have a maximum for the merge of E13, whose parts stay', async () => {
    const server = await injectServer()
    const { uploadId, filePath } = await begin(server, { name: 'a', size: 2 * MIN_PART_BYTES })
    const partETags = [
      await sendPart(server, uploadId, 1, bytesFrom(1, MIN_PART_BYTES)),
      await sendPart(server, uploadId, 2, bytesFrom(2, MIN_PART_BYTES)),
    ].map(({ partNumber, etag }) => ({ partNumber, etag }))
    const { blobs } = server.sandbox.files
    blobs.maxTemporaryBytes = MIN_PART_BYTES
    const completion = { uploadId, filePath, partETags }
    const refused = await server.call('E13', completion)
    expect(refused.body).toMatchObject({ code: '90000011' })
    expect(blobs.temporaryBytes).toBe(0)
    blobs.maxTemporaryBytes = 2 * MIN_PART_BYTES
    expect(await server.result('E13', completion)).toBe(true)
  })
})

describe('a seed or an import that arrives', () => {
  test('counts together with other files that are arriving in the workspace', async () => {
    const server = await injectServer()
    const archive = await exportOf(server)
    const used = await usedBy(server)
    limit(server, 2 * used)
    server.workspace.arrivals.bytes = 2 * used
    const refused = await importTo(server, archive)
    expect([refused.status, refused.text]).toEqual([
      507,
      expect.stringContaining('The file quota of the workspace'),
    ])
    server.workspace.arrivals.bytes = 0
    expect((await importTo(server, archive)).status).toBe(200)
    expect(server.workspace.arrivals.bytes).toBe(0)
  })
})
