import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { markDisposable, readOwner } from '#src/store/db/owner-mark.ts'
import { act } from '#test/kit/acts.ts'
import { runProcess } from '#test/kit/cli.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { callOperation, freshFolder, startProcess, stopProcess } from '#test/kit/process.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { TOKEN } from '#test/kit/server.ts'

const start = async (data: string, env: Readonly<Record<string, string>> = {}) => {
  const process = startProcess({ SANDBOX_DATA: data, SANDBOX_LOG_FORMAT: 'json', ...env })
  return { process, url: (await process.url()).replace(/\/$/, '') }
}

const kill = async ({ process }: Awaited<ReturnType<typeof start>>): Promise<void> => {
  process.kill('SIGKILL')
  await process.ending()
}

const users = (url: string, token: string) =>
  callOperation(url, 'E8', { userIds: [1001] }, { 'access-token': token })

const expectAnswered = (reply: Reply): void =>
  expect(reply.body, reply.text).toMatchObject({ code: '0', result: [{ id: 1001 }] })

/** The bytes of all databases and snapshots of a data folder, by their names. */
const databasesIn = (data: string) => {
  const folder = join(data, 'databases')
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )
}

/** A data folder of a server that was killed, with a second workspace and a snapshot of it. */
const killed = async () => {
  const data = freshFolder()
  const server = await start(data)
  const made = await createWorkspace({ url: server.url }, { name: 'team-a' })
  await act(server, `/snapshots?workspace=${made.id}`, { name: 'first' })
  await kill(server)
  return { data, made, registry: join(data, 'registry.sqlite') }
}

const CHANGED = Buffer.alloc(4_096, 0xa5)

const DAMAGES: [what: string, damage: (registry: string) => void, words: string][] = [
  [
    'is empty',
    (path) => truncateSync(path, 0),
    'registry.sqlite next to it cannot be used: it is empty',
  ],
  ['has lost its log', () => undefined, 'registry.sqlite next to it has no schema'],
  [
    'is missing',
    (path) => rmSync(path),
    'registry.sqlite next to it cannot be used: it is missing',
  ],
  [
    'has other bytes',
    (path) => writeFileSync(path, CHANGED),
    'next to it cannot be used: it is not a database',
  ],
]

