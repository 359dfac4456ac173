import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CreatedWorkspace } from '#src/client/generated/control.ts'
import { readConfig } from '#src/config/config.ts'
import type { CreatedKey, KeyOptions } from '#src/contract/key-shapes.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { formatInstant } from '#src/kernel/timestamps.ts'
import { newKey } from '#src/workspaces/keys/key-register.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, startServer, type TestServer } from '#test/kit/server.ts'

const ADMIN_KEY = 'first-admin-key-0001'

const keyedServer = (env = {}): Promise<TestServer> =>
  injectServer({ env: { SANDBOX_ADMIN_KEY: ADMIN_KEY, ...env } })

const by = (
  server: TestServer,
  key: string,
  method: string,
  path: string,
  json?: unknown,
): Promise<Reply> =>
  send(`${server.url}/_sandbox${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })

const make = async (server: TestServer, wanted: KeyOptions): Promise<CreatedKey> => {
  const reply = await by(server, ADMIN_KEY, 'POST', '/keys', wanted)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as CreatedKey
}

/** One workspace that each key but those of the server may use, another one, and the keys by the words of the documents. */
const setUp = async (server: TestServer) => {
  const { sandbox } = server
  for (const { id } of sandbox.keys.list()) sandbox.keys.remove(id)
  const ci = sandbox.keys.create({ kind: 'ci', name: 'pipelines' })
  const { workspace: own } = await sandbox.create({ keyId: ci.id })
  const { workspace: other } = await sandbox.create()
  const ofOwn = { kind: 'workspace', workspace: own.id } as const
  const keys: Record<string, string> = {
    admin: ADMIN_KEY,
    'workspace (read)': sandbox.keys.create({ ...ofOwn, name: 'reader', access: 'read' }).key,
    workspace: sandbox.keys.create({ ...ofOwn, name: 'team' }).key,
    ci: ci.key,
    metrics: sandbox.keys.create({ kind: 'metrics', name: 'prometheus' }).key,
    backup: sandbox.keys.create({ kind: 'backup', name: 'nightly' }).key,
    unknown: 'sandbox-admin-0123456789abcdef',
  }
  return { own, other, keys }
}

const DOCUMENT = readFileSync('docs/control-plane.md', 'utf8')

/** The rows of the tables of routes: the route, what it is about, and what it needs of a key. */
const ROUTES = ['workspace', 'server'].flatMap((about) => {
  const [, table = ''] = DOCUMENT.split(`<!-- ${about}-routes:`)
  return [...table.matchAll(/^\| `(\w+) ([^`]+)` .*\| (\w+) +\|$/gm)].map(
    ([, method = '', path = '', need = '']) => ({ method, path, about, need }),
  )
})

type Row = (typeof ROUTES)[number]

/** What the documents say that each kind of key allows. */
const ALLOWED = new Map(
  [...DOCUMENT.matchAll(/^\| `(\w+)`( \(read\))? +\| ((?:`\w+`(?:, )?)+) +\|/gm)].map(
    ([, kind = '', read = '', needs = '']) => [kind + read, needs.replaceAll('`', '').split(', ')],
  ),
)

const isOpen = ({ path, about, need }: Row, key: string, target: string): boolean => {
  const isAboutOne = about === 'workspace' || path.endsWith('/workspaces/{id}')
  if (need === 'none' || key === 'admin') return true
  if (!ALLOWED.get(key)?.includes(need)) return false
  const isOwnWithout = key.startsWith('workspace') && about === 'workspace'
  return !isAboutOne || target === 'own' || (target === 'none' && isOwnWithout)
}

const inTurn = async <T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (const item of items) results.push(await act(item))
  return results
}

