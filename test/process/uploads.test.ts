import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { md5Of } from '#test/kit/downloads.ts'
import type { Reply } from '#test/kit/http.ts'
import { freshFolder, type ServerProcess, startProcess, withFileLimit } from '#test/kit/process.ts'
import { expectEnvelope, expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import {
  abort,
  begin,
  bytesFrom,
  type Completion,
  complete,
  completionOf,
  cut,
  digestsIn,
  download,
  expectWholeFiles,
  look,
  MIN_PART_BYTES,
  makeAsset,
  put,
  sendPart,
  sha256Of,
  type Target,
  unfinishedBytes,
  unfinishedIn,
  uploadPieces,
  uploadWhole,
} from '#test/kit/uploads.ts'

const MIB = 1_048_576

const start = async (
  env: Readonly<Record<string, string>>,
  program?: readonly string[],
): Promise<{ server: ServerProcess; target: Target }> => {
  const server = startProcess(env, [], program)
  return { server, target: { url: await server.url() } }
}

const kill = async ({ child, ending }: ServerProcess): Promise<void> => {
  child.kill('SIGKILL')
  expect(await ending()).toMatchObject({ signal: 'SIGKILL' })
}

const stop = async ({ child, ending }: ServerProcess): Promise<void> => {
  child.kill('SIGTERM')
  expect(await ending()).toMatchObject({ code: 0, signal: null })
}

const expectDownload = async (target: Target, path: string, bytes: Buffer): Promise<void> => {
  const asset = await makeAsset(target, { path, name: 'x' })
  expect(asset).toMatchObject({ size: bytes.length, uniMd5: md5Of(bytes), findings: [] })
  expect((await download(asset.downloadUrl)).equals(bytes)).toBe(true)
}

/** Waits until a condition holds, checking without pause. */
const until = (isSo: () => boolean): Promise<void> =>
  expect.poll(isSo, { interval: 1, timeout: 30_000 }).toBe(true)

const LARGE = bytesFrom(80, 32 * MIB + 1)
const LARGE_PIECES = cut(LARGE, ...Array(4).fill(8 * MIB))
const LARGE_DIGEST = sha256Of(LARGE)

/** Begins to merge the large file; the answer may never come. */
const beginMerge = (target: Target, completion: Completion): Promise<Reply | undefined> =>
  complete(target, completion).catch(() => undefined)

describe('a server that is killed', () => {
  test.each<[string, (root: string) => boolean]>([
    ['has begun to merge', (root) => unfinishedIn(root).length > 0],
    ['has merged a half', (root) => unfinishedBytes(root) > LARGE.length / 2],
    ['has the merged file', (root) => digestsIn(root).includes(LARGE_DIGEST)],
  ])('keeps the whole file or none when it %s, and merges again', async (_name, isReached) => {
    const data = freshFolder()
    const root = join(data, 'files')
    const first = await start({ SANDBOX_DATA: data })
    const completion = await uploadPieces(first.target, 'x', LARGE_PIECES)
    const before = (await look(first.target, completion.uploadId)).parts
    const answer = beginMerge(first.target, completion)
    await until(() => isReached(root))
    await kill(first.server)
    const reply = await answer
    expectWholeFiles(root)

    const second = await start({ SANDBOX_DATA: data })
    expect(unfinishedIn(root)).toEqual([])
    expectWholeFiles(root)
    const state = await look(second.target, completion.uploadId)
    expect(state.parts).toEqual(before)
    if (reply !== undefined) expect(state.status).toBe('completed')
    expectSuccess(await complete(second.target, completion), true)
    await expectDownload(second.target, completion.filePath, LARGE)
    expect(unfinishedIn(root)).toEqual([])
  })

  test('keeps every acknowledged part and no partial one', async () => {
    const data = freshFolder()
    const root = join(data, 'files')
    const first = await start({ SANDBOX_DATA: data })
    const [one = LARGE, two = LARGE] = cut(bytesFrom(1, 3 * MIB), MIN_PART_BYTES)
    const upload = await begin(first.target, { name: 'x', size: one.length + two.length })
    const sent = await sendPart(first.target, upload.uploadId, 1, one)
    const url = new URL(upload.parts[0]?.url ?? '')
    const half = request(url, { method: 'PUT', agent: false })
    half.on('error', () => undefined)
    half.write(two.subarray(0, MIB))
    await until(() => unfinishedBytes(root) > 0)
    await kill(first.server)

    const second = await start({ SANDBOX_DATA: data })
    expect(unfinishedIn(root)).toEqual([])
    expectWholeFiles(root)
    expect((await look(second.target, upload.uploadId)).parts).toEqual([sent])
    const rest = await sendPart(second.target, upload.uploadId, 2, two)
    expectSuccess(await complete(second.target, completionOf(upload, [sent, rest])), true)
    await expectDownload(second.target, upload.filePath, Buffer.concat([one, two]))
  })
})

describe('a stop', () => {
  test('completes a part that is being sent, and keeps it', async () => {
    const data = freshFolder()
    const env = { SANDBOX_DATA: data, SANDBOX_GRACE_MS: '600000' }
    const first = await start(env)
    const bytes = bytesFrom(1, MIB)
    const upload = await begin(first.target, { name: 'x', size: bytes.length })
    const sent = request(upload.parts[0]?.url ?? '', { method: 'PUT', agent: new Agent() })
    sent.write(bytes.subarray(0, 100_000))
    await until(() => unfinishedBytes(join(data, 'files')) > 0)
    first.server.child.kill('SIGTERM')
    await first.server.until(/finishing calls in flight/)
    sent.end(bytes.subarray(100_000))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    expect((await buffer(response)).toString()).toContain(md5Of(bytes))
    expect(await first.server.ending()).toMatchObject({ code: 0, signal: null })
    const second = await start(env)
    const { parts } = await look(second.target, upload.uploadId)
    expect(parts).toEqual([{ partNumber: 1, etag: md5Of(bytes), size: bytes.length }])
  })

  test('completes a merge in progress, and keeps the file', async () => {
    const data = freshFolder()
    const env = { SANDBOX_DATA: data, SANDBOX_GRACE_MS: '600000' }
    const first = await start(env)
    const completion = await uploadPieces(first.target, 'x', LARGE_PIECES)
    const answer = complete(first.target, completion)
    await until(() => unfinishedIn(join(data, 'files')).length > 0)
    await stop(first.server)
    expectSuccess(await answer, true)
    const second = await start(env)
    expect((await look(second.target, completion.uploadId)).status).toBe('completed')
    await expectDownload(second.target, completion.filePath, LARGE)
  })

  test('completes a download, and then ends despite its keep-alive connection', async () => {
    const { server, target } = await start({ SANDBOX_GRACE_MS: '600000' })
    const path = await uploadWhole(target, 'x', LARGE_PIECES)
    const { downloadUrl } = await makeAsset(target, { path, name: 'x' })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const sent = get(String(downloadUrl), { agent })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    server.child.kill('SIGTERM')
    await server.until(/finishing calls in flight/)
    expect((await buffer(response)).equals(LARGE)).toBe(true)
    expect(await server.ending()).toMatchObject({ code: 0, signal: null })
  })
})

const LIMIT = 20 * MIB

/** Where a server keeps files, by its settings; the folder for temporary files is fresh. */
const places = [
  [
    'in memory',
    () => {
      const TMPDIR = freshFolder()
      return { env: { TMPDIR }, root: () => join(TMPDIR, readdirSync(TMPDIR)[0] ?? 'none') }
    },
  ],
  [
    'in a data folder',
    () => {
      const data = freshFolder()
      return { env: { SANDBOX_DATA: data }, root: () => join(data, 'files') }
    },
  ],
] as const

describe.each(places)('a full disk, %s', (_name, place) => {
  const words = 'is full; the call stored nothing'

  test('rejects a part that does not fit, stores nothing of it, and continues to serve', async () => {
    const { env, root } = place()
    const { target } = await start(env, withFileLimit(LIMIT))
    const upload = await begin(target, { name: 'x', size: LIMIT + 2 * MIB })
    const [small = LARGE, large = LARGE] = cut(LARGE.subarray(0, LIMIT + 2 * MIB), MIB)
    const sent = await sendPart(target, upload.uploadId, 1, small)
    const before = digestsIn(root())
    const reply = await put(upload.parts[1]?.url ?? '', large)
    expect(reply.status, reply.text).toBe(507)
    expectEnvelope(reply, '90000011', words)
    expect((await look(target, upload.uploadId)).parts).toEqual([sent])
    expect(digestsIn(root())).toEqual(before)
    expect(unfinishedIn(root())).toEqual([])
    const pieces = cut(large, MIB, MIB).slice(0, 2)
    const path = await uploadWhole(target, 'x', pieces)
    await expectDownload(target, path, Buffer.concat(pieces))
  })

  test('rejects a merge that does not fit, and leaves the upload unchanged', async () => {
    const { env, root } = place()
    const { target } = await start(env, withFileLimit(LIMIT))
    const pieces = cut(LARGE.subarray(0, LIMIT + MIB), LIMIT / 2)
    const completion = await uploadPieces(target, 'x', pieces)
    const before = [digestsIn(root()), await look(target, completion.uploadId)]
    expectRefusal(await complete(target, completion), '90000011', words)
    expectRefusal(await complete(target, completion), '90000011', words)
    expect([digestsIn(root()), await look(target, completion.uploadId)]).toEqual(before)
    expect(unfinishedIn(root())).toEqual([])
    expectSuccess(await abort(target, completion.uploadId), true)
    const path = await uploadWhole(target, 'y', pieces.slice(0, 1))
    await expectDownload(target, path, LARGE.subarray(0, LIMIT / 2))
  })
})

describe('the folder for temporary files', () => {
  const uploadOne = (target: Target): Promise<string> =>
    uploadWhole(target, 'x', [Buffer.from('abc')])
  /** Without the file that names the process. */
  const foldersIn = (folder: string) => readdirSync(folder).filter((name) => !/json$/.test(name))

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'has no files of a server in memory after %s',
    async (signal) => {
      const TMPDIR = freshFolder()
      const { server, target } = await start({ TMPDIR })
      await uploadOne(target)
      expect(readdirSync(TMPDIR)).toHaveLength(2)
      expect(foldersIn(TMPDIR)).toEqual([
        expect.stringMatching(
          new RegExp(`^dam-sandbox-[0-9a-f]{8}-${server.child.pid}(-[0-9a-f]{8}){2}$`),
        ),
      ])
      expect(statSync(join(TMPDIR, foldersIn(TMPDIR)[0] ?? '')).mode & 0o077).toBe(0)
      server.child.kill(signal)
      expect(await server.ending()).toMatchObject({ code: 0, signal: null })
      expect(readdirSync(TMPDIR)).toEqual([])
    },
  )

  test('loses the files of a killed server in memory when another one starts', async () => {
    const TMPDIR = freshFolder()
    const first = await start({ TMPDIR })
    await uploadOne(first.target)
    await kill(first.server)
    expect(readdirSync(TMPDIR)).toHaveLength(2)
    const second = await start({ TMPDIR })
    await uploadOne(second.target)
    await expect
      .poll(() => foldersIn(TMPDIR), { timeout: 30_000 })
      .toEqual([expect.stringContaining(`-${second.server.child.pid}-`)])
    expect(readdirSync(TMPDIR)).toHaveLength(2)
  })
})
