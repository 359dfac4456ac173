import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBackup } from '#src/control/backup/backup-folder.ts'
import { act } from '#test/kit/acts.ts'
import { age, backedUp, contentPath, runBackup } from '#test/kit/backups.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { scrape } from '#test/kit/metrics.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'
import { sendSingle, sha256Of } from '#test/kit/uploads.ts'

const BYTES = Buffer.from('bytes of a file')
const DIGEST = sha256Of(BYTES)

const dataServer = async (data = freshFolder()) => ({
  data,
  server: await startServer({ env: { SANDBOX_DATA: data, SANDBOX_MAX_OPEN: '1' } }),
})

/** A server with a workspace that is closed, which has a file, and a backup of both. */
const backedUpServer = async () => {
  const { server, data } = await dataServer()
  const made = await createWorkspace(server, { name: 'team-a' })
  await sendSingle(server, 'a.bin', BYTES, undefined, { token: made.accessToken })
  server.sandbox.default.open()
  const folder = freshFolder()
  const first = await backedUp(server, 'create', folder)
  const name = server.sandbox.find(made.id)?.record.databaseFile ?? ''
  return { server, data, made, folder, first, database: join(data, 'databases', name) }
}

const blobIn = (data: string): string => join(data, 'files', 'contents', DIGEST.slice(0, 2), DIGEST)

/** Overwrites pages in the middle of a closed database, which opens all the same. */
const overwrite = (path: string): void =>
  writeFileSync(path, readFileSync(path).fill(0xa5, 4_096 * 3, 4_096 * 90))

const DAMAGES: [what: string, damage: (path: string) => void][] = [
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['cut', (path) => truncateSync(path, 10_000)],
  ['overwritten', overwrite],
]

/** A folder can be found, and its bytes cannot be read. */
const unreadable = (path: string): void => {
  rmSync(path)
  mkdirSync(path)
}

