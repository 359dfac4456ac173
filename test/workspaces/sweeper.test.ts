import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { BlobPin } from '#src/store/blobs/blob-store.ts'
import { Files } from '#src/workspaces/files/files.ts'
import { Sweeper } from '#src/workspaces/sweeper.ts'
import { NOW, otherWorkspace } from '#test/kit/databases.ts'
import { partsOf } from '#test/kit/downloads.ts'
import { freshFolder } from '#test/kit/process.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import {
  abort,
  begin,
  bytesFrom,
  complete,
  completionOf,
  cut,
  digestsIn,
  download,
  look,
  MIN_PART_BYTES,
  makeAsset,
  putByToken,
  STORES,
  sha256Of,
  unfinishedIn,
  uploadPieces,
  uploadWhole,
} from '#test/kit/uploads.ts'

const DAY_MS = 86_400_000

/** Sweeps at most, in tests that sweep while others work. */
const MAX_ROUNDS = 10_000

const BYTES = bytesFrom(5, MIN_PART_BYTES + 11)
const PIECES = cut(BYTES, MIN_PART_BYTES)
const [ONE, TWO] = PIECES.map(sha256Of)
const WHOLE = sha256Of(BYTES)

/** Digests that were added to the store since the server started. */
const watch = (server: TestServer): (() => string[]) => {
  const { root } = server.sandbox.files.blobs.paths
  const before = new Set(digestsIn(root))
  return () => digestsIn(root).filter((digest) => !before.has(digest))
}

const sweep = (server: TestServer) => server.sandbox.sweeper.sweep()

const sorted = (...digests: (string | undefined)[]) => [...digests].sort()