describe('a start beside a registry', () => {
  test.each(DAMAGES)(
    'that %s is refused with a remedy, and leaves all databases',
    async (_what, damage, words) => {
      const { data, registry } = await killed()
      rmSync(`${registry}-wal`)
      damage(registry)
      const before = databasesIn(data)
      const { code, stderr, stdout } = await startProcess({ SANDBOX_DATA: data }).ending()
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^dam-sandbox: [^\n]+\n$/)
      expect(stderr).toContain(words)
      expect(stderr).toContain(`dam-sandbox repair --data ${data}`)
      expect(databasesIn(data)).toEqual(before)
    },
  )

  test.each<[string, (path: string) => void, string]>([
    ['cut', (path) => truncateSync(path, Math.trunc(statSync(path).size / 2)), 'is cut: it has'],
    [
      'altered',
      (path) => writeFileSync(path, readFileSync(path).fill(0xa5, 8_192, 40_960)),
      `is damaged: `,
    ],
  ])(
    'that is %s is refused with a remedy, and leaves all databases',
    async (_what, damage, words) => {
      const { data, registry } = await killed()
      await stopProcess((await start(data)).process)
      damage(registry)
      const before = databasesIn(data)
      const { code, stderr } = await startProcess({ SANDBOX_DATA: data }).ending()
      expect(code).toBe(1)
      expect(stderr).toContain(words)
      expect(stderr).toContain(`dam-sandbox repair --data ${data}`)
      expect(databasesIn(data)).toEqual(before)
    },
  )

  test('whose log is damaged is refused, and keeps the log', async () => {
    const { data, registry } = await killed()
    writeFileSync(`${registry}-wal`, CHANGED)
    const { code, stderr } = await startProcess({ SANDBOX_DATA: data }).ending()
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('its log') })
    expect(readFileSync(`${registry}-wal`).equals(CHANGED)).toBe(true)
  })

  test('that is older moves the databases aside that it does not know, overwrites none there, and names them', async () => {
    const data = freshFolder()
    await stopProcess((await start(data)).process)
    const registry = join(data, 'registry.sqlite')
    copyFileSync(registry, `${registry}.before`)
    const server = await start(data)
    const made = await createWorkspace({ url: server.url })
    await act(server, `/snapshots?workspace=${made.id}`, { name: 'first' })
    await stopProcess(server.process)
    renameSync(`${registry}.before`, registry)
    mkdirSync(join(data, 'unknown'))
    writeFileSync(join(data, 'unknown', 'database.2'), 'an earlier one')
    const { process, url } = await start(data)
    const names = ['database.2', 'database.2~2', 'image.1']
    for (const name of ['database.2~2', 'image.1'])
      await process.until(new RegExp(`"workspace":"${made.id}".*moved to .*/unknown/${name}\\.`))
    expect(readdirSync(join(data, 'unknown')).sort()).toEqual(names)
    expect(readFileSync(join(data, 'unknown', 'database.2'), 'utf8')).toBe('an earlier one')
    expectAnswered(await users(url, TOKEN))
    expectRefusal(await users(url, made.accessToken), '90010003')
  })

  test('removes what a killed server left half-made, and moves none of it aside', async () => {
    const { data } = await killed()
    const folder = join(data, 'databases')
    copyFileSync(join(folder, 'database.1'), join(folder, 'database.7'))
    markDisposable(join(folder, 'database.7'))
    for (const name of ['template.9', 'image.8.part', 'database.8.part', 'database.8.part-wal'])
      writeFileSync(join(folder, name), 'half of it')
    await start(data)
    expect(existsSync(join(data, 'unknown'))).toBe(false)
    const left = readdirSync(folder).filter((name) => !name.includes('-'))
    expect(left.sort()).toEqual(['database.1', 'database.2', 'image.1'])
  })

  test('tells a snapshot that is lost from a template of an earlier version, and keeps both', async () => {
    const { data } = await killed()
    const folder = join(data, 'databases')
    for (const name of ['image.7', 'image.8'])
      copyFileSync(join(folder, 'image.1'), join(folder, name))
    const database = new Database(join(folder, 'image.8'))
    database.pragma('application_id = 0')
    database.close()
    const { process } = await start(data)
    await process.until(/"level":30.*No snapshot uses image\.8, probably a template/)
    await process.until(/"level":40.*No workspace uses image\.7; moved/)
    expect(readdirSync(join(data, 'unknown')).sort()).toEqual(['image.7', 'image.8'])
  })

  test('moves uploaded files aside that nothing names, until a workspace names them again', async () => {
    const data = freshFolder()
    const first = await start(data)
    await stopProcess(first.process)
    const digest = '5'.repeat(64)
    const path = join(data, 'files', 'contents', '55', digest)
    mkdirSync(join(data, 'files', 'contents', '55'), { recursive: true })
    writeFileSync(path, 'bytes')
    const { process } = await start(data)
    await process.until(/Moved 1 file that no workspace references to .*\/unknown\/files;/)
    expect(existsSync(path)).toBe(false)
    expect(readFileSync(join(data, 'unknown', 'files', digest), 'utf8')).toBe('bytes')
  })
})