describe('a backup of a server with a damaged workspace', () => {
  test.each(DAMAGES)(
    'that is %s has all others and its last good copy, and ends with 3',
    async (_what, damage) => {
      const { server, made, folder, first, database } = await backedUpServer()
      const before = readBackup(folder)
      damage(database)
      const later = await createWorkspace(server, { name: 'later' })
      const { code, stdout, stderr } = await runBackup(server, 'create', folder, '--json')
      expect(code, stderr).toBe(3)
      expect(stderr).toContain(`workspace team-a (${made.id})`)
      expect(stderr).toContain('reset these workspaces')
      expect(JSON.parse(stdout)).toMatchObject({
        error: { code: 'damaged' },
        exitCode: 3,
        databases: 3,
        damaged: [{ keptFromMs: first.takenAtMs }],
      })
      await backedUp(server, 'verify', folder)
      const kept = (backup: typeof before) =>
        backup.databases.find(({ name }) => database.endsWith(name))?.sha256
      expect(kept(readBackup(folder))).toBe(kept(before))
      const data = join(freshFolder(), 'data')
      await backedUp(server, 'restore', folder, '--data', data)
      const { server: restored } = await dataServer(data)
      for (const { accessToken: token } of [made, later])
        expect(await restored.result('E8', { userIds: [1001] }, { token })).toHaveLength(1)
    },
  )

  test('keeps the last good copy also where a reset has since made another database', async () => {
    const { server, made, folder, first } = await backedUpServer()
    await act(server, `/reset?workspace=${made.id}`, { parts: ['data'] })
    server.sandbox.default.open()
    const record = server.sandbox.find(made.id)?.record
    truncateSync(join(server.sandbox.databases.folder, record?.databaseFile ?? ''), 0)
    const { code, stdout } = await runBackup(server, 'create', folder, '--json')
    expect(code).toBe(3)
    expect(JSON.parse(stdout).damaged).toMatchObject([
      { name: record?.databaseFile, keptFromMs: first.takenAtMs },
    ])
    await backedUp(server, 'verify', folder)
  })

  test('is whole again, and ends with 0, once the workspace is reset', async () => {
    const { server, made, folder, database } = await backedUpServer()
    truncateSync(database, 0)
    expect(await runBackup(server, 'create', folder)).toMatchObject({ code: 3 })
    expect(server.sandbox.damage.find(made.id)?.why).toContain('it is empty')
    await act(server, `/reset?workspace=${made.id}`, { parts: ['data'] })
    expect(await backedUp(server, 'create', folder)).toMatchObject({ damaged: [] })
    expect(server.sandbox.damage.size).toBe(0)
  })

  test.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['altered', (path) => writeFileSync(path, 'bytes of a filf')],
    ['cut', (path) => truncateSync(path, 3)],
    ['unreadable', unreadable],
    ['unreadable and empty', (path) => [rmSync(path), symlinkSync('/proc/self/mem', path)]],
  ])(
    'has all but a file that is %s, names its workspace, and ends with 3',
    async (_what, damage) => {
      const { server, data, made } = await backedUpServer()
      damage(blobIn(data))
      const folder = freshFolder()
      const { code, stderr } = await runBackup(server, 'create', folder)
      expect(code).toBe(3)
      expect(stderr).toContain(`workspace team-a (${made.id}): ${DIGEST}`)
      await backedUp(server, 'verify', folder)
      await backedUp(server, 'restore', folder, '--data', join(freshFolder(), 'data'))
    },
  )

  test('has all but a snapshot that cannot be read, and keeps its last good copy', async () => {
    const { server, data, folder } = await backedUpServer()
    await act(server, '/snapshots', { name: 'first' })
    const { takenAtMs } = await backedUp(server, 'create', folder)
    const { imageFile = '' } = server.sandbox.registry.findSnapshot('00000000', 'first') ?? {}
    unreadable(join(data, 'databases', imageFile))
    const { code, stdout } = await runBackup(server, 'create', folder, '--json')
    expect(code).toBe(3)
    const damaged = [{ name: imageFile, keptFromMs: takenAtMs }]
    expect(JSON.parse(stdout)).toMatchObject({ databases: 3, damaged })
    await backedUp(server, 'verify', folder)
  })

  test('is incomplete for the server, which says so in audit, metrics and log until a complete one', async () => {
    const log: string[] = []
    const data = freshFolder()
    const server = await startServer({ env: { SANDBOX_DATA: data }, log })
    const { accessToken: token } = await createWorkspace(server, { name: 'team-a' })
    await sendSingle(server, 'a.bin', BYTES, undefined, { token })
    const folder = freshFolder()
    const incomplete = async () => (await scrape(server.url)).get('last_backup_incomplete')
    expect(await incomplete()).toBeUndefined()
    writeFileSync(blobIn(data), 'bytes of a filf')
    expect(await runBackup(server, 'create', folder)).toMatchObject({ code: 3 })
    expect(await incomplete()).toBe(1)
    expect((await scrape(server.url)).get('damaged_files')).toBe(1)
    const detail = '1 damaged databases or files were left out'
    expect(server.sandbox.audit.list({ before: Infinity, limit: 1 })).toMatchObject([
      { action: 'backup sent', result: 'incomplete', detail },
    ])
    const logged = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(logged).toMatchObject([{ msg: expect.stringContaining(detail) }])
    await sendSingle(server, 'b.bin', BYTES, undefined, { token })
    await backedUp(server, 'create', folder)
    expect(await incomplete()).toBe(0)
  })

  test('is a failed one for the server where its client leaves', async () => {
    const { server } = await backedUpServer()
    const before = (await scrape(server.url)).get('backups_failed_total')
    const cutting = new AbortController()
    const url = `${server.url}/_sandbox/backup`
    const { body } = await fetch(url, { method: 'POST', signal: cutting.signal })
    await body?.getReader().read()
    cutting.abort()
    await expect.poll(async () => (await scrape(server.url)).get('backups_failed_total')).toBe(1)
    expect(before).toBe(0)
    expect(server.sandbox.audit.lastBackup?.isComplete).toBe(true)
    expect(server.sandbox.audit.list({ before: Infinity, limit: 1 })).toMatchObject([
      { action: 'backup failed', result: 'failed' },
    ])
  })

  test('keeps a file that it has and that is damaged on the server', async () => {
    const { server, data, folder } = await backedUpServer()
    writeFileSync(blobIn(data), 'bytes of a filf')
    await backedUp(server, 'create', folder)
    expect(readFileSync(contentPath(folder, () => DIGEST)).equals(BYTES)).toBe(true)
  })
})