/** The status of a call with a body that the route refuses; of an answer that does not end, too. */
const statusOf = async (
  { url }: TestServer,
  key: string,
  { method, path }: Row,
  workspace: string | undefined,
): Promise<number> => {
  const isInPath = path.endsWith('/workspaces/{id}')
  const filled = path.replace('{id}', isInPath ? (workspace ?? 'default') : '1')
  const query = isInPath || workspace === undefined ? '' : `?workspace=${workspace}`
  const control = new AbortController()
  const { status } = await fetch(`${url}${filled.replaceAll(/\{\w+\}/g, '1')}${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    signal: control.signal,
    ...(!['GET', 'DELETE'].includes(method) && { body: '{"no such field":1}' }),
  })
  control.abort()
  return status
}

describe('a route of the control plane', () => {
  test('is in the documents with what it needs of a key', () => {
    expect(ROUTES.length).toBeGreaterThan(60)
    expect([...ALLOWED.keys()]).toEqual([
      'workspace',
      'workspace (read)',
      'ci',
      'metrics',
      'backup',
    ])
  })

  test.each(['admin', 'workspace', 'workspace (read)', 'ci', 'metrics', 'backup', 'unknown'])(
    'takes a key of kind %s where its row has it, for its own workspaces',
    { timeout: 60_000 },
    async (kind) => {
      const server = await startServer({ env: { SANDBOX_ADMIN_KEY: ADMIN_KEY } })
      let setting = await setUp(server)
      for (const row of ROUTES) {
        const { own, other, keys } = setting
        const targets = { none: undefined, other: other.id, named: other.record.name, own: own.id }
        const statuses = await inTurn(Object.values(targets), (target) =>
          statusOf(server, keys[kind] ?? '', row, target),
        )
        const opened = Object.keys(targets).filter(
          (_, index) => ![401, 403].includes(statuses[index] ?? 0),
        )
        const expected = Object.keys(targets).filter((target) => isOpen(row, kind, target))
        expect(opened, `${row.method} ${row.path}: ${statuses}`).toEqual(expected)
        const isRemoved = row.method === 'DELETE' && row.path.endsWith('/workspaces/{id}')
        if (isRemoved) setting = await setUp(server)
      }
    },
  )

  test.each(['/findings', '/coverage'])(
    '%s about all workspaces shows a key those that it is for',
    async (path) => {
      const server = await keyedServer()
      await server.call('E8', { userIds: [-1] })
      const { keys } = await setUp(server)
      const read = async (kind: string, query = '') =>
        (await by(server, keys[kind] ?? '', 'GET', path + query)).body
      expect(await read('workspace', '?all=true')).toEqual(await read('workspace'))
      expect(await read('admin', '?all=true')).not.toEqual(await read('workspace', '?all=true'))
      expect(await read('ci', '?all=true')).toMatchObject({ status: 403 })
    },
  )
})

describe('a key', () => {
  test('is shown once, and kept as its SHA-256 only', async () => {
    const server = await keyedServer()
    const made = await make(server, { kind: 'metrics', name: 'prometheus' })
    expect(made).toMatchObject({ kind: 'metrics', name: 'prometheus', endsAt: null, limits: null })
    const { body, text } = await by(server, ADMIN_KEY, 'GET', '/keys')
    const { key, ...shown } = made
    expect(body).toEqual({ keys: [shown] })
    const rows = JSON.stringify(server.sandbox.registry.store.all('SELECT * FROM keys'))
    expect(text + rows).not.toContain(key)
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/)
  })

  test('is refused from its end, and once it is deleted', async () => {
    const server = await keyedServer()
    const { machineClock } = server.sandbox
    const endsAt = formatInstant(machineClock.now() + 60_000)
    const ending = await make(server, { kind: 'ci', name: 'a', endsAt })
    const deleted = await make(server, { kind: 'ci', name: 'b' })
    const statusesNow = async () =>
      Promise.all(
        [ending, deleted].map(
          async ({ key }) => (await by(server, key, 'GET', '/keys/own')).status,
        ),
      )
    expect(await statusesNow()).toEqual([200, 200])
    machineClock.set({ mode: 'offset', offsetMs: 60_001 })
    expect((await by(server, ADMIN_KEY, 'DELETE', `/keys/${deleted.id}`)).status).toBe(204)
    expect(await statusesNow()).toEqual([401, 401])
    expect((await by(server, ADMIN_KEY, 'DELETE', `/keys/${deleted.id}`)).status).toBe(404)
  })

  test.each<[KeyOptions, string]>([
    [{ kind: 'workspace', name: 'a' }, 'workspace is required for kind workspace'],
    [{ kind: 'ci', name: 'a', workspace: 'default' }, 'workspace is not allowed for kind ci'],
    [{ kind: 'ci', name: 'a', access: 'read' }, 'access is not allowed for kind ci'],
    [{ kind: 'backup', name: 'a', limits: {} }, 'limits are not allowed for kind backup'],
    [
      { kind: 'ci', name: 'a', endsAt: '2020-01-01T00:00:00Z' },
      'endsAt must be an instant to come',
    ],
    [{ kind: 'ci', name: 'a', endsAt: 'tomorrow' }, 'endsAt must be an instant to come'],
    [{ kind: 'ci', name: 'a b' }, 'name'],
    [
      { kind: 'workspace', name: 'a', workspace: 'none' },
      String.raw`Workspace \"none\" does not exist`,
    ],
  ])('is not made of %j', async (wanted, words) => {
    const server = await keyedServer()
    const { status, text } = await by(server, ADMIN_KEY, 'POST', '/keys', wanted)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain(words)
    expect(server.sandbox.keys.list()).toEqual([])
  })

  test('is not made on a server without an admin key, which would lock its owner out', async () => {
    const server = await injectServer()
    const { status, text } = await by(server, '', 'POST', '/keys', { kind: 'admin', name: 'a' })
    expect([status, text]).toEqual([409, expect.stringContaining('set SANDBOX_ADMIN_KEY')])
  })

  test('of kind ci makes workspaces within its limits, and lists those only', async () => {
    const server = await keyedServer()
    const limits = { workspaces: 2, bytes: 50_000_000, ttlMs: 3_600_000 }
    const { key } = await make(server, { kind: 'ci', name: 'pipelines', limits })
    const create = (body: object) => by(server, key, 'POST', '/workspaces', body)
    await create({ name: 'one', ttlMs: 86_400_000, quota: { fileBytes: 90_000_000 } })
    await create({ name: 'two', ttlMs: 1_000, quota: { fileBytes: 10_000_000 } })
    const third = await create({})
    expect([third.status, third.text]).toEqual([409, expect.stringContaining('has 2 workspaces')])
    const { workspaces, total } = (await by(server, key, 'GET', '/workspaces')).body as {
      workspaces: { name: string; createdAtMs: number; expiresAtMs: number; quota: object }[]
      total: number
    }
    const facts = Object.fromEntries(
      workspaces.map(({ name, expiresAtMs, createdAtMs, quota }) => [
        name,
        [expiresAtMs - createdAtMs, quota],
      ]),
    )
    const quota = { databaseBytes: 50_000_000, fileBytes: 50_000_000, snapshotBytes: 50_000_000 }
    expect({ total, facts }).toEqual({
      total: 2,
      facts: { one: [3_600_000, quota], two: [1_000, { ...quota, fileBytes: 10_000_000 }] },
    })
  })

  test('of kind metrics reads metrics, and one of a workspace does not', async () => {
    const server = await keyedServer()
    const { keys } = await setUp(server)
    const statuses = await inTurn(
      ['metrics', 'admin', 'ci', 'workspace', 'unknown'],
      async (kind) => {
        const authorization = `Bearer ${keys[kind]}`
        return (await send(`${server.url}/metrics`, { method: 'GET', headers: { authorization } }))
          .status
      },
    )
    expect(statuses).toEqual([200, 200, 403, 403, 401])
  })

  test('of kind ci makes no more workspaces than its limit, also by calls at once', async () => {
    const server = await keyedServer()
    const { key } = await make(server, { kind: 'ci', name: 'many', limits: { workspaces: 2 } })
    const calls = Array.from({ length: 12 }, () => by(server, key, 'POST', '/workspaces', {}))
    const made = (await Promise.all(calls)).filter(({ status }) => status === 201)
    expect(made.length).toBe(2)
  })

  test('ends its own journal streams and waits when it is deleted, and not those of other keys', async () => {
    const server = await startServer({ env: { SANDBOX_ADMIN_KEY: ADMIN_KEY } })
    const ofDefault = { kind: 'workspace', workspace: 'default' } as const
    const { key, id } = await make(server, { ...ofDefault, name: 'a' })
    const other = await make(server, { ...ofDefault, name: 'b' })
    const streamOf = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${server.url}/_sandbox/journal/stream`, { headers })).text()
    }
    const wait = { timeoutMs: 50_000 }
    const stream = streamOf(key).catch(() => 'cut')
    const waiting = by(server, key, 'POST', '/journal/wait', wait)
    const none = by(server, key, 'POST', '/journal/expect-none', wait)
    const others = by(server, other.key, 'POST', '/journal/wait', wait)
    const { waits } = server.sandbox.waiters
    await expect.poll(() => waits.taken).toBe(4)
    await by(server, ADMIN_KEY, 'DELETE', `/keys/${id}`)
    expect(await stream).not.toContain('data:')
    for (const { status, text } of [await waiting, await none]) {
      expect(status).toBe(401)
      expect(text).toContain('The key was deleted or expired while the request was waiting')
    }
    expect(waits.taken).toBe(1)
    await by(server, ADMIN_KEY, 'DELETE', `/keys/${other.id}`)
    expect((await others).status).toBe(401)
    expect(server.sandbox.keys.watchers.size).toBe(0)
  })

  test('ends its waits when its time is over', async () => {
    const server = await keyedServer()
    const endsAt = formatInstant(server.sandbox.machineClock.now() + 500)
    const { key } = await make(server, { kind: 'admin', name: 'short', endsAt })
    const { status, text } = await by(server, key, 'POST', '/journal/wait', { timeoutMs: 50_000 })
    expect([status, text]).toEqual([401, expect.stringContaining('deleted or expired')])
  })

  test('of a file ends its streams of the journal once it is no longer in the file', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const file = join(freshFolder(), 'keys.json')
    const { record, key } = newKey({ kind: 'admin', name: 'owner' }, 0)
    writeFileSync(file, JSON.stringify({ keys: [record] }))
    const server = await startServer({ env: { SANDBOX_KEYS_FILE: file } })
    const headers = { authorization: `Bearer ${key}` }
    const stream = await fetch(`${server.url}/_sandbox/journal/stream`, { headers })
    const ending = stream.text().catch(() => 'cut')
    writeFileSync(file, JSON.stringify({ keys: [] }))
    vi.advanceTimersByTime(15_000)
    expect(await ending).not.toContain('data:')
  })

  test('with a total size creates no workspace whose quotas do not fit beside those of its others', async () => {
    const server = await keyedServer()
    const [MIB, GIB] = [1_048_576, 1_073_741_824]
    const limits = { bytes: 100 * MIB, totalBytes: GIB }
    const { key } = await make(server, { kind: 'ci', name: 'total', limits })
    const create = (options = {}) => by(server, key, 'POST', '/workspaces', options)
    const made = [await create(), await create(), await create()]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const refused = await create()
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('are 300 MiB together; the key has 124 MiB left of 1 GiB'),
    ])
    const small = { databaseBytes: 10 * MIB, fileBytes: 10 * MIB, snapshotBytes: 10 * MIB }
    expect((await create({ quota: small })).status).toBe(201)
    const { id } = Object(made[0]?.body)
    await by(server, key, 'DELETE', `/workspaces/${id}`)
    expect((await create()).status).toBe(201)
    const other = await make(server, { kind: 'ci', name: 'other', limits })
    expect((await by(server, other.key, 'POST', '/workspaces', {})).status).toBe(201)
  })

  test.each(['admin', 'Admin', 'ADMIN-10', 'admin-1'])(
    'is not made under the name %s, which looks like a key of the settings',
    async (name) => {
      const server = await keyedServer()
      const { status, text } = await by(server, ADMIN_KEY, 'POST', '/keys', { kind: 'ci', name })
      expect([status, text]).toEqual([
        400,
        expect.stringContaining(`name \\"${name}\\" is reserved for keys from the settings`),
      ])
      expect(() => newKey({ kind: 'ci', name }, 0)).toThrow('choose another name')
      await make(server, { kind: 'ci', name: `${name}s` })
    },
  )

  test('leaves no trace of a call only in its own workspace', async () => {
    const server = await keyedServer()
    const { own, other, keys } = await setUp(server)
    for (const { id, journal } of [own, other]) {
      await send(`${server.url}/w/${id}/open-api/none`, {
        method: 'POST',
        headers: { 'x-sandbox-untracked': 'true', authorization: `Bearer ${keys.workspace}` },
      })
      expect(journal.lastSeq).toBe(id === own.id ? 0 : 1)
    }
  })
})

describe('credentials', () => {
  test('are all replaced under a client that runs on, without a refused call', async () => {
    const folder = freshFolder()
    const file = join(folder, 'admin')
    writeFileSync(file, `${ADMIN_KEY}\n`)
    const server = await injectServer({
      env: { SANDBOX_ADMIN_KEY_FILE: file, SANDBOX_PROFILE: 'local' },
    })
    const created = await by(server, ADMIN_KEY, 'POST', '/workspaces', { name: 'team' })
    const client = {
      admin: ADMIN_KEY,
      key: (await make(server, { kind: 'workspace', name: 'team', workspace: 'team' })).key,
      appKey: '',
      ...(created.body as CreatedWorkspace),
    }
    client.appKey = (created.body as CreatedWorkspace).fixtures.portalApp?.appKey ?? ''
    let calls = 0
    const callAll = async () => {
      const token = await server.call('E8', { userIds: [1001] }, { token: client.accessToken })
      const { clientId, clientKey } = client
      const issued = await send(`${server.url}/open-api/oauth/get-token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId, clientKey }),
      })
      const portal = await server.call(
        'E6',
        { blockId: server.fixtures.portal.blockId, pageSize: 1 },
        { token: client.accessToken, headers: { 'x-app-key': client.appKey } },
      )
      const own = await by(server, client.key, 'GET', '/clock')
      const admin = await by(server, client.admin, 'GET', '/keys')
      expect([token, portal, issued].map(({ body }) => (body as { code: string }).code)).toEqual([
        '0',
        '0',
        '0',
      ])
      expect([own.status, admin.status]).toEqual([200, 200])
      calls += 1
    }
    const isRunning = { value: true }
    const running = (async () => {
      while (isRunning.value) await callAll()
    })()
    const second = 'second-admin-key-002'
    const afterCalls = async () => {
      const before = calls
      await expect.poll(() => calls).toBeGreaterThan(before + 2)
    }
    writeFileSync(file, `${ADMIN_KEY}\n${second}\n`)
    client.admin = second
    await afterCalls()
    writeFileSync(file, `${second}\n`)
    const [old] = server.sandbox.keys.list()
    const next = await by(server, second, 'POST', '/keys', {
      kind: 'workspace',
      name: 'team-2',
      workspace: 'team',
    })
    client.key = (next.body as CreatedKey).key
    Object.assign(client, (await by(server, client.key, 'POST', '/credentials')).body)
    await afterCalls()
    expect((await by(server, second, 'DELETE', `/keys/${old?.id}`)).status).toBe(204)
    expect((await by(server, client.key, 'DELETE', '/credentials/earlier')).status).toBe(204)
    await afterCalls()
    isRunning.value = false
    await running
    expect((await by(server, ADMIN_KEY, 'GET', '/keys')).status).toBe(401)
    const { accessToken } = created.body as { accessToken: string }
    const refused = await server.call('E8', { userIds: [1001] }, { token: accessToken })
    expect((refused.body as { code: string }).code).not.toBe('0')
  })

  test('of the default workspace come only from the settings, if these have credentials', async () => {
    const { status, text } = await by(await keyedServer(), ADMIN_KEY, 'POST', '/credentials')
    expect([status, text]).toEqual([409, expect.stringContaining('come from the settings')])
  })

  test('are at most two sets at once', async () => {
    const server = await keyedServer()
    await by(server, ADMIN_KEY, 'POST', '/workspaces', { name: 'team' })
    const add = () => by(server, ADMIN_KEY, 'POST', '/credentials?workspace=team')
    expect((await add()).status).toBe(201)
    const third = await add()
    expect([third.status, third.text]).toEqual([409, expect.stringContaining('2 sets')])
  })
})

