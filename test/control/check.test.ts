import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckedData, WorkspaceSummary } from '#src/client/generated/control.ts'
import { act, done, expectRefused } from '#test/kit/acts.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { send, sendJson } from '#test/kit/http.ts'
import { scrape } from '#test/kit/metrics.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { sendSingle, sha256Of } from '#test/kit/uploads.ts'

const BYTES = Buffer.from('bytes of a file')
const DIGEST = sha256Of(BYTES)
const ALTERED = 'bytes of a filf'

/** A server whose second workspace is closed and has a file and a snapshot. */
const serverWithFile = async () => {
  const data = freshFolder()
  const server = await injectServer({ env: { SANDBOX_DATA: data, SANDBOX_MAX_OPEN: '1' } })
  const made = await createWorkspace(server, { name: 'team-a' })
  await sendSingle(server, 'a.bin', BYTES, undefined, { token: made.accessToken })
  await act(server, `/snapshots?workspace=${made.id}`, { name: 'first' })
  const files = server.sandbox.find(made.id)?.record.databaseFile ?? ''
  const { imageFile = '' } = server.sandbox.registry.findSnapshot(made.id, 'first') ?? {}
  server.sandbox.default.open()
  const paths = {
    database: join(data, 'databases', files),
    image: join(data, 'databases', imageFile),
    blob: join(data, 'files', 'contents', DIGEST.slice(0, 2), DIGEST),
  }
  return { server, made, paths }
}

/** Checks all workspaces, one after the other. */
const checkAll = async (server: TestServer): Promise<CheckedData[]> => {
  const found: CheckedData[] = []
  for (let next: string | null = ''; next !== null; next = found.at(-1)?.next ?? null)
    found.push(await done<CheckedData>(server, `/check${next === '' ? '' : `?after=${next}`}`))
  return found
}

const damageIn = async (server: TestServer) =>
  (await checkAll(server)).flatMap(({ workspaceName, damaged }) =>
    damaged.map(({ name, why }) => `${workspaceName}: ${name}: ${why}`),
  )

/** Overwrites pages in the middle, which a look at the header does not show. */
const overwrite = (path: string): void =>
  writeFileSync(path, readFileSync(path).fill(0xa5, 4_096 * 40, 4_096 * 60))

const replaceByFolder = (path: string): void => {
  rmSync(path)
  mkdirSync(path)
}

const stateOf = async (server: TestServer) => {
  const { workspaces } = await server.control<{ workspaces: WorkspaceSummary[] }>('/workspaces')
  const metrics = await scrape(server.url)
  return {
    ready: (await send(`${server.url}/readyz`, { method: 'GET' })).body,
    metrics: ['damaged_workspaces', 'damaged_files'].map((name) => metrics.get(name)),
    listed: workspaces.map(({ name, damagedFiles }) => ({ name, damagedFiles })),
  }
}

