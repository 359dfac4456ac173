import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { md5Of } from '#test/kit/downloads.ts'
import { type Answer, transmit } from '#test/kit/http.ts'
import { completionXml, type Grant, signOssPath } from '#test/kit/oss-url.ts'
import { freshFolder, startProcess } from '#test/kit/process.ts'
import {
  bytesFrom,
  cut,
  digestsIn,
  expectWholeFiles,
  grantOf,
  sha256Of,
  unfinishedBytes,
  unfinishedIn,
} from '#test/kit/uploads.ts'

const MIB = 1_048_576
const LARGE = bytesFrom(90, 32 * MIB + 1)
const PIECES = cut(LARGE, ...Array(4).fill(8 * MIB))
const ETAGS = PIECES.map(md5Of)

/** A server with a data folder, and a function that sends what an earlier grant signs to its storage listener. */
const start = async (data: string, earlier?: Grant) => {
  const server = startProcess({ SANDBOX_DATA: data, SANDBOX_STORAGE_PORT: '0' })
  const granted = await grantOf({ url: await server.url() })
  const grant = { ...(earlier ?? granted), endpoint: granted.endpoint }
  const ask = (
    method: string,
    key: string,
    parameters: Readonly<Record<string, string>> = {},
    body: Uint8Array = Buffer.alloc(0),
  ): Promise<Answer> =>
    transmit(grant.endpoint + signOssPath(grant, method, key, parameters), { method, body })
  const kill = async () => {
    server.child.kill('SIGKILL')
    expect(await server.ending()).toMatchObject({ signal: 'SIGKILL' })
  }
  return { grant, ask, kill }
}

type Started = Awaited<ReturnType<typeof start>>

const done = async (answer: Promise<Answer>): Promise<string> => {
  const { status, bytes } = await answer
  expect(status, bytes.toString('utf8', 0, 300)).toBe(200)
  return bytes.toString()
}

const initiate = async ({ ask }: Started, key: string): Promise<string> =>
  /<UploadId>([^<]+)/.exec(await done(ask('POST', key, { uploads: '' })))?.[1] ?? ''

const until = (isSo: () => boolean): Promise<void> =>
  expect.poll(isSo, { interval: 1, timeout: 30_000 }).toBe(true)

/** Sends the beginning of a body, which never ends, and waits until some of it is on the disk. */
const sendHalf = async (root: string, { grant }: Started, path: string): Promise<void> => {
  const headers = { 'content-length': LARGE.length }
  const half = request(grant.endpoint + path, { method: 'PUT', agent: false, headers })
  half.on('error', () => undefined)
  half.write(LARGE.subarray(0, MIB))
  await until(() => unfinishedBytes(root) > 0)
}

describe('a server that is killed while a storage client sends', () => {
  test('keeps every file that was put, nothing of a half one, and the grant', async () => {
    const data = freshFolder()
    const first = await start(data)
    const { pathPrefix } = first.grant
    await done(first.ask('PUT', `${pathPrefix}/whole.bin`, {}, LARGE))
    const half = `${pathPrefix}/half.bin`
    await sendHalf(join(data, 'files'), first, signOssPath(first.grant, 'PUT', half))
    await first.kill()
    const second = await start(data, first.grant)
    expect(unfinishedIn(join(data, 'files'))).toEqual([])
    expectWholeFiles(join(data, 'files'))
    const read = await second.ask('GET', `${pathPrefix}/whole.bin`)
    expect([read.status, sha256Of(read.bytes)]).toEqual([200, sha256Of(LARGE)])
    expect((await second.ask('GET', half)).status).toBe(404)
    await done(second.ask('PUT', half, {}, PIECES[0]))
  })

  test('keeps every acknowledged part and no partial one', async () => {
    const data = freshFolder()
    const first = await start(data)
    const key = `${first.grant.pathPrefix}/parts.bin`
    const uploadId = await initiate(first, key)
    await done(first.ask('PUT', key, { partNumber: '1', uploadId }, PIECES[0]))
    const path = signOssPath(first.grant, 'PUT', key, { partNumber: '2', uploadId })
    await sendHalf(join(data, 'files'), first, path)
    await first.kill()
    const second = await start(data, first.grant)
    expect(unfinishedIn(join(data, 'files'))).toEqual([])
    expectWholeFiles(join(data, 'files'))
    const listed = await done(second.ask('GET', key, { uploadId }))
    expect([...listed.matchAll(/<PartNumber>(\d+)/g)].map(([, number]) => number)).toEqual(['1'])
    expect(listed.toLowerCase()).toContain(ETAGS[0])
  })

  test.each<[string, (root: string) => boolean]>([
    ['has begun to merge', (root) => unfinishedIn(root).length > 0],
    ['has the merged file', (root) => digestsIn(root).includes(sha256Of(LARGE))],
  ])('keeps the whole file or none when it %s, and completes again', async (_name, isReached) => {
    const data = freshFolder()
    const root = join(data, 'files')
    const first = await start(data)
    const key = `${first.grant.pathPrefix}/merged.bin`
    const uploadId = await initiate(first, key)
    for (const [index, piece] of PIECES.entries())
      await done(first.ask('PUT', key, { partNumber: String(index + 1), uploadId }, piece))
    const body = Buffer.from(completionXml(ETAGS))
    const answer = first.ask('POST', key, { uploadId }, body).catch(() => undefined)
    await until(() => isReached(root))
    await first.kill()
    const acknowledged = (await answer)?.status === 200
    const second = await start(data, first.grant)
    expect(unfinishedIn(root)).toEqual([])
    expectWholeFiles(root)
    const before = await second.ask('GET', key)
    if (acknowledged) expect(before.status).toBe(200)
    if (before.status !== 200) await done(second.ask('POST', key, { uploadId }, body))
    const read = await second.ask('GET', key)
    expect([read.status, sha256Of(read.bytes)]).toEqual([200, sha256Of(LARGE)])
  })
})
