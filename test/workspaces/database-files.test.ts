import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act, expectRefused } from '#test/kit/acts.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { trackingRecord } from '#test/kit/samples.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

interface Made {
  id: string
  baseUrl: string
  accessToken: string
}

const start = async (open?: number) => {
  const data = freshFolder()
  const env = { SANDBOX_DATA: data, ...(open && { SANDBOX_MAX_OPEN: `${open}` }) }
  return { server: await startServer({ env }), databases: join(data, 'databases') }
}

const create = async (server: TestServer, wanted: object = {}): Promise<Made> => {
  const reply = await act(server, '/workspaces', wanted)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as Made
}

const call = (made: Made, operation: string, param: unknown) =>
  send(made.baseUrl + pathOf(operation), {
    method: 'POST',
    headers: {
      'access-token': made.accessToken,
      'token-type': 'bearer',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ param }),
  })

/** Does everything that makes or replaces a database or an image, and removes every second workspace. */
const useAll = async (server: TestServer, count: number): Promise<void> => {
  // With one open workspace allowed, calls of two others evict it.
  const bystander = await create(server)
  const evict = async () => {
    await call(bystander, 'E8', { userIds: [] })
    await server.call('E8', { userIds: [] })
  }
  for (let index = 0; index < count; index += 1) {
    const { id } = await create(server)
    const at = `workspace=${id}`
    for (const [path, body] of [
      [`/snapshots?${at}`, { name: 'one' }],
      [`/snapshots?${at}`, { name: 'two' }],
      [`/reset?${at}`, {}],
      [`/snapshots?${at}`, { name: 'one' }],
      [`/snapshots/one/restore?${at}`, {}],
      [`/snapshots/two/restore?${at}`, {}],
    ] as const) {
      await evict()
      expect((await act(server, path, body)).status).toBeLessThan(300)
    }
    expect((await act(server, `/snapshots/two?${at}`, undefined, 'DELETE')).status).toBe(204)
    const archive = await fetch(`${server.url}/_sandbox/export?${at}`)
    const imported = await fetch(`${server.url}/_sandbox/export?${at}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/x-tar' },
      body: await archive.arrayBuffer(),
    })
    expect(imported.status, await imported.text()).toBe(200)
    await evict()
    if (index % 2 > 0)
      expect((await act(server, `/workspaces/${id}`, undefined, 'DELETE')).status).toBe(204)
  }
}

/** File names of the databases in a folder that this process has open; removed files are marked as deleted. */
const openIn = (folder: string): string[] =>
  (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [])
    .flatMap((descriptor) => {
      try {
        return [readlinkSync(join('/proc/self/fd', descriptor))]
      } catch {
        return []
      }
    })
    .filter((target) => target.startsWith(folder) && !/-(wal|shm)/.test(target))
    .map((target) => target.slice(folder.length + 1))

const databasesIn = (folder: string): string[] =>
  readdirSync(folder).filter((file) => !/-(wal|shm)$/.test(file))

describe.each([
  ['that stay open', undefined],
  ['that are evicted', 1],
])('the files of workspaces %s', (_name, maxOpen) => {
  test('leave no unused file and no descriptor behind', async () => {
    const { server, databases } = await start(maxOpen)
    await useAll(server, 4)
    const named = server.sandbox.registry.databaseFiles()
    // Four workspaces, and a snapshot of each but the default one and the bystander.
    expect(named.size).toBe(6)
    const unnamed = (files: readonly string[]) => files.filter((file) => !named.has(file))
    await expect.poll(() => unnamed(databasesIn(databases))).toEqual([])
    const open = () => openIn(databases)
    await expect.poll(() => open().filter((file) => file.endsWith('(deleted)'))).toEqual([])
    expect(new Set(open()).size).toBe(open().length)
    expect(open().length).toBeLessThanOrEqual((maxOpen ?? 4) + 1)
    await server.close()
    expect(databasesIn(databases).sort()).toEqual([...named].sort())
    expect(open()).toEqual([])
  })

  test('keep the quota after a reset, a restore, an import and an eviction', async () => {
    const { server } = await start(maxOpen)
    const made = await create(server, { quota: { databaseBytes: 491_000 } })
    const large = {
      ...trackingRecord(server.fixtures),
      event_properties: { text: 'x'.repeat(300_000) },
    }
    const expectFull = async () =>
      expectRefusal(await call(made, 'E3', { trackList: [large] }), '90000011')
    const at = `workspace=${made.id}`
    await expectFull()
    for (let round = 0; round < 2; round += 1) {
      await act(server, `/reset?${at}`)
      await expectFull()
      await act(server, `/snapshots?${at}`, { name: 'one' })
      await act(server, `/snapshots/one/restore?${at}`)
      await expectFull()
      await create(server)
      await server.call('E8', { userIds: [] })
      await expectFull()
    }
    const archive = await (await fetch(`${server.url}/_sandbox/export?${at}`)).arrayBuffer()
    const put = await fetch(`${server.url}/_sandbox/export?${at}`, { method: 'PUT', body: archive })
    expect(put.status, await put.text()).toBe(200)
    await expectFull()
  })
})

describe('a damaged database folder', () => {
  test('allows a reset and a removal when the old file cannot be removed, and reports it', async () => {
    const { server, databases } = await start()
    const reported: unknown[] = []
    server.sandbox.databases.onCleanupError = (error) => reported.push(error)
    for (const [path, method] of [
      ['/reset?workspace=', 'POST'],
      ['/workspaces/', 'DELETE'],
    ] as const) {
      const { id } = await create(server)
      const name = server.sandbox.find(id)?.record.databaseFile ?? ''
      rmSync(join(databases, name))
      mkdirSync(join(databases, name))
      const before = reported.length
      expect((await act(server, path + id, {}, method)).status).toBeLessThan(300)
      await expect.poll(() => reported.length).toBeGreaterThan(before)
    }
    expectSuccess(await server.call('E8', { userIds: [] }), [])
  })

  test('does not affect other workspaces when a damaged one is evicted', async () => {
    const { server, databases } = await start(1)
    const broken = await create(server)
    const path = join(databases, server.sandbox.find(broken.id)?.record.databaseFile ?? '')
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(255, 4_096))
    server.sandbox.find(broken.id)?.store.sqlite.pragma('shrink_memory')
    const whole = await create(server)
    expectSuccess(await call(whole, 'E8', { userIds: [] }), [])
    expect((await act(server, `/reset?workspace=${whole.id}`)).status).toBe(200)
    expectRefusal(await call(broken, 'E8', { userIds: [1001] }), '90000014')
    expectSuccess(await call(whole, 'E8', { userIds: [] }), [])
    expect(openIn(databases).filter((file) => file.endsWith('(deleted)'))).toEqual([])
  })

  test.each([
    ['is missing', (path: string) => rmSync(path)],
    ['is not a database', (path: string) => writeFileSync(path, 'x'.repeat(8_192))],
  ])('keeps the database when the file of a restored snapshot %s', async (_how, damage) => {
    const { server, databases } = await start()
    const made = await create(server)
    await act(server, `/snapshots?workspace=${made.id}`, { name: 'one' })
    const taken = await create(server)
    const [image = ''] = databasesIn(databases).filter((file) => file.startsWith('image.'))
    damage(join(databases, image))
    await act(server, `/workspaces/${taken.id}`, undefined, 'DELETE')
    const count = () => databasesIn(databases).length
    await expect.poll(count).toBe(3)
    for (let round = 0; round < 3; round += 1)
      expectRefused(
        await act(server, `/snapshots/one/restore?workspace=${made.id}`),
        503,
        'The snapshot "one" cannot be read',
      )
    await expect.poll(count).toBeLessThanOrEqual(3)
    expectSuccess(await call(made, 'E8', { userIds: [] }), [])
  })
})