describe('a check of the data', () => {
  test('reads every database, snapshot and file, and finds a whole server without damage', async () => {
    const { server, made } = await serverWithFile()
    const found = await checkAll(server)
    expect(found.map(({ workspace }) => workspace)).toEqual(['00000000', made.id])
    expect(found.flatMap(({ damaged }) => damaged)).toEqual([])
    expect(found[1]).toMatchObject({ databases: 2, next: null })
    expect(found[1]?.bytes).toBeGreaterThanOrEqual(BYTES.length)
    expect(await stateOf(server)).toMatchObject({ metrics: [0, 0] })
  })

  test.each<
    [
      string,
      keyof Awaited<ReturnType<typeof serverWithFile>>['paths'],
      (path: string) => void,
      string,
    ]
  >([
    ['an overwritten database', 'database', overwrite, 'database.'],
    ['a missing database', 'database', (path) => rmSync(path), 'it is missing'],
    ['an overwritten snapshot', 'image', overwrite, 'snapshot first'],
    ['an empty database', 'database', (path) => truncateSync(path), 'database.'],
    ['a missing snapshot', 'image', (path) => rmSync(path), 'snapshot first'],
    ['an empty snapshot', 'image', (path) => truncateSync(path), 'snapshot first'],
    ['a snapshot that is cut', 'image', (path) => truncateSync(path, 10), 'snapshot first'],
    ['a folder in place of a snapshot', 'image', replaceByFolder, 'snapshot first'],
    ['a missing file', 'blob', (path) => rmSync(path), 'its bytes are missing'],
    ['an altered file', 'blob', (path) => writeFileSync(path, ALTERED), 'its bytes are altered'],
    ['a cut file', 'blob', (path) => truncateSync(path, 3), 'its bytes are altered'],
  ])('finds %s, and names its workspace', async (_what, part, damage, words) => {
    const { server, paths } = await serverWithFile()
    damage(paths[part])
    const [found = '', ...more] = await damageIn(server)
    expect(found).toContain('team-a: ')
    expect(found).toContain(words)
    expect(more).toEqual([])
    const isOf = (kind: string) => Number(part === kind)
    expect((await stateOf(server)).metrics).toEqual([isOf('database'), isOf('blob')])
  })

  test('finds damage of a database that is open and that memory hides', async () => {
    const { server, paths } = await serverWithFile()
    server.sandbox.findByIdOrName('team-a')?.open()
    overwrite(paths.database)
    expect(await damageIn(server)).toMatchObject([expect.stringContaining('team-a: database.')])
  })

  test('finds damage of a database that is too large to be checked at once', async () => {
    const { server, made, paths } = await serverWithFile()
    const { source, corpId, id: crowdPackId } = server.fixtures.crowdPack
    const crowdList = Array.from({ length: 10_000 }, (_, index) => ({
      crowdUniqueSign: `${index}`.padStart(200, '-'),
    }))
    const param = { source, corpId, crowdPackId, crowdList }
    await server.result('E7', param, { token: made.accessToken })
    server.sandbox.default.open()
    expect(await damageIn(server)).toEqual([])
    expect(readFileSync(paths.database).length).toBeGreaterThan(2 * 1_048_576)
    // The check has opened it, and its pages are in memory.
    overwrite(paths.database)
    expect(await damageIn(server)).toMatchObject([expect.stringContaining('team-a: database.')])
  })

  test('finds damage of the registry that memory hides', async () => {
    const { server } = await serverWithFile()
    const path = server.sandbox.registry.store.sqlite.name
    server.sandbox.registry.store.sqlite.pragma('wal_checkpoint(TRUNCATE)')
    writeFileSync(path, readFileSync(path).fill(0xa5, 4_096))
    const [found] = await damageIn(server)
    expect(found).toContain('registry.sqlite')
  })

  test('is remembered: an altered file is counted, listed, and not sent until its bytes arrive again', async () => {
    const { server, made, paths } = await serverWithFile()
    writeFileSync(paths.blob, ALTERED)
    await checkAll(server)
    expect(await stateOf(server)).toMatchObject({
      ready: { status: 'ready', damagedFiles: 1 },
      metrics: [0, 1],
      listed: [
        { name: 'default', damagedFiles: 0 },
        { name: 'team-a', damagedFiles: 1 },
      ],
    })
    expect(server.sandbox.files.blobs.problemOf(DIGEST, BYTES.length)).toContain('altered')
    await sendSingle(server, 'b.bin', BYTES, undefined, { token: made.accessToken })
    expect(server.sandbox.files.blobs.problemOf(DIGEST, BYTES.length)).toBeUndefined()
    expect((await stateOf(server)).metrics).toEqual([0, 0])
  })

  test('forgets a file that its owner has put back, and one that nothing names any more', async () => {
    const { server, made, paths } = await serverWithFile()
    writeFileSync(paths.blob, ALTERED)
    await checkAll(server)
    writeFileSync(paths.blob, BYTES)
    expect(await damageIn(server)).toEqual([])
    expect((await stateOf(server)).metrics).toEqual([0, 0])
    rmSync(paths.blob)
    await checkAll(server)
    expect((await stateOf(server)).metrics).toEqual([0, 1])
    await act(server, `/workspaces/${made.id}`, undefined, 'DELETE')
    await server.sandbox.sweeper.sweep()
    expect((await stateOf(server)).metrics).toEqual([0, 0])
  })

  test('forgets a workspace whose database its owner has put back', async () => {
    const { server, paths } = await serverWithFile()
    const whole = readFileSync(paths.database)
    overwrite(paths.database)
    await checkAll(server)
    writeFileSync(paths.database, whole)
    expect(await damageIn(server)).toEqual([])
    expect((await stateOf(server)).metrics).toEqual([0, 0])
  })

  test('is for the keys of the owner and of backups', async () => {
    const admin = 'a-key-of-the-owner-123'
    const server = await injectServer({ env: { SANDBOX_ADMIN_KEY: admin } })
    const by = (key: string) => ({ authorization: `Bearer ${key}` })
    const url = `${server.url}/_sandbox`
    const keyOf = async (options: object) =>
      (await sendJson(`${url}/keys`, options, by(admin))).body as { key: string }
    const { key: backup } = await keyOf({ kind: 'backup', name: 'nightly' })
    const team = await keyOf({ kind: 'workspace', name: 'team', workspace: 'default' })
    for (const key of [admin, backup])
      expect((await sendJson(`${url}/check`, {}, by(key))).status).toBe(200)
    expectRefused(await sendJson(`${url}/check`, {}, by(team.key)), 403, 'check the data')
  })
})
