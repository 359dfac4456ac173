import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Store } from '#src/store/db/store.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const MESSAGE = 'The data of this workspace cannot be read'

interface Made {
  id: string
  baseUrl: string
  accessToken: string
}

const control = async (url: string, method: string, body?: object) =>
  send(url, {
    method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })

const queryUsers = ({ baseUrl, accessToken }: Made): Promise<Reply> =>
  send(baseUrl + pathOf('E8'), {
    method: 'POST',
    headers: {
      'access-token': accessToken,
      'token-type': 'bearer',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ param: { userIds: [] } }),
  })

const DAMAGES: [string, (path: string) => void][] = [
  ['is missing', (path) => rmSync(path)],
  ['is not a database', (path) => writeFileSync(path, 'x'.repeat(8_192))],
  ['is truncated', (path) => truncateSync(path, 10_000)],
]

/** Two workspaces, the first with a snapshot, whose files were damaged while they were closed. */
const startDamaged = async (damage: (path: string) => void) => {
  const folder = freshFolder()
  const env = { SANDBOX_DATA: folder, SANDBOX_MAX_OPEN: '1' }
  const server = await injectServer({ env })
  const create = async (name: string): Promise<Made> =>
    (await control(`${server.url}/_sandbox/workspaces`, 'POST', { name })).body as Made
  const made = await create('broken')
  await control(`${made.baseUrl}/_sandbox/snapshots`, 'POST', { name: 'before' })
  const other = await create('broken too')
  await server.call('E8', { userIds: [] })
  const names = [made, other].map(({ id }) => server.sandbox.find(id)?.record.databaseFile ?? '')
  await server.close()
  expect(readdirSync(join(folder, 'databases'))).toEqual(expect.arrayContaining(names))
  for (const name of names) damage(join(folder, 'databases', name))
  return { server: await injectServer({ env }), made, other }
}

const at = (server: TestServer, made: Made): Made => ({
  ...made,
  baseUrl: `${server.url}/w/${made.id}`,
})

describe.each(DAMAGES)('a workspace whose file %s', (_how, damage) => {
  test('rejects calls with a clear message while other workspaces keep answering', async () => {
    const { server, made } = await startDamaged(damage)
    const refused = await queryUsers(at(server, made))
    expectRefusal(refused, '90000014', MESSAGE)
    expectSuccess(await server.call('E8', { userIds: [] }), [])
    const shown = await control(`${server.url}/_sandbox/snapshots?workspace=broken`, 'POST', {
      name: 'x',
    })
    expect(shown.status).toBe(503)
    expect(shown.body).toMatchObject({ title: 'Damaged data' })
  })

  test('works again after a reset or a restored snapshot', async () => {
    for (const [path, body] of [
      ['/_sandbox/reset', {}],
      ['/_sandbox/snapshots/before/restore', undefined],
    ] as const) {
      const { server, made } = await startDamaged(damage)
      const workspace = at(server, made)
      const healed = await control(workspace.baseUrl + path, 'POST', body)
      expect(healed.status, healed.text).toBeLessThan(300)
      expectSuccess(await queryUsers(workspace), [])
    }
  })

  test('responds with 404 after its removal', async () => {
    const { server, made } = await startDamaged(damage)
    const removed = await control(`${server.url}/_sandbox/workspaces/${made.id}`, 'DELETE')
    expect(removed.status, removed.text).toBe(204)
    const gone = await queryUsers(at(server, made))
    expect(gone.status).toBe(404)
  })

  test('stops a sweep that could remove its files, naming each', async () => {
    const { server, made, other } = await startDamaged(damage)
    const swept = server.sandbox.sweeper.sweep()
    const named = [made.id, other.id].sort().join(', ')
    await expect(swept).rejects.toThrow(`data of these workspaces cannot be read: ${named}`)
  })
})

/** Lets writes to a table fail as they do where its pages are corrupt. */
const corrupt = ({ sqlite }: Store, table: string): void => {
  sqlite.function('fail', () => {
    throw new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT')
  })
  for (const write of ['INSERT', 'UPDATE'])
    sqlite.exec(
      `CREATE TEMP TRIGGER ${write}_fails BEFORE ${write} ON ${table} BEGIN SELECT fail(); END`,
    )
}

describe('a corrupt page that a call meets', () => {
  test.each([
    ['tokens', '/open-api/oauth/get-token', 'POST'],
    ['workspaces', '/_sandbox/workspaces/00000000', 'PATCH'],
    ['keys', '/_sandbox/keys', 'POST'],
  ])('in %s of the registry damages no workspace', async (table, path, method) => {
    const server = await injectServer({ env: { SANDBOX_ADMIN_KEY: 'secret-of-an-admin' } })
    const { registry, damage } = server.sandbox
    corrupt(registry.store, table)
    const body = {
      tokens: { clientId: '00000000-sandbox', clientKey: 'sandbox-key' },
      workspaces: { labels: { team: 'web' } },
      keys: { kind: 'admin', name: 'other' },
    }[table]
    const reply = await send(server.url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret-of-an-admin' },
    })
    expect(reply.text).toContain('The sandbox failed to handle this call')
    expect(damage.size).toBe(0)
    expectSuccess(await server.call('E8', { userIds: [] }), [])
  })

  test('in its database damages its workspace', async () => {
    const server = await injectServer()
    corrupt(server.workspace.store, 'crowd_members')
    const { corpId, source, id: crowdPackId } = server.fixtures.crowdPack
    const crowdList = [{ crowdUniqueSign: 'new' }]
    const reply = await server.call('E7', { corpId, source, crowdPackId, crowdList })
    expectRefusal(reply, '90000014', MESSAGE)
    expect(server.sandbox.damage.find(server.workspace.id)?.why).toContain('malformed')
  })
})