describe('a file of keys', () => {
  test('is read again when it changes, and keeps its last keys while it cannot be read', async () => {
    const file = join(freshFolder(), 'admin')
    writeFileSync(file, ADMIN_KEY)
    const server = await injectServer({ env: { SANDBOX_ADMIN_KEY_FILE: file } })
    const problems: unknown[] = []
    server.sandbox.keys.onUnreadable = (error) => problems.push(String(error))
    writeFileSync(file, 'short')
    expect((await by(server, ADMIN_KEY, 'GET', '/keys')).status).toBe(200)
    expect((await by(server, ADMIN_KEY, 'GET', '/keys')).status).toBe(200)
    expect(problems).toEqual([`${file}: a key must have at least 16 characters`])
  })

  test('gives each owner a name and each key an id of its own in the audit, also after a rotation', async () => {
    const file = join(freshFolder(), 'admin')
    const [first, second, third] = ['first', 'second', 'third'].map((one) => `${one}-${ADMIN_KEY}`)
    writeFileSync(file, `# owners\nanna: ${first}\n${second}\n`)
    const server = await injectServer({ env: { SANDBOX_ADMIN_KEY_FILE: file } })
    const changes: string[][] = []
    server.sandbox.keys.onAdminKeys = (keys) => changes.push(keys.map(({ name }) => name))
    const reset = (key = '') => by(server, key, 'POST', '/keys', { kind: 'metrics', name: key })
    for (const key of [first, second]) expect((await reset(key)).status).toBe(201)
    expect((await reset(`anna: ${first}`)).status).toBe(401)
    expect(changes).toEqual([])
    writeFileSync(file, `anna: ${third}\nbert: ${second}\n`)
    expect((await reset(third)).status).toBe(201)
    expect((await reset(first)).status).toBe(401)
    expect(changes).toEqual([['admin:anna', 'admin:bert']])
    const entries = server.sandbox.audit.list({ before: 100, limit: 3 }).reverse()
    expect(entries.map(({ key }) => key)).toEqual(['admin:anna', 'admin-2', 'admin:anna'])
    expect(new Set(entries.map(({ keyId }) => keyId)).size).toBe(3)
  })

  test.each([
    ['anna: short', 'at least 16 characters'],
    [`anna: ${ADMIN_KEY}\nAnna: ${ADMIN_KEY}2`, 'the same name'],
    ['# nobody', 'it must have 1 to 20 keys'],
  ])('is refused at the start where it has %j', async (text, words) => {
    const file = join(freshFolder(), 'admin')
    writeFileSync(file, text)
    await expect(injectServer({ env: { SANDBOX_ADMIN_KEY_FILE: file } })).rejects.toThrow(words)
  })

  test('that cannot be read at the start stops it with a sentence', async () => {
    const file = join(freshFolder(), 'none.json')
    await expect(injectServer({ env: { SANDBOX_KEYS_FILE: file } })).rejects.toThrow(
      `${file} cannot be read`,
    )
  })

  test('takes the place of the keys of the registry, and is changed by its owner only', async () => {
    const file = join(freshFolder(), 'keys.json')
    const { record: admin, key } = newKey({ kind: 'admin', name: 'owner' }, 0)
    writeFileSync(file, JSON.stringify({ keys: [admin] }))
    const server = await injectServer({ env: { SANDBOX_KEYS_FILE: file } })
    expect((await by(server, key, 'GET', '/keys')).body).toMatchObject({
      keys: [{ name: 'owner' }],
    })
    const made = await by(server, key, 'POST', '/keys', { kind: 'ci', name: 'a' })
    expect([made.status, made.text]).toEqual([409, expect.stringContaining(file)])
    writeFileSync(file, JSON.stringify({ keys: [] }))
    expect((await by(server, key, 'GET', '/keys')).status).toBe(401)
  })
})

