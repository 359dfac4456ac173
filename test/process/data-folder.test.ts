import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { markDisposable } from '#src/store/db/owner-mark.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { type Fixtures, type Reply, send } from '#test/kit/http.ts'
import { listeningServer } from '#test/kit/listening-server.ts'
import {
  callOperation,
  freshFolder,
  type ServerProcess,
  startProcess,
  stopProcess,
  withFileLimit,
} from '#test/kit/process.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { TOKEN } from '#test/kit/server.ts'

type Env = Readonly<Record<string, string>>

const DATABASE = 'database.1'
const WELL_KNOWN = { clientId: '00000000-sandbox', clientKey: 'sandbox-key' }
const ADMIN = { authorization: 'Bearer the key of a server' }

const staging = (folder: string): Env => ({
  SANDBOX_LOG_FORMAT: 'pretty',
  SANDBOX_DATA: folder,
  SANDBOX_PROFILE: 'staging',
  SANDBOX_DRAIN_MS: '0',
  SANDBOX_ADMIN_KEY: 'the key of a server',
})

const post = (url: string, path: string, body: unknown): Promise<Reply> =>
  send(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const askToken = (url: string, client: object): Promise<Reply> =>
  post(url, '/open-api/oauth/get-token', client)

const queryUsers = (url: string, token: string): Promise<Reply> =>
  callOperation(url, 'E8', { userIds: [] }, { 'access-token': token })

const grantedIn = (reply: Reply): string => {
  expect(reply.body, reply.text).toMatchObject({ code: '0' })
  return (reply.body as { result: { access_token: string } }).result.access_token
}

const startOnce = async (env: Env): Promise<void> => {
  const server = startProcess(env)
  await server.url()
  await stopProcess(server)
}

/** The one line that a failed start prints. */
const failure = async (env: Env): Promise<string> => {
  const { code, stdout, stderr } = await startProcess(env).ending()
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^dam-sandbox: [^\n]+\n$/)
  return stderr
}

/** The client that a start in staging prints for people, which a test's pipe does not get by itself. */
const printedClient = async (server: ServerProcess) => ({
  clientId: (await server.until(/client id\s+(\S+)\n/))[1] ?? '',
  clientKey: (await server.until(/client key\s+(\S+)\n/))[1] ?? '',
})

describe('a start on a data folder', () => {
  test('leaves foreign files untouched', async () => {
    const data = freshFolder()
    await startOnce({ SANDBOX_DATA: data })
    const databases = join(data, 'databases')
    const foreign = [
      'level.dat',
      'database.1.backup',
      'my.database.1',
      'database.x',
      '0000000.database.1',
    ]
    for (const name of foreign) writeFileSync(join(databases, name), `this is ${name}`)
    mkdirSync(join(databases, 'backup'))
    writeFileSync(join(databases, 'backup', DATABASE), 'an old one')
    await startOnce({ SANDBOX_DATA: data })
    for (const name of foreign)
      expect(readFileSync(join(databases, name), 'utf8')).toBe(`this is ${name}`)
    expect(readFileSync(join(databases, 'backup', DATABASE), 'utf8')).toBe('an old one')
  })

  test('fails beside a registry that knows none of the databases, and leaves them untouched', async () => {
    const data = freshFolder()
    await startOnce({ SANDBOX_DATA: data })
    const databases = join(data, 'databases')
    const before = readFileSync(join(databases, DATABASE))
    for (const name of readdirSync(data).filter((file) => file.startsWith('registry.')))
      rmSync(join(data, name))
    const line = await failure({ SANDBOX_DATA: data })
    expect(line).toContain(
      `${databases} has databases, but registry.sqlite next to it cannot be used: it is missing`,
    )
    expect(readdirSync(databases)).toEqual([DATABASE])
    expect(readFileSync(join(databases, DATABASE)).equals(before)).toBe(true)
  })

  test.each([[`${DATABASE}.new`], [DATABASE]])(
    'succeeds after a first start that was killed and left only %s',
    async (left) => {
      const data = freshFolder()
      await startOnce({ SANDBOX_DATA: data })
      markDisposable(join(data, 'databases', DATABASE))
      const bytes = readFileSync(join(data, 'databases', DATABASE))
      const registry = new Database(join(data, 'registry.sqlite'))
      registry.exec('DELETE FROM tokens; DELETE FROM portal_apps; DELETE FROM clients')
      registry.exec('DELETE FROM workspaces')
      registry.close()
      rmSync(join(data, 'databases', DATABASE))
      writeFileSync(join(data, 'databases', left), bytes)
      const url = await startProcess({ SANDBOX_DATA: data }).url()
      expectSuccess(await queryUsers(url, TOKEN), [])
    },
  )

  test('fails when the registry is not a database', async () => {
    const data = freshFolder()
    const registry = join(data, 'registry.sqlite')
    writeFileSync(registry, 'this is no database'.repeat(1_000))
    expect(await failure({ SANDBOX_DATA: data })).toContain(`the registry ${registry} cannot`)
  })
})

describe('a full disk', () => {
  test('rejects a workspace that does not fit, keeps nothing of it, and has room for a smaller one', async () => {
    const data = freshFolder()
    // Room for a database of the seed minimal, not for one of the seed demo.
    const program = withFileLimit(512 * 1_024)
    const env = { SANDBOX_DATA: data, SANDBOX_SEED: 'minimal' }
    const url = await startProcess(env, [], program).url()
    for (let count = 0; count < 3; count += 1) {
      const reply = await act({ url }, '/workspaces', { seed: 'demo' })
      expectRefused(reply, 507, 'is full; the call stored nothing')
      const files = readdirSync(join(data, 'databases'))
      // Beside it the template of the seed minimal at this day.
      const kept = files.filter((file) => !/-(wal|shm)$/.test(file))
      expect(kept).toEqual([DATABASE, 'template.1'])
    }
    expect((await act({ url }, '/workspaces', { seed: 'minimal' })).status).toBe(201)
  })
})