describe.each(STORES)('a sweep, %s', (_name, env) => {
  test('expires an unfinished upload and removes its parts', async () => {
    const server = await startServer({ env: env() })
    const added = watch(server)
    freezeAt(server, NOW)
    const completion = await uploadPieces(server, 'x', PIECES)
    freezeAt(server, NOW + DAY_MS - 1)
    expect(await sweep(server)).toEqual({ expiredUploads: 0, removedFiles: 0 })
    expect(added()).toEqual(sorted(ONE, TWO))
    freezeAt(server, NOW + DAY_MS)
    expect(await sweep(server)).toEqual({ expiredUploads: 1, removedFiles: 2 })
    expect(added()).toEqual([])
    expect(await sweep(server)).toEqual({ expiredUploads: 0, removedFiles: 0 })
    freezeAt(server, NOW)
    expect((await look(server, completion.uploadId)).status).toBe('expired')
    expectRefusal(await complete(server, completion), '90030024')
    expect((await putByToken(server, completion.uploadId, 1, BYTES)).status).toBe(410)
  })

  test.each([
    [2, PIECES],
    [0, [BYTES]],
  ])(
    'keeps the file of a completed upload, and removes %d parts that are not the file',
    async (removedFiles, pieces) => {
      const server = await startServer({ env: env() })
      const added = watch(server)
      const path = await uploadWhole(server, 'x', pieces)
      expect(await sweep(server)).toEqual({ expiredUploads: 0, removedFiles })
      expect(added()).toEqual([WHOLE])
      const asset = await makeAsset(server, { path, name: 'x' })
      await sweep(server)
      expect((await download(asset.downloadUrl)).equals(BYTES)).toBe(true)
    },
  )

  test('lets other work run between some of many expired uploads, also without their workspace', async () => {
    const server = await startServer({ env: env() })
    const { sandbox, workspace } = server
    const { workspace: other } = await sandbox.create()
    // A sweep of no files asks no workspace, and one that has begun already would be shared.
    await uploadWhole(server, 'x', [BYTES])
    await sweep(server)
    for (const { store } of [workspace, other])
      store.run(
        `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
         INSERT INTO uploads (id, file_path, name, media_type, size_bytes, status, created_at_ms, expires_at_ms)
         SELECT 'x' || n, 'upload/x', 'x', '', 0, 'open', 0, 1 FROM numbers`,
      )
    const due = "SELECT count(*) FROM uploads WHERE status = 'open' AND expires_at_ms = 1"
    const seen = new Set<unknown>()
    let isDone = false
    const look = async (): Promise<void> => {
      for (let round = 0; !isDone && round < MAX_ROUNDS; round += 1) {
        seen.add(workspace.store.value(due))
        if (!other.isRemoved && Number(other.store.value(due)) < 1_200) sandbox.remove(other)
        await nextRound()
      }
    }
    const looking = look()
    const { expiredUploads } = await sweep(server)
    isDone = true
    await looking
    expect(expiredUploads).toBeGreaterThanOrEqual(1_200)
    expect([...seen]).toEqual(expect.arrayContaining([1_200, 700, 200, 0]))
    expect(await sweep(server)).toMatchObject({ expiredUploads: 0 })
  })

  test('keeps files that another workspace names', async () => {
    const server = await startServer({ env: env() })
    const { token } = await otherWorkspace(server)
    const added = watch(server)
    const own = await uploadPieces(server, 'x', PIECES)
    const other = await uploadPieces(server, 'x', PIECES, { token })
    expectSuccess(await abort(server, own.uploadId), true)
    expect(await sweep(server)).toMatchObject({ removedFiles: 0 })
    expectSuccess(await complete(server, other, { token }), true)
    expect(await sweep(server)).toMatchObject({ removedFiles: 2 })
    expect(added()).toEqual([WHOLE])
    const asset = await makeAsset(server, { path: other.filePath, name: 'x' }, { token })
    expect((await download(asset.downloadUrl)).equals(BYTES)).toBe(true)
  })

  test('keeps a pinned file until the pin is released', async () => {
    const server = await startServer({ env: env() })
    const added = watch(server)
    const { blobs } = server.sandbox.files
    const pin = new BlobPin(blobs)
    const { uploadId } = await uploadPieces(server, 'x', [BYTES])
    pin.hold(WHOLE)
    await abort(server, uploadId)
    expect(await sweep(server)).toMatchObject({ removedFiles: 0 })
    expect(added()).toEqual([WHOLE])
    pin[Symbol.dispose]()
    expect(await sweep(server)).toMatchObject({ removedFiles: 1 })
    expect(added()).toEqual([])
  })

  test('keeps a part that arrives during the sweep', async () => {
    const server = await startServer({ env: env() })
    const { root } = server.sandbox.files.blobs.paths
    const upload = await begin(server, { name: 'x', size: BYTES.length })
    let hasStarted = false
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (hasStarted) {
          await expect.poll(() => unfinishedIn(root), { timeout: 10_000 }).toHaveLength(1)
          expect(await sweep(server)).toEqual({ expiredUploads: 0, removedFiles: 0 })
          controller.enqueue(BYTES.subarray(MIN_PART_BYTES))
          controller.close()
        } else {
          hasStarted = true
          controller.enqueue(BYTES.subarray(0, MIN_PART_BYTES))
        }
      },
    })
    const response = await fetch(upload.parts[0]?.url ?? '', {
      method: 'PUT',
      body: slow,
      duplex: 'half',
    })
    expect(response.status).toBe(200)
    await response.text()
    const { parts } = await look(server, upload.uploadId)
    expectSuccess(await complete(server, completionOf(upload, parts)), true)
    expect(await sweep(server)).toMatchObject({ removedFiles: 0 })
  })

  test('loses nothing while parts are sent and merged', async () => {
    const server = await startServer({ env: env() })
    let isDone = false
    const sweeping = async (): Promise<void> => {
      for (let round = 0; !isDone && round < MAX_ROUNDS; round += 1) await sweep(server)
    }
    const upload = async (number: number): Promise<void> => {
      const bytes = bytesFrom(number % 3, 2 * MIN_PART_BYTES)
      const pieces = cut(bytes, MIN_PART_BYTES)
      const path = await uploadWhole(server, 'x', pieces)
      const ended = await uploadPieces(server, 'x', pieces)
      await abort(server, ended.uploadId)
      const asset = await makeAsset(server, { path, name: 'x' })
      expect((await download(asset.downloadUrl)).equals(bytes)).toBe(true)
    }
    const running = sweeping()
    const uploading = Promise.all(Array.from({ length: 12 }, (_, number) => upload(number)))
    await uploading.finally(() => {
      isDone = true
    })
    await running
    await sweep(server)
    const { root } = server.sandbox.files.blobs.paths
    const expected = [0, 1, 2].map((number) => sha256Of(bytesFrom(number, 2 * MIN_PART_BYTES)))
    expect(digestsIn(root)).toEqual(expect.arrayContaining(expected))
    expect(unfinishedIn(root)).toEqual([])
  })

  test('keeps the files of the seed and its upload at any time', async () => {
    const server = await startServer({ env: env() })
    const { root } = server.sandbox.files.blobs.paths
    const before = digestsIn(root)
    freezeAt(server, NOW * 2)
    expect(await sweep(server)).toEqual({ expiredUploads: 0, removedFiles: 0 })
    expect(digestsIn(root)).toEqual(before)
    const assets = await partsOf(server, server.fixtures.assets.ids)
    const withFile = assets.filter(({ uniMd5 }) => uniMd5 !== null)
    expect(withFile.length).toBeGreaterThan(5)
    for (const { downloadUrl, size } of withFile)
      expect((await download(downloadUrl)).length).toBe(size)
    expectSuccess(await server.call('E13', server.fixtures.upload), true)
    await sweep(server)
    const merged = await makeAsset(server, { path: server.fixtures.upload.filePath, name: 'x' })
    expect((await download(merged.downloadUrl)).length).toBe(merged.size)
  })

  test('removes the other files when a database cannot be written', async () => {
    const server = await startServer({ env: env() })
    const added = watch(server)
    freezeAt(server, NOW)
    await uploadPieces(server, 'x', [Buffer.from('its time is over')])
    const { uploadId } = await uploadPieces(server, 'y', PIECES)
    await abort(server, uploadId)
    freezeAt(server, NOW + DAY_MS)
    server.workspace.store.sqlite.pragma('query_only = on')
    expect(await sweep(server)).toEqual({ expiredUploads: 0, removedFiles: 2 })
    server.workspace.store.sqlite.pragma('query_only = off')
    expect(await sweep(server)).toEqual({ expiredUploads: 1, removedFiles: 1 })
    expect(added()).toEqual([])
  })

  test('runs once for concurrent requests', async () => {
    const server = await startServer({ env: env() })
    const { uploadId } = await uploadPieces(server, 'x', PIECES)
    await abort(server, uploadId)
    const sweeps = await Promise.all([sweep(server), sweep(server), sweep(server)])
    expect(sweeps.map(({ removedFiles }) => removedFiles)).toEqual([2, 2, 2])
    expect(await sweep(server)).toMatchObject({ removedFiles: 0 })
  })

  test('ends when the server closes, which waits for it', async () => {
    const server = await startServer({ env: env() })
    await uploadPieces(server, 'x', PIECES)
    const running = sweep(server).catch(() => 'aborted')
    await server.close()
    expect(['aborted', { expiredUploads: 0, removedFiles: 0 }]).toContainEqual(await running)
  })
})

