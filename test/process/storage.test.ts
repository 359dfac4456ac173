import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { transmit } from '#test/kit/http.ts'
import { signOssPath } from '#test/kit/oss-url.ts'
import { freshFolder, startProcess } from '#test/kit/process.ts'
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
import {
  bytesFrom,
  cut,
  digestsIn,
  expectWholeFiles,
  sha256Of,
  unfinishedBytes,
  unfinishedIn,
} from '#test/kit/uploads.ts'

const MIB = 1_048_576
const LARGE = bytesFrom(90, 32 * MIB + 1)
const PIECES = cut(LARGE, ...Array(4).fill(8 * MIB))
const OTHER_KEY = KEY.replace('0a0a', '0b0b')

/** A server with a data folder, and a grant of it or, before a kill, of its data. */
const start = async (data: string, earlier?: Granted) => {
  const server = startProcess({ SANDBOX_DATA: data, SANDBOX_STORAGE_PORT: '0' })
  const granted = await grantOf((await server.url()).replace(/\/$/, ''))
  const kill = async () => {
    server.child.kill('SIGKILL')
    expect(await server.ending()).toMatchObject({ signal: 'SIGKILL' })
  }
  return { grant: { ...(earlier ?? granted), endpoint: granted.endpoint }, kill }
}

const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status

const expectStored = async (grant: Granted, key = KEY): Promise<void> => {
  const { status, bytes } = await transmit(grant.endpoint + signOssPath(grant, 'GET', key))
  expect([status, sha256Of(bytes)]).toEqual([200, sha256Of(LARGE)])
}

const until = (isSo: () => boolean): Promise<void> =>
  expect.poll(isSo, { interval: 1, timeout: 30_000 }).toBe(true)

/** Sends the beginning of a body, which never ends, and waits until some of it is on the disk. */
const sendHalf = async (root: string, { endpoint }: Granted, path: string): Promise<void> => {
  const headers = { 'content-length': LARGE.length }
  const half = request(endpoint + path, { method: 'PUT', agent: false, headers })
  half.on('error', () => undefined)
  half.write(LARGE.subarray(0, MIB))
  await until(() => unfinishedBytes(root) > 0)
}

/** Starts a server with the data of a killed one, where nothing half may be. */
const startAgain = async (data: string, before: Granted): Promise<Granted> => {
  const { grant } = await start(data, before)
  expect(unfinishedIn(join(data, 'files'))).toEqual([])
  expectWholeFiles(join(data, 'files'))
  return grant
}

describe('a server that is killed while a storage client sends', () => {
  test('keeps every file that was put, nothing of a half one, and the grant', async () => {
    const data = freshFolder()
    const first = await start(data)
    expect(await statusOf(put(first.grant, LARGE))).toBe(200)
    const path = signOssPath(first.grant, 'PUT', OTHER_KEY)
    await sendHalf(join(data, 'files'), first.grant, path)
    await first.kill()
    const grant = await startAgain(data, first.grant)
    await expectStored(grant)
    expect(await statusOf(sendSigned(grant, { key: OTHER_KEY }))).toBe(404)
    expect(await statusOf(put(grant, LARGE, { key: OTHER_KEY }))).toBe(200)
  })

  test('keeps every acknowledged part and no partial one', async () => {
    const data = freshFolder()
    const first = await start(data)
    const uploadId = await initiate(first.grant)
    const [sent] = await sendParts(first.grant, uploadId, PIECES.slice(0, 1))
    const path = signOssPath(first.grant, 'PUT', KEY, { partNumber: '2', uploadId })
    await sendHalf(join(data, 'files'), first.grant, path)
    await first.kill()
    const grant = await startAgain(data, first.grant)
    const { text } = await sendSigned(grant, { query: { uploadId } })
    expect([...text.matchAll(/<PartNumber>(\d+)/g)].map(([, number]) => number)).toEqual(['1'])
    expect(text).toContain(sent?.etag.replaceAll('"', ''))
  })

  test.each<[string, (root: string) => boolean]>([
    ['has begun to merge', (root) => unfinishedIn(root).length > 0],
    ['has the merged file', (root) => digestsIn(root).includes(sha256Of(LARGE))],
  ])('keeps the whole file or none when it %s, and completes again', async (_name, isReached) => {
    const data = freshFolder()
    const first = await start(data)
    const uploadId = await initiate(first.grant)
    const parts = await sendParts(first.grant, uploadId, PIECES)
    const answer = complete(first.grant, uploadId, parts).catch(() => undefined)
    await until(() => isReached(join(data, 'files')))
    await first.kill()
    const acknowledged = (await answer)?.status === 200
    const grant = await startAgain(data, first.grant)
    const status = await statusOf(sendSigned(grant, { method: 'HEAD' }))
    expect(acknowledged ? [200] : [200, 404]).toContain(status)
    expect(await statusOf(complete(grant, uploadId, parts))).toBe(200)
    await expectStored(grant)
  })
})