const repaired = async (data: string, ...args: string[]) => {
  const { code, stdout, stderr } = await runProcess(['repair', '--data', data, '--json', ...args])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('dam-sandbox repair', () => {
  test('rebuilds a lost registry with new credentials, and keeps data, snapshots and ids', async () => {
    const { data, made, registry } = await killed()
    rmSync(`${registry}-wal`)
    const found = await repaired(data)
    expect(found).toMatchObject({ registry: 'rebuilt', left: [] })
    expect(found.workspaces).toMatchObject([
      { id: '00000000', name: 'default', result: 'added', credentials: null },
      { id: made.id, result: 'added', snapshots: ['recovered-1'] },
    ])
    const { url } = await start(data)
    const { accessToken, clientId } = found.workspaces[1].credentials
    expect(clientId.startsWith(made.id)).toBe(true)
    expectAnswered(await users(url, accessToken))
    expectAnswered(await users(url, TOKEN))
    const restored = await act({ url }, `/snapshots/recovered-1/restore?workspace=${made.id}`)
    expect(restored.status, restored.text).toBe(200)
  })

  test('takes names and credentials from a backup, and leaves out what was deleted since', async () => {
    const { data, made, registry } = await killed()
    const server = await start(data)
    const gone = await createWorkspace({ url: server.url }, { name: 'gone' })
    const folder = join(freshFolder(), 'backup')
    const env = { SANDBOX_URL: server.url }
    expect(await runProcess(['backup', 'create', folder], env)).toMatchObject({ code: 0 })
    await send(`${server.url}/_sandbox/workspaces/${gone.id}`, { method: 'DELETE' })
    const later = await createWorkspace({ url: server.url })
    await stopProcess(server.process)
    truncateSync(registry, 0)
    const { workspaces } = await repaired(data, '--backup', folder)
    expect(workspaces).toMatchObject([
      { id: gone.id, name: 'gone', result: 'forgotten' },
      { id: later.id, name: later.id, result: 'added' },
    ])
    const { url } = await start(data)
    expectAnswered(await users(url, made.accessToken))
    const listed = (await send(`${url}/_sandbox/workspaces`, {})).body
    const names = (listed as { workspaces: { name: string }[] }).workspaces.map(({ name }) => name)
    expect(names.sort()).toEqual([later.id, 'default', 'team-a'].sort())
  })

  test('lists snapshots of a backup that the folder does not have, and keeps the others', async () => {
    const { data, made, registry } = await killed()
    const server = await start(data)
    for (const name of ['second', 'third'])
      await act(server, `/snapshots?workspace=${made.id}`, { name })
    const folder = join(freshFolder(), 'backup')
    const env = { SANDBOX_URL: server.url }
    expect(await runProcess(['backup', 'create', folder], env)).toMatchObject({ code: 0 })
    await send(`${server.url}/_sandbox/snapshots/second?workspace=${made.id}`, { method: 'DELETE' })
    await stopProcess(server.process)
    rmSync(registry)
    const { code, stdout } = await runProcess(['repair', '--data', data, '--backup', folder])
    expect(code).toBe(0)
    expect(stdout).toContain(`snapshots-forgotten ${made.id} team-a database.2, snapshot second\n`)
    expect(stdout).toContain('backup restore --workspace')
    const listed = await send(
      `${(await start(data)).url}/_sandbox/snapshots?workspace=${made.id}`,
      {},
    )
    const names = (listed.body as { snapshots: { name: string }[] }).snapshots
    expect(names.map(({ name }) => name)).toEqual(['first', 'third'])
  })

  test('brings back a database that a start with an older registry has moved aside', async () => {
    const data = freshFolder()
    const registry = join(data, 'registry.sqlite')
    await stopProcess((await start(data)).process)
    copyFileSync(registry, `${registry}.before`)
    const server = await start(data)
    const made = await createWorkspace({ url: server.url })
    await act(server, '/reset', { parts: ['data'] })
    await stopProcess(server.process)
    renameSync(`${registry}.before`, registry)
    const second = await start(data)
    expectRefusal(await users(second.url, TOKEN), '90000014')
    await stopProcess(second.process)
    const { workspaces, registry: kept } = await repaired(data)
    expect(kept).toBe('kept')
    expect(workspaces).toMatchObject([
      { id: '00000000', result: 'database' },
      { id: made.id, result: 'added' },
    ])
    const { url } = await start(data)
    expectAnswered(await users(url, TOKEN))
    expectAnswered(await users(url, workspaces[1].credentials.accessToken))
  })

  test('goes on without a damaged log, which it keeps', async () => {
    const { data } = await killed()
    const log = join(data, 'databases', 'database.2-wal')
    writeFileSync(log, CHANGED)
    const moved = join(data, 'unknown', 'database.2-wal')
    expect(await repaired(data)).toMatchObject({ registry: 'kept', left: [{ path: moved }] })
    expect(readFileSync(moved).equals(CHANGED)).toBe(true)
  })

  test('gives a database of an earlier version, which does not say whose it is, to a new workspace', async () => {
    const { data, registry } = await killed()
    for (const name of [registry, `${registry}-wal`]) rmSync(name)
    const path = join(data, 'databases', 'database.2')
    const database = new Database(path)
    database.pragma('application_id = 0')
    database.close()
    expect(readOwner(path)).toBeUndefined()
    const { workspaces } = await repaired(data)
    expect(workspaces).toMatchObject([{ id: '00000000' }, { databaseFile: 'database.2' }])
    const { url } = await start(data)
    expectAnswered(await users(url, workspaces[1].credentials.accessToken))
  })

  test('ends with 3 where a workspace has no whole database, and names it', async () => {
    const { data, made } = await killed()
    for (const name of ['database.2', 'database.2-wal']) rmSync(join(data, 'databases', name))
    const { code, stderr } = await runProcess(['repair', '--data', data])
    expect(code).toBe(3)
    expect(stderr).toContain(`workspace team-a (${made.id}): database.2 is missing or damaged`)
    expect(stderr).toContain('reset them')
  })

  test.each<[what: string, damage: (path: string) => void, hasBackup: boolean]>([
    ['other bytes', (path) => writeFileSync(path, CHANGED), false],
    ['other bytes, with a backup', (path) => writeFileSync(path, CHANGED), true],
    ['its first half only', (path) => truncateSync(path, statSync(path).size / 2), false],
    ['no bytes, with a backup', (path) => truncateSync(path, 0), true],
  ])('lets a server start whose default workspace has %s', async (_what, damage, hasBackup) => {
    const { data, made, registry } = await killed()
    const backup = join(freshFolder(), 'backup')
    const server = await start(data)
    await runProcess(['backup', 'create', backup, '--url', server.url])
    await act(server, '/reset', {})
    const databases = join(data, 'databases')
    const isDatabase = (name: string) => /^database\.\d+$/.test(name)
    await expect.poll(() => readdirSync(databases).filter(isDatabase)).toHaveLength(2)
    await kill(server)
    const isDefault = (name: string) =>
      isDatabase(name) && Object(readOwner(join(databases, name))).workspaceId === '00000000'
    for (const name of readdirSync(databases).filter(isDefault)) {
      rmSync(join(databases, `${name}-wal`), { force: true })
      damage(join(databases, name))
    }
    for (const end of ['', '-wal', '-shm']) rmSync(registry + end, { force: true })
    const more = hasBackup ? ['--backup', backup] : []
    const { code, stderr } = await runProcess(['repair', '--data', data, ...more])
    expect(code, stderr).toBe(3)
    expect(stderr).toContain('workspace default (00000000)')
    const repaired = await start(data)
    const { url } = repaired
    const { workspaces } = (await send(`${url}/_sandbox/workspaces`, { method: 'GET' })).body as {
      workspaces: { id: string; damage: string | null }[]
    }
    expect(workspaces.find(({ id }) => id === made.id)?.damage).toBeNull()
    expect(workspaces.find(({ id }) => id === '00000000')?.damage).toContain('database')
    await act(repaired, '/reset', {})
    expectAnswered(await users(url, TOKEN))
  })

  test.each([
    ['a running server', 'stop it'],
    ['a folder that is no data folder', 'is not a data folder: it has no databases folder'],
  ])('refuses %s', async (what, words) => {
    const data = freshFolder()
    if (what === 'a running server') await start(data)
    const { code, stderr } = await runProcess(['repair', '--data', data])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) })
  })
})
