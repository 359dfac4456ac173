import { describe, expect, test } from 'vitest'
import { act, expectRefused } from '#test/kit/acts.ts'
import { type Contents, exportOf, packed, unpack } from '#test/kit/archives.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'

const ID = '12345678'

// biome-ignore lint/suspicious/noExplicitAny: a manifest is changed in any way.
type Changes = Record<string, any>

/** The archive of a workspace of a backup, with changes of its record and credentials. */
const archiveWith = async (
  server: TestServer,
  contents: Contents,
  record: Changes,
  credentials: Changes = {},
): Promise<Buffer> => {
  const { record: own } = server.workspace
  const { databaseFile: _, ...usual } = own
  const workspace = {
    record: { ...usual, id: ID, name: 'restored', ...record },
    credentials: {
      clientId: `${ID}-client`,
      clientKey: 'a-key',
      accessToken: `${ID}-0000-4000-8000-00000000000a`,
      appKey: `${ID}-portal`,
      appSecret: 'a-secret',
      ...credentials,
    },
  }
  const manifest = { ...JSON.parse(String(contents['manifest.json'])), workspace }
  return packed({ ...contents, 'manifest.json': Buffer.from(JSON.stringify(manifest)) })
}

const restore = (server: TestServer, archive: Buffer, id = ID): Promise<Reply> =>
  send(`${server.url}/_sandbox/backup/workspaces/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/x-tar' },
    body: new Uint8Array(archive),
  })

const start = async (options: ServerOptions = {}) => {
  const server = await injectServer(options)
  return { server, contents: await unpack(await exportOf(server)) }
}

const REFUSED: readonly (readonly [string, Changes, string, Changes?])[] = [
  ['a variation that is none', { variation: 'junk' }, 'record.variation must be off, or a seed'],
  ['an unknown kind of variation', { variation: '7:junk' }, 'unknown kind "junk"'],
  ['a name with ESC', { name: 'a\u001b[2J' }, 'record.name'],
  ['the name ..', { name: '..' }, 'record.name'],
  ['an empty name', { name: '' }, 'record.name'],
  ['a name of 100 KB', { name: 'a'.repeat(100_000) }, 'record.name'],
  ['an invisible name', { name: '\u200b' }, 'record.name'],
  ['the id of another workspace as its name', { name: '00000000' }, 'already exists'],
  ['the name of another workspace', { name: 'default' }, 'already exists'],
  ['a signing key that is too short', { signingKey: '' }, 'record.signingKey'],
  ['a signing key of another form', { signingKey: 'x'.repeat(32) }, 'record.signingKey'],
  ['a clock of another mode', { clock: { mode: 'junk' } }, 'record.clock'],
  ['a clock beyond all dates', { clock: { mode: 'frozen', nowMs: 1e300 } }, 'record.clock'],
  ['a clock before 1970', { clock: { mode: 'frozen', nowMs: -1 } }, 'record.clock'],
  [
    'a clock that was moved before 1970',
    { initialClock: { mode: 'offset', offsetMs: -8_000_000_000_000 } },
    'record.initialClock is before 1970',
  ],
  ['an unknown variant', { variants: { 'A-20-1': 'junk' } }, 'A-20-1 has no variant "junk"'],
  ['an unknown assumption', { variantChoices: { junk: 'a' } }, 'unknown assumption junk'],
  ['a label of another form', { labels: { 'a b': 'c' } }, 'record.labels'],
  [
    'too many labels',
    { labels: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`l${n}`, 'a'])) },
    'record.labels',
  ],
  ['a quota below 0', { quota: { fileBytes: -1 } }, 'record.quota.fileBytes'],
  ['an unknown quota', { quota: { junk: 1 } }, 'record.quota'],
  ['a seed without a name', { seed: '' }, 'record.seed'],
  ['an end beyond all dates', { expiresAtMs: 1e300 }, 'record.expiresAtMs'],
  ['a creation beyond all dates', { createdAtMs: 1e300 }, 'record.createdAtMs'],
  ['a generator beyond safe numbers', { generatorSeed: 1e300 }, 'record.generatorSeed'],
  ['starts beyond safe numbers', { starts: 1e300 }, 'record.starts'],
  ['an unknown key', { junk: 1 }, 'junk'],
  ['the id of another workspace', { id: 'abcdef01' }, 'must start with 12345678'],
  ['credentials of another workspace', {}, 'must start with', { appKey: '00000000-portal' }],
  ['a client key without characters', {}, 'credentials.clientKey', { clientKey: '' }],
  ['a client id with a space', {}, 'credentials.clientId', { clientId: `${ID}-a b` }],
  [
    'a token of 100 KB',
    {},
    'credentials.accessToken',
    { accessToken: `${ID}-${'a'.repeat(100_000)}` },
  ],
  ['a secret with a line', {}, 'credentials.appSecret', { appSecret: 'a\nb' }],
]

describe('the identity of a restored workspace', () => {
  test('is refused for everything that no creation allows, and leaves no row', async () => {
    const { server, contents } = await start()
    for (const [name, record, words, credentials] of REFUSED) {
      const reply = await restore(server, await archiveWith(server, contents, record, credentials))
      expect(reply.status, `${name}: ${reply.text}`).toBeGreaterThanOrEqual(400)
      expect(reply.status, `${name}: ${reply.text}`).toBeLessThan(500)
      expect(reply.text.replaceAll('\\"', '"'), name).toContain(words)
      expect(server.sandbox.registry.workspaceIds(), name).toEqual(['00000000'])
      expect(server.sandbox.access.workspaceOfClient(`${ID}-client`), name).toBeUndefined()
    }
    const right = await archiveWith(server, contents, { variation: '7:list-order' })
    const reply = await restore(server, right)
    expect(reply.body, reply.text).toMatchObject({ isNew: true })
    expect(await server.control(`/workspaces/${ID}`)).toMatchObject({
      name: 'restored',
      variation: { seed: 7, kinds: ['list-order'] },
      damage: null,
    })
  })

  test('lives no longer than the server allows, and stays for good only where that is allowed', async () => {
    const { server, contents } = await start({ env: { SANDBOX_MAX_TTL_MS: '60000' } })
    const nowMs = server.sandbox.machineClock.now()
    for (const expiresAtMs of [null, nowMs + 1_000_000_000]) {
      await restore(server, await archiveWith(server, contents, { expiresAtMs }))
      const shown = await server.control<{ expiresAtMs: number }>(`/workspaces/${ID}`)
      expect(shown.expiresAtMs).toBeLessThanOrEqual(server.sandbox.machineClock.now() + 60_000)
      await act(server, `/workspaces/${ID}`, {}, 'DELETE')
    }
  })

  test('leaves neither row nor credentials where the workspace cannot be built', async () => {
    const { server } = await start()
    const { signingKey } = server.workspace.record
    const record = { ...server.workspace.record, id: ID, name: 'a', signingKey, variation: 'junk' }
    const path = await server.sandbox.files.blobs.newPath()
    await server.workspace.store.sqlite.backup(path)
    const credentials = { clientId: `${ID}-c`, clientKey: 'k', appKey: `${ID}-a`, appSecret: 's' }
    const creation = server.sandbox.create({ credentials }, { record, path })
    await expect(creation).rejects.toThrow('must be off, or a seed')
    expect(server.sandbox.registry.workspaceIds()).toEqual(['00000000'])
    expect(server.sandbox.access.workspaceOfClient(`${ID}-c`)).toBeUndefined()
    expect(server.sandbox.databases.findOpen('database.2')).toBeUndefined()
  })
})

const DAMAGES: readonly (readonly [column: string, text: string])[] = [
  ['variation', 'junk'],
  ['clock', '{"mode":"junk"}'],
  ['clock', 'null'],
  ['initial_clock', '[]'],
  ['variants', '7'],
  ['quota', '"junk"'],
  ['labels', '{"a":1}'],
  ['labels', 'not json'],
]

/** A server whose workspace `bad` has a damaged row that was not read since. */
const withDamage = async (column: string, text: string) => {
  const server = await injectServer({ log: [] })
  const { id, accessToken } = await createWorkspace(server, { name: 'bad', seed: 'minimal' })
  const { store } = server.sandbox.registry
  store.sqlite.pragma('ignore_check_constraints = ON')
  store.run(`UPDATE workspaces SET ${column} = ? WHERE id = ?`, text, id)
  store.sqlite.pragma('ignore_check_constraints = OFF')
  server.sandbox.openDatabases.remove(server.sandbox.known.get(id) as never)
  server.sandbox.known.get(id)?.evict()?.store.close()
  server.sandbox.known.delete(id)
  return { server, id, accessToken }
}

describe('a damaged row of a workspace', () => {
  test.each(DAMAGES)(
    '%s %s is listed, and the workspace can be changed and deleted',
    async (column, text) => {
      const { server, id, accessToken } = await withDamage(column, text)
      const name = column.replace('_c', 'C')
      const damage = `its ${name} cannot be read; reset it or delete it`
      const list = async (query = '') =>
        (await server.control<{ workspaces: { id: string }[] }>(`/workspaces${query}`)).workspaces
      expect(await list()).toContainEqual(expect.objectContaining({ id, name: 'bad', damage }))
      expect(await list('?label=a=b')).toEqual([])
      const refused = await server.call('E8', { userIds: [1001] }, { token: accessToken })
      expect(refused.body).toMatchObject({ code: '90000014' })
      const swept = await server.sandbox.sweeper.sweep()
      expect(swept).toMatchObject({ expiredUploads: 0 })
      const changed = await act(server, `/workspaces/${id}`, { name: 'still bad' }, 'PATCH')
      expect(changed.body, changed.text).toMatchObject({ name: 'still bad', damage })
      expect((await act(server, `/workspaces/${id}`, {}, 'DELETE')).status).toBe(204)
      expect(await list()).toHaveLength(1)
    },
  )

  test('is repaired by a reset, after which calls are answered again', async () => {
    const { server, id, accessToken } = await withDamage('variation', 'junk')
    const reset = await act(server, `/reset?workspace=${id}`)
    expect(reset.status, reset.text).toBe(200)
    const token = accessToken
    expect(await server.result('E8', { userIds: [1001] }, { token })).toHaveLength(1)
    expect(server.sandbox.registry.findWorkspace(id)).toMatchObject({ variation: null })
    expect(server.sandbox.registry.findWorkspace(id)).not.toHaveProperty('damage')
  })

  test('is refused as the name and the id of a new workspace like any other', async () => {
    const { server } = await withDamage('clock', 'null')
    expectRefused(await act(server, '/workspaces', { name: 'bad' }), 409, 'already exists')
  })
})