describe('a damaged folder of a backup', () => {
  test.each<[string, (path: string) => void]>([
    ['altered', (path) => writeFileSync(path, 'bytes of a filf')],
    ['missing', (path) => rmSync(path)],
    ['cut', (path) => truncateSync(path, 3)],
  ])('gets a file again that is %s', async (_what, damage) => {
    const { server, folder } = await backedUpServer()
    damage(contentPath(folder, () => DIGEST))
    await backedUp(server, 'create', folder)
    await backedUp(server, 'verify', folder)
  })

  test('gets a database again that is altered', async () => {
    const { server, folder } = await backedUpServer()
    overwrite(contentPath(folder, ({ databases }) => databases[0]?.sha256 ?? ''))
    await backedUp(server, 'create', folder)
    await backedUp(server, 'verify', folder)
  })

  test.each<[string, (folder: string) => string, (path: string) => void]>([
    [
      'a file',
      (folder) => contentPath(folder, () => DIGEST),
      (path) => writeFileSync(path, 'bytes of a filf'),
    ],
    [
      'a database',
      (folder) => contentPath(folder, ({ databases }) => databases[1]?.sha256 ?? ''),
      (path) => writeFileSync(path, readFileSync(path).fill(0xa5, 96, 100)),
    ],
  ])(
    'reads no contents that keep size and time: %s is named by verify and copied again with --verify',
    async (_what, pathIn, alter) => {
      const { server, data, folder } = await backedUpServer()
      age(data)
      await backedUp(server, 'create', folder)
      const path = pathIn(folder)
      const { atimeMs, mtimeMs } = statSync(path)
      alter(path)
      utimesSync(path, atimeMs / 1_000, mtimeMs / 1_000 - 1)
      const copied = { databases: 0, files: 0 }
      expect(await backedUp(server, 'create', folder)).toMatchObject({ copied })
      const verified = await runBackup(server, 'verify', folder)
      expect(verified.code).toBe(1)
      expect(verified.stderr).toContain(path)
      expect(verified.stderr).toContain('backup create --verify')
      await backedUp(server, 'create', folder, '--verify')
      await backedUp(server, 'verify', folder)
    },
  )

  test('says where a kept database cannot be read, and copies it again with --verify', async () => {
    const { server, data, folder } = await backedUpServer()
    age(data)
    await backedUp(server, 'create', folder)
    const path = contentPath(folder, ({ databases }) => databases[1]?.sha256 ?? '')
    overwrite(path)
    utimesSync(path, 1_000_000, 1_000_000)
    const { code, stderr } = await runBackup(server, 'create', folder)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run dam-sandbox backup create --verify'),
    })
    await backedUp(server, 'create', folder, '--verify')
    await backedUp(server, 'verify', folder)
  })

  test('restores a workspace that does not need what is damaged, and refuses one that does', async () => {
    const { server, folder } = await backedUpServer()
    writeFileSync(
      contentPath(folder, () => DIGEST),
      'bytes of a filf',
    )
    await backedUp(server, 'restore', folder, '--workspace', 'default')
    const { code, stderr } = await runBackup(server, 'restore', folder, '--workspace', 'team-a')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(DIGEST) })
  })

  test.each<[string, (folder: string) => string, string]>([
    ['a file', (folder) => contentPath(folder, () => DIGEST), 'workspace team-a'],
    [
      'a database',
      (folder) => contentPath(folder, ({ databases }) => databases[1]?.sha256 ?? ''),
      'workspace team-a',
    ],
    [
      'its registry',
      (folder) => contentPath(folder, ({ registry }) => registry.sha256),
      'dam-sandbox repair --data',
    ],
  ])('restores all but %s with --skip-damaged, and lists it', async (_what, path, words) => {
    const { server, folder } = await backedUpServer()
    truncateSync(path(folder), 1)
    const data = join(freshFolder(), 'data')
    const plain = await runBackup(server, 'restore', folder, '--data', data)
    expect(plain).toMatchObject({ code: 1, stderr: expect.stringContaining('--skip-damaged') })
    expect(existsSync(data)).toBe(false)
    const args = ['restore', folder, '--data', data, '--skip-damaged'] as const
    const { code, stdout, stderr } = await runBackup(server, ...args, '--json')
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining(words) })
    expect(JSON.parse(stdout).leftOut).toHaveLength(1)
    expect(readdirSync(join(data, 'databases')).length).toBeGreaterThan(0)
  })
})