describe('a sweep in a data folder', () => {
  test('keeps named files over a restart, and removes those of what is deleted after it', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = await startServer({ env })
    const path = await uploadWhole(first, 'x', PIECES)
    const open = await uploadPieces(first, 'y', [Buffer.from('goes on')])
    const ended = await uploadPieces(first, 'z', [Buffer.from('ended')])
    expect(await sweep(first)).toEqual({ expiredUploads: 0, removedFiles: 2 })
    await first.close()
    const second = await startServer({ env })
    await abort(second, ended.uploadId)
    expect(await sweep(second)).toEqual({ expiredUploads: 0, removedFiles: 1 })
    expect(existsSync(join(env.SANDBOX_DATA, 'unknown'))).toBe(false)
    const asset = await makeAsset(second, { path, name: 'x' })
    expect((await download(asset.downloadUrl)).equals(BYTES)).toBe(true)
    expectSuccess(await complete(second, open), true)
  })
})

describe('Sweeper', () => {
  const storeWithFile = async () => {
    const { mediaWorker } = shippedFolders()
    const root = freshFolder()
    const files = new Files({ root, isDurable: false, shipped: undefined, mediaWorker })
    const pin = new BlobPin(files.blobs)
    await files.blobs.receive(
      pin,
      (async function* () {
        yield BYTES
      })(),
    )
    pin[Symbol.dispose]()
    return { files, root }
  }

  const named = { workspaces: () => [], others: () => [] }

  const useFakeTimers = (): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  }

  test('combines many requests in one sweep, five seconds after the first', async () => {
    const { files, root } = await storeWithFile()
    const sweeper = new Sweeper(files, named)
    const sweeps = vi.spyOn(sweeper, 'sweep')
    useFakeTimers()
    try {
      for (let count = 0; count < 10; count += 1) sweeper.request()
      vi.advanceTimersByTime(4_999)
      expect(sweeps).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(sweeps).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
    expect(await sweeps.mock.results[0]?.value).toEqual({ expiredUploads: 0, removedFiles: 1 })
    expect(digestsIn(root)).toEqual([])
  })

  test('sweeps at intervals from start until close', async () => {
    const { files } = await storeWithFile()
    const sweeper = new Sweeper(files, named)
    const sweeps = vi.spyOn(sweeper, 'sweep')
    useFakeTimers()
    try {
      sweeper.start()
      vi.advanceTimersByTime(5_000)
      expect(sweeps).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(3 * 600_000)
      expect(sweeps).toHaveBeenCalledTimes(4)
      await sweeper.close()
      sweeper.request()
      vi.advanceTimersByTime(3 * 600_000)
      expect(sweeps).toHaveBeenCalledTimes(4)
    } finally {
      vi.useRealTimers()
    }
  })
})