describe('a new data folder', () => {
  test('is accessible only to its owner: folders and files, write-ahead logs included', async () => {
    const data = join(freshFolder(), 'new', 'data')
    const server = startProcess({ SANDBOX_DATA: data })
    const url = await server.url()
    grantedIn(await askToken(url, WELL_KNOWN))
    const { crowdPack } = (await send(`${url}/_sandbox/fixtures`, {})).body as Fixtures
    const deleted = await callOperation(url, 'E18', crowdPack)
    expect(deleted.body).toMatchObject({ code: '0' })
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
    for (const name of ['registry.sqlite', `databases/${DATABASE}`])
      expect(files).toEqual(expect.arrayContaining([name, `${name}-wal`]))
    for (const name of ['..', '.', ...files]) {
      const stats = statSync(join(data, name))
      expect(stats.mode & 0o777, name).toBe(stats.isDirectory() ? 0o700 : 0o600)
    }
  })
})

describe('credentials in a data folder', () => {
  test('survive a first start in staging whose port was in use', async () => {
    const { port } = await listeningServer('')
    const env = staging(freshFolder())
    expect(await failure({ ...env, SANDBOX_PORT: port })).toContain('is in use')
    const server = startProcess(env)
    const url = await server.url()
    grantedIn(await askToken(url, await printedClient(server)))
  })

  test('exclude a client of another profile with the well-known key in staging', async () => {
    const data = freshFolder()
    const acme = { clientId: 'acme', clientKey: 'sandbox-key' }
    const local = startProcess({ SANDBOX_DATA: data, SANDBOX_CLIENT_ID: 'acme' })
    const token = grantedIn(await askToken(await local.url(), acme))
    await stopProcess(local)
    const server = startProcess(staging(data))
    const url = await server.url()
    const printed = await printedClient(server)
    expect(printed.clientKey).not.toBe('sandbox-key')
    for (const client of [acme, WELL_KNOWN]) expectRefusal(await askToken(url, client), '90010008')
    for (const known of [token, TOKEN]) expectRefusal(await queryUsers(url, known), '90010003')
    grantedIn(await askToken(url, printed))
  })

  test('become invalid with their tokens when the settings name another pair', async () => {
    const env = staging(freshFolder())
    const pair = (name: string): Env => ({
      SANDBOX_CLIENT_ID: `${name}-id`,
      SANDBOX_CLIENT_KEY: `${name}-key`,
    })
    const client = (name: string) => ({ clientId: `${name}-id`, clientKey: `${name}-key` })
    const first = startProcess({ ...env, ...pair('old') })
    const token = grantedIn(await askToken(await first.url(), client('old')))
    await stopProcess(first)
    const second = startProcess({ ...env, ...pair('new') })
    const url = await second.url()
    expectRefusal(await askToken(url, client('old')), '90010008')
    expectRefusal(await queryUsers(url, token), '90010003')
    expectSuccess(await queryUsers(url, grantedIn(await askToken(url, client('new')))), [])
  })

  test('must not be the well-known ones in staging, with one line for each', async () => {
    const env = {
      ...staging(freshFolder()),
      SANDBOX_CLIENT_ID: WELL_KNOWN.clientId,
      SANDBOX_CLIENT_KEY: WELL_KNOWN.clientKey,
    }
    const { code, stderr } = await startProcess(env).ending()
    expect(code).toBe(1)
    const rest = 'must not be the well-known one in the profile staging'
    expect(stderr).toBe(
      `dam-sandbox: SANDBOX_CLIENT_ID ${rest}\ndam-sandbox: SANDBOX_CLIENT_KEY ${rest}\n`,
    )
  })

  test('survive a start without a profile after staging, which fails', async () => {
    const env = staging(freshFolder())
    const before = startProcess(env)
    await before.url()
    const generated = await printedClient(before)
    await stopProcess(before)
    const { SANDBOX_DATA: data = '' } = env
    expect(await failure({ SANDBOX_DATA: data })).toBe(
      `dam-sandbox: the data folder ${data} has credentials of the profile staging; start it with ` +
        'SANDBOX_PROFILE=staging, or with SANDBOX_PROFILE=local to replace them with the well-known ones\n',
    )
    const after = startProcess(env)
    grantedIn(await askToken(await after.url(), generated))
  })

  test('become the well-known ones in local after staging when the start names the profile', async () => {
    const data = freshFolder()
    const before = startProcess(staging(data))
    const stagingUrl = await before.url()
    const generated = await printedClient(before)
    const token = grantedIn(await askToken(stagingUrl, generated))
    const shown = await send(`${stagingUrl}/_sandbox/fixtures`, { headers: ADMIN })
    expect((shown.body as Fixtures).app).toEqual({ ...generated, accessToken: null })
    await stopProcess(before)
    const local = startProcess({ SANDBOX_DATA: data, SANDBOX_PROFILE: 'local' })
    const url = await local.url()
    await local.until(
      new RegExp(
        `credentials replace the credentials of the profile staging .client ${generated.clientId}`,
      ),
    )
    const { app, portalApp } = (await send(`${url}/_sandbox/fixtures`, {})).body as Fixtures
    expect(app).toEqual({ ...WELL_KNOWN, accessToken: TOKEN })
    expect(portalApp).toEqual({ appKey: '00000000-portal', appSecret: 'portal-secret' })
    expectSuccess(await queryUsers(url, TOKEN), [])
    expectRefusal(await askToken(url, generated), '90010008')
    expectRefusal(await queryUsers(url, token), '90010003')
  })
})