test('an admin key of less than 16 characters is refused in staging', () => {
  const staging = { SANDBOX_PROFILE: 'staging', SANDBOX_DATA: 'data' }
  expect(() => readConfig([], { ...staging, SANDBOX_ADMIN_KEY: '123456789012345' })).toThrow(
    'at least 16',
  )
  expect(() => readConfig([], staging)).toThrow('SANDBOX_ADMIN_KEY is required')
  expect(readConfig([], { ...staging, SANDBOX_ADMIN_KEY_FILE: 'admin' }).adminKeyFile).toBe('admin')
})

describe('the audit', () => {
  const auditOf = async (server: TestServer, query = '') => {
    const { body } = await by(server, ADMIN_KEY, 'GET', `/audit${query}`)
    return (body as { entries: Record<string, unknown>[] }).entries
  }

  test('has the address of the proxy if the proxy forwards an invalid address of the caller', async () => {
    const server = await keyedServer({ SANDBOX_TRUST_PROXY: 'on' })
    const change = (forwarded: string, path = '/workspaces/none') =>
      send(`${server.url}/_sandbox${path}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'x-forwarded-for': forwarded },
      })
    for (const text of ['<img src=x>', 'a'.repeat(6_000), '10.0.0.1:80']) {
      await change(text)
      expect((await auditOf(server))[0]).toMatchObject({ caller: '127.0.0.1' })
    }
    for (const address of ['203.0.113.7', '2001:db8::7']) {
      await change(address)
      expect((await auditOf(server))[0]).toMatchObject({ caller: address })
    }
  })

  test('keeps no text that is longer than 200 characters, of whichever column', async () => {
    const server = await keyedServer()
    await by(server, ADMIN_KEY, 'DELETE', `/snapshots/a?workspace=${'w'.repeat(1_000)}`)
    const { workspaceName, detail } = (await auditOf(server))[0] as Record<string, string>
    expect(workspaceName).toBe(`${'w'.repeat(199)}…`)
    expect(detail).toHaveLength(200)
    const long = 'a'.repeat(10_000)
    server.sandbox.audit.add({ action: long, key: long, requestId: long, result: 'done' })
    const [kept] = await auditOf(server)
    expect(JSON.stringify(kept).length).toBeLessThan(1_000)
  })

  test('has each change once, also those that are refused, newest first', async () => {
    const server = await keyedServer()
    const { key, id } = await make(server, { kind: 'ci', name: 'pipelines' })
    await by(server, key, 'POST', '/workspaces', { name: 'p1' })
    await by(server, key, 'POST', '/reset?workspace=p1')
    await by(server, key, 'POST', '/reset')
    await by(server, ADMIN_KEY, 'POST', '/reset?workspace=p1')
    await by(server, ADMIN_KEY, 'GET', '/clock?workspace=p1')
    await by(server, 'wrong', 'DELETE', '/workspaces/p1')
    await by(server, key, 'DELETE', '/workspaces/p1')
    await by(server, ADMIN_KEY, 'DELETE', '/workspaces/p1')
    const entries = await auditOf(server)
    expect(
      entries.map(({ key: by, action, workspaceName, result }) => [
        by,
        action,
        workspaceName,
        result,
      ]),
    ).toEqual([
      ['admin', 'DELETE /_sandbox/workspaces/{id}', 'p1', 'refused'],
      ['pipelines', 'DELETE /_sandbox/workspaces/{id}', 'p1', 'done'],
      ['admin', 'POST /_sandbox/reset', 'p1', 'done'],
      ['pipelines', 'POST /_sandbox/reset', 'default', 'refused'],
      ['pipelines', 'POST /_sandbox/workspaces', 'p1', 'done'],
      ['admin', 'POST /_sandbox/keys', null, 'done'],
    ])
    expect(entries[0]?.detail).toBe('Workspace "p1" does not exist')
    expect(entries[1]).toMatchObject({
      keyId: id,
      caller: '127.0.0.1',
      requestId: expect.any(String),
    })
    expect(JSON.stringify(entries)).not.toContain(key)
    expect((await auditOf(server, '?about=p1')).length).toBe(4)
    expect((await auditOf(server, '?limit=2')).length).toBe(2)
  })

  test('says which workspaces ended by time', async () => {
    const server = await keyedServer()
    await by(server, ADMIN_KEY, 'POST', '/workspaces', { name: 'short', ttlMs: 1_000 })
    server.sandbox.machineClock.set({ mode: 'offset', offsetMs: 2_000 })
    expect((await by(server, ADMIN_KEY, 'GET', '/workspaces/short')).status).toBe(404)
    const [last] = await auditOf(server, '?about=short')
    expect(last).toMatchObject({ key: null, action: 'end of lifetime', result: 'done' })
  })

  test('has no more entries than its maximum', async () => {
    const { audit, registry } = (await keyedServer()).sandbox
    registry.store.run(
      "INSERT INTO audit (number, at_ms, action, result) VALUES (1, 1, 'old', 'done')",
    )
    const today = 'SELECT count(*) FROM audit'
    audit.add({ action: 'new', result: 'done' })
    expect(registry.store.value(today)).toBe(1)
    const newer = `INSERT INTO audit (number, at_ms, action, result) SELECT ?, at_ms, 'newer', 'done' FROM audit`
    registry.store.run(newer, LIMITS.auditEntries.max + 1)
    audit.add({ action: 'newest', result: 'done' })
    expect(audit.list({ before: 2 ** 40, limit: 9 }).map(({ action }) => action)).toEqual([
      'newest',
      'newer',
    ])
  })

  test('has a bound of its own for refused attempts, so that they push out no change', async () => {
    const { audit, registry } = (await keyedServer()).sandbox
    const { max } = LIMITS.refusedAuditEntries
    audit.add({ action: 'change', result: 'done' })
    registry.store.run(
      `INSERT INTO audit (at_ms, action, result)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        SELECT at_ms, 'attempt', 'refused' FROM n, audit WHERE number = 1`,
      max,
    )
    audit.add({ action: 'last attempt', result: 'refused' })
    const count = `SELECT count(*) FROM audit WHERE result = ?`
    expect(registry.store.value(count, 'refused')).toBe(max)
    expect(registry.store.value(count, 'done')).toBe(1)
    expect(audit.list({ before: 2 ** 40, limit: 1 })[0]?.action).toBe('last attempt')
    const plan = registry.store.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT number FROM audit WHERE result = 'refused' AND number <= 9 ORDER BY number DESC`,
    )
    expect(plan.map(({ detail }) => detail).join()).toContain('audit_refused')
  })
})
