import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  ConfigError,
  connectSandbox,
  StartError,
  type StartOptions,
  startSandbox,
} from '#src/index.ts'
import { startLibrary } from '#test/kit/library.ts'
import { freshFolder } from '#test/kit/process.ts'
import { TOKEN } from '#test/kit/server.ts'

/** The folders of files that servers in memory of this process have. */
const privateFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`))

describe('startSandbox', () => {
  test('starts a server on a free port with its default workspace', async () => {
    const sandbox = await startLibrary()
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(sandbox.default).toMatchObject({
      id: '00000000',
      name: 'default',
      baseUrl: `${sandbox.url}/w/00000000`,
      accessToken: TOKEN,
      clientId: '00000000-sandbox',
    })
    const { users } = sandbox.default.fixtures
    const found = await sandbox.default.call('E8', { userIds: [users.owner.id] })
    expect(found).toMatchObject([{ email: 'owner@example.com' }])
  })

  test('isolates ten servers in one process, and workspaces in each', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 10 }, () => startLibrary()))
    const workspaces = await Promise.all(
      sandboxes.map((sandbox) => sandbox.workspace({ name: 'same', clock: { mode: 'frozen' } })),
    )
    const [first, ...others] = workspaces.flatMap((one, index) => [one, sandboxes[index]?.default])
    await first?.clock.freeze(5_000)
    await first?.snapshots.take('only here')
    await first?.faults.add({ match: { operation: 'E8' }, phase: 'before', effect: { code: '1' } })
    await first?.seed({ departments: [{ id: 99, name: 'Only here' }] })
    await first?.call('E2', { createDate: '2025' })
    for (const other of others) {
      expect((await other?.clock.get())?.now).not.toBe(5_000)
      expect(await other?.snapshots.list()).toEqual([])
      expect(await other?.faults.list()).toEqual([])
      expect(await other?.journal.list()).toMatchObject({ total: 0 })
      expect(await other?.call('E8', { userIds: [] })).toEqual([])
    }
    expect(new Set(sandboxes.map(({ url }) => url)).size).toBe(10)
    expect(new Set(workspaces.map(({ accessToken }) => accessToken)).size).toBe(10)
    await sandboxes[0]?.close()
    await expect(first?.clock.get()).rejects.toThrow('does not answer')
    expect(await sandboxes[1]?.default.call('E8', { userIds: [] })).toEqual([])
  })

  test('leaves nothing after close: the port is free, files are gone, a second close does nothing', async () => {
    const before = privateFolders()
    const sandbox = await startLibrary()
    const workspace = await sandbox.workspace()
    const { accessToken } = workspace
    const sent = await fetch(`${workspace.baseUrl}/_files/uploads/single?name=a.txt`, {
      method: 'POST',
      headers: { 'access-token': accessToken, 'content-type': 'text/plain' },
      body: 'a file',
    })
    expect(sent.status).toBe(200)
    expect(privateFolders().length).toBe(before.length + 1)
    const listeners = process.listenerCount('exit')
    await sandbox.close()
    await sandbox.close()
    expect(privateFolders()).toEqual(before)
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(listeners)
    const port = Number(new URL(sandbox.url).port)
    expect((await startLibrary({ port })).url).toBe(sandbox.url)
  })

  test('opens workspaces by id and name, also through connectSandbox', async () => {
    const { url } = await startLibrary({ adminKey: 'the key' })
    const connected = connectSandbox(`${url}/`, { adminKey: 'the key' })
    const { id, accessToken } = await connected.workspace({ name: 'mine' })
    expect(await connected.open('mine')).toMatchObject({ id, accessToken })
    expect((await connected.list()).map(({ name }) => name)).toEqual(['default', 'mine'])
    await expect(connected.open('yours')).rejects.toThrow('Workspace "yours" does not exist')
    await expect(connectSandbox(url).list()).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    [undefined, 'got undefined'],
    ['127.0.0.1:4401', 'got "127.0.0.1:4401"'],
    ['localhost:4022', 'got "localhost:4022"'],
  ])('fails to connect to %s with what a server URL must be', (url, got) => {
    const words = `the server URL must be an http or https URL, such as http://127.0.0.1:4022; ${got}`
    expect(() => connectSandbox(url as string)).toThrow(words)
  })

  test('uses the admin key, and in staging generated credentials', async () => {
    const data = join(freshFolder(), 'data')
    const sandbox = await startLibrary({
      profile: 'staging',
      adminKey: 'the key of a server',
      data,
    })
    const { call, accessToken, clientKey } = sandbox.default
    expect(clientKey).not.toBe('sandbox-key')
    expect(accessToken).not.toBe(TOKEN)
    expect(await call('E8', { userIds: [] })).toEqual([])
    const { fixtures } = await sandbox.workspace()
    expect(fixtures.users.owner.email).toBe('owner@example.com')
  })

  test('fails with a sentence for each wrong or unknown option', async () => {
    await expect(startSandbox({ maxOpen: -1, sync: 'maybe' as 'full' })).rejects.toThrow(
      /^sync must be .*\nmaxOpen must be /,
    )
    await expect(startSandbox({ prot: 1 } as StartOptions)).rejects.toThrow(
      'unknown option "prot"; did you mean "port"?',
    )
    await expect(startSandbox({ prot: 1 } as StartOptions)).rejects.toThrow(ConfigError)
    await expect(startSandbox({ seed: '/no/such/seed' })).rejects.toThrow('/no/such/seed')
    await expect(startSandbox({ seed: '/no/such/seed' })).rejects.toThrow(StartError)
    const { url } = await startLibrary()
    const port = Number(new URL(url).port)
    await expect(startSandbox({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use`)
  })

  test('ignores the environment', async () => {
    vi.stubEnv('SANDBOX_SEED', '/no/such/seed')
    vi.stubEnv('SANDBOX_PORT', 'x')
    const sandbox = await startSandbox()
    await sandbox.close()
  })
})
