import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { isDamage } from '#src/contract/errors/storage-errors.ts'
import { readBackup } from '#src/control/backup/backup-folder.ts'
import { claimBackup, sendBackup } from '#src/control/transfer/send-backup.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { copyDatabase } from '#src/store/db/copy-database.ts'
import type { Sandbox } from '#src/workspaces/sandbox.ts'
import { act, done } from '#test/kit/acts.ts'
import { unpack } from '#test/kit/archives.ts'
import { age, backedUp, contentPath, runBackup } from '#test/kit/backups.ts'
import { openConnection, requestBytes } from '#test/kit/connections.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { openCopy } from '#test/kit/databases.ts'
import { send } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { sendSingle, sha256Of } from '#test/kit/uploads.ts'

const dataServer = async (data = freshFolder(), env = {}) => ({
  data,
  server: await startServer({ env: { SANDBOX_DATA: data, ...env } }),
})

/** A stream of a whole backup, of which the first bytes have been made. */
const begun = async (sandbox: Sandbox) => {
  const { signal } = new AbortController()
  const onOutcome = () => undefined
  const stream = sendBackup(sandbox, new Set(), { signal, onOutcome, onEnd: claimBackup(sandbox) })
  await once(stream, 'readable')
  return stream
}

const membersIn = (bytes: Buffer | undefined): number => {
  const database = openCopy(bytes ?? Buffer.of())
  try {
    return Number(database.prepare('SELECT count(*) FROM crowd_members').pluck().get())
  } finally {
    database.close()
  }
}

/** Members of crowd packs in the seed. */
const SEEDED = 3

const addMembers = (server: TestServer, signs: readonly string[]) => {
  const { corpId, source, id: crowdPackId } = server.fixtures.crowdPack
  const crowdList = signs.map((crowdUniqueSign) => ({ crowdUniqueSign }))
  return server.result('E7', { corpId, source, crowdPackId, crowdList })
}

describe('a backup of a running server', () => {
  test.each(['memory', 'data folder'])(
    'restores workspaces, credentials, snapshots and files, from %s',
    async (place) => {
      const env = place === 'memory' ? {} : { SANDBOX_DATA: freshFolder() }
      const server = await startServer({ env })
      const made = await createWorkspace(server, { name: 'team a' })
      await act(server, `/snapshots?workspace=${made.id}`, { name: 'first' })
      const bytes = Buffer.from('bytes of a file')
      await sendSingle(server, 'a.bin', bytes)
      const [folder, data] = [join(freshFolder(), 'backup'), join(freshFolder(), 'data')]
      await backedUp(server, 'create', folder)
      await backedUp(server, 'verify', folder)
      await backedUp(server, 'restore', folder, '--data', data)
      const { server: restored } = await dataServer(data)
      const identities = ({ sandbox }: TestServer) =>
        sandbox
          .list('', 10)
          .records.map(({ id, name, signingKey, createdAtMs }) => [
            id,
            name,
            signingKey,
            createdAtMs,
          ])
      expect(identities(restored)).toEqual(identities(server))
      const { id, accessToken: token, clientId, clientKey } = made
      const fixtures = await restored.control(`/fixtures?workspace=${id}`)
      expect(fixtures).toMatchObject({ app: { clientId, clientKey, accessToken: token } })
      expect(await restored.result('E8', { userIds: [1001] }, { token })).toHaveLength(1)
      await done(restored, `/snapshots/first/restore?workspace=${id}`)
      expect(await restored.sandbox.sweeper.sweep()).toMatchObject({ removedFiles: 0 })
      expect(restored.sandbox.files.blobs.find(sha256Of(bytes))).toBeDefined()
    },
  )

  test('can be read by its owner only', async () => {
    const { server } = await dataServer()
    const [folder, data] = [join(freshFolder(), 'backup'), join(freshFolder(), 'data')]
    await backedUp(server, 'create', folder)
    await backedUp(server, 'restore', folder, '--data', data)
    for (const root of [folder, data]) {
      const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
      for (const path of [root, ...paths.map((name) => join(root, name))])
        expect(statSync(path).mode & 0o077, path).toBe(0)
    }
  })

  test.each([
    ['cut', (path: string) => truncateSync(path, 3)],
    ['missing', (path: string) => rmSync(path)],
  ])('sends a file again that is %s in the folder', async (_, damage) => {
    const { server, data } = await dataServer()
    const bytes = Buffer.from('bytes of a file')
    await sendSingle(server, 'a.bin', bytes)
    const folder = freshFolder()
    age(data)
    await backedUp(server, 'create', folder)
    damage(contentPath(folder, () => sha256Of(bytes)))
    expect(await backedUp(server, 'create', folder)).toMatchObject({ copied: { files: 1 } })
    await backedUp(server, 'verify', folder)
  })

  test('does not take the place of the backup of another server', async () => {
    const { server } = await dataServer()
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    const { server: other } = await dataServer()
    const { code, stderr } = await runBackup(other, 'create', folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('the backup of another server')])
    await backedUp(server, 'verify', folder)
  })

  test('copies only what has changed since the previous backup, and removes what no longer exists', async () => {
    const { server, data } = await dataServer()
    const names = ['one', 'two', 'three']
    for (const name of names) await createWorkspace(server, { name })
    await act(server, '/snapshots', { name: 'first' })
    const folder = freshFolder()
    age(data)
    const first = await backedUp(server, 'create', folder)
    expect(first).toMatchObject({
      databases: 5,
      files: 22,
      copied: { databases: 5, files: 22 },
    })
    const before = readBackup(folder)
    await addMembers(server, ['new'])
    await sendSingle(server, 'a.bin', Buffer.from('bytes'))
    await act(server, '/workspaces/two', {}, 'DELETE')
    const second = await backedUp(server, 'create', folder)
    expect(second).toMatchObject({
      databases: 4,
      files: 23,
      copied: { databases: 1, files: 1 },
    })
    age(data)
    await backedUp(server, 'create', folder)
    expect(await backedUp(server, 'create', folder)).toMatchObject({ copied: { databases: 0 } })
    await backedUp(server, 'verify', folder)
    expect(existsSync(contentPath(folder, () => before.registry.sha256))).toBe(false)
  })

  test('has each workspace at one moment, with all that was acknowledged before', async () => {
    const { server } = await dataServer()
    let isOver = false
    let acknowledged = 0
    const writing = (async () => {
      for (; !isOver; acknowledged += 5)
        await addMembers(
          server,
          Array.from({ length: 5 }, (_, index) => `m${acknowledged + index}`),
        )
    })()
    const folder = freshFolder()
    for (let round = 0; round < 5; round += 1) {
      await expect.poll(() => acknowledged).toBeGreaterThan(round * 50)
      const before = acknowledged
      await backedUp(server, 'create', folder)
      const { databases } = readBackup(folder)
      const content = contentPath(folder, () => databases[0]?.sha256 ?? '')
      const added = membersIn(readFileSync(content)) - SEEDED
      expect(added % 5).toBe(0)
      expect(added).toBeGreaterThanOrEqual(before)
    }
    isOver = true
    await writing
  })

  test('has what is reset, deleted or replaced while it is sent', async () => {
    const { server } = await dataServer()
    const { sandbox } = server
    const bytes = Buffer.from('bytes of a file')
    await sendSingle(server, 'a.bin', bytes)
    await addMembers(server, ['new'])
    const { id } = await createWorkspace(server)
    await act(server, '/snapshots', { name: 'first' })
    const database = server.workspace.record.databaseFile
    const image = sandbox.registry.findSnapshot('00000000', 'first')?.imageFile
    const stream = await begun(sandbox)
    await done(server, '/reset', { parts: ['data'] })
    await act(server, '/snapshots', { name: 'first' })
    await act(server, `/workspaces/${id}`, {}, 'DELETE')
    expect(await sandbox.sweeper.sweep()).toEqual({ expiredUploads: 0, removedFiles: 0 })
    const contents = await unpack(await buffer(stream))
    expect(membersIn(contents[`databases/${database}`])).toBe(SEEDED + 1)
    expect(membersIn(contents[`databases/${image}`])).toBe(SEEDED + 1)
    expect(contents[`files/${sha256Of(bytes)}`]?.equals(bytes)).toBe(true)
    expect(JSON.parse(String(contents['backup.json'])).databases).toHaveLength(3)
    await expect.poll(() => sandbox.isBackingUp).toBe(false)
    expect(await sandbox.sweeper.sweep()).toMatchObject({ removedFiles: 1 })
    const left = [...sandbox.registry.databaseFiles()].sort()
    const found = () => readdirSync(join(String(sandbox.options.data), 'databases'))
    await expect
      .poll(() =>
        found()
          .filter((name) => !name.includes('-'))
          .sort(),
      )
      .toEqual(left)
  })

  test('has a database that a deleted workspace still uses', async () => {
    const { server } = await dataServer(freshFolder(), { SANDBOX_MAX_OPEN: '1' })
    const { sandbox } = server
    const { workspace } = await sandbox.create({ seed: 'minimal' })
    const [name] = [workspace.record.databaseFile, sandbox.default.open()]
    expect(workspace.openDatabase).toBeUndefined()
    const stream = await begun(sandbox)
    using _use = workspace.open().acquire()
    workspace.store.run('DELETE FROM crowd_members')
    sandbox.remove(workspace)
    const contents = await unpack(await buffer(stream))
    expect(membersIn(contents[`databases/${name}`])).toBe(0)
  })

  test.each(['open', 'closed'])('has a large database that is %s', async (state) => {
    const { server } = await dataServer(freshFolder(), { SANDBOX_MAX_OPEN: '1' })
    const { sandbox } = server
    const { workspace } = await sandbox.create({ seed: 'minimal' })
    const { store } = workspace
    store.run('DELETE FROM crowd_members')
    store.run('CREATE TABLE filler (bytes BLOB)')
    store.run('INSERT INTO filler VALUES (zeroblob(?))', LIMITS.quickDatabaseBytes.max)
    if (state === 'closed') sandbox.default.open()
    const stream = await begun(sandbox)
    const contents = await unpack(await buffer(stream))
    expect(membersIn(contents[`databases/${workspace.record.databaseFile}`])).toBe(0)
    await expect.poll(() => sandbox.isBackingUp).toBe(false)
    expect(readdirSync(sandbox.files.blobs.paths.unfinished)).toEqual([])
  })

  test('is refused while another one is sent, and is counted when it was sent whole', async () => {
    const { server } = await dataServer()
    const { sandbox } = server
    const cut = await begun(sandbox)
    const folder = freshFolder()
    expect(await runBackup(server, 'create', folder)).toMatchObject({
      code: 1,
      stderr: 'dam-sandbox: Another backup of this server is running; wait until it has finished\n',
    })
    expect(readdirSync(folder)).toEqual([])
    cut.destroy()
    await expect.poll(() => sandbox.isBackingUp).toBe(false)
    expect(sandbox.audit.lastBackup).toBeUndefined()
    const { takenAtMs } = await backedUp(server, 'create', folder)
    expect(sandbox.audit.lastBackup?.atMs).toBeGreaterThanOrEqual(takenAtMs)
    expect(readdirSync(sandbox.files.blobs.paths.unfinished)).toEqual([])
  })

  test('is refused for a list of what it has with anything but digests and databases', async () => {
    const { server } = await dataServer()
    const { sandbox } = server
    const digest = 'a'.repeat(64)
    const ask = (lines: string) =>
      send(`${server.url}/_sandbox/backup`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: lines,
      })
    for (const line of ['x', '', digest.toUpperCase(), `${digest}0`, 'database.1', 'other.1 2.3']) {
      const { status, text } = await ask(`${digest}\n${line}\n${digest}`)
      expect([status, text]).toEqual([400, expect.stringContaining('must be the SHA-256')])
    }
    const long = await ask('a'.repeat(1_000_000))
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('must be the SHA-256')])
    expect(sandbox.isBackingUp).toBe(false)
    const bytes = sandbox.memory.underWay.bytes
    const right = await ask(`${digest}\ndatabase.1 4096.1793000000000000000.5.6\nimage.2 1.2\n`)
    expect(right.status).toBe(200)
    await expect.poll(() => sandbox.isBackingUp).toBe(false)
    await expect.poll(() => sandbox.memory.underWay.bytes).toBe(bytes)
  })

  test('is refused before its list is read where another one runs, and counts the list', async () => {
    const { server } = await dataServer()
    const { sandbox } = server
    const line = `${'a'.repeat(64)}\n`
    const unfinished = openConnection(server)
    const headers = { 'content-type': 'text/plain', 'content-length': '1000000' }
    const bytes = sandbox.memory.underWay.bytes
    unfinished.write(
      requestBytes('POST', '/_sandbox/backup', { headers, body: line.repeat(1_000) }),
    )
    await expect.poll(() => sandbox.memory.underWay.bytes).toBeGreaterThan(bytes + 65_000)
    const unread = openConnection(server)
    unread.write(requestBytes('POST', '/_sandbox/backup', { headers }))
    unread.resume()
    const [answer] = await once(unread, 'data')
    expect(String(answer)).toContain('Another backup of this server is running')
    unread.destroy()
    unfinished.destroy()
    await expect.poll(() => sandbox.isBackingUp).toBe(false)
    await expect.poll(() => sandbox.memory.underWay.bytes).toBe(bytes)
  })

  test('does not wait for a list that arrives too slowly, and lets others run', async () => {
    const { server } = await dataServer()
    const sockets: Socket[] = []
    server.app.server.on('connection', (socket) => sockets.push(socket))
    const slow = openConnection(server)
    const headers = { 'content-type': 'text/plain', 'content-length': '1000000' }
    slow.write(requestBytes('POST', '/_sandbox/backup', { headers, body: 'a' }))
    await expect.poll(() => server.sandbox.isBackingUp).toBe(true)
    const answer = once(slow.resume(), 'data')
    const late = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    for (const socket of sockets) server.app.server.emit('clientError', late, socket)
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 408 /)
    await expect.poll(() => server.sandbox.isBackingUp, { timeout: 5_000 }).toBe(false)
    await backedUp(server, 'create', freshFolder())
  })
})

describe('a copy of a database', () => {
  test('that cannot be written damages no workspace, and ends the backup', async () => {
    const { server } = await dataServer()
    const { sandbox } = server
    const { workspace } = await sandbox.create({ seed: 'minimal' })
    workspace.store.run('CREATE TABLE filler (bytes BLOB)')
    workspace.store.run('INSERT INTO filler VALUES (zeroblob(?))', LIMITS.quickDatabaseBytes.max)
    const { blobs } = sandbox.files
    const newPath = blobs.newPath.bind(blobs)
    let paths = 0
    // SQLite writes no database that has a folder in the place of its journal.
    blobs.newPath = async () => {
      const path = await newPath()
      paths += 1
      if (paths > 1) mkdirSync(`${path}-journal`)
      return path
    }
    const { code, stderr } = await runBackup(server, 'create', freshFolder())
    expect([code, stderr]).toEqual([1, expect.stringContaining('copy of a database cannot be')])
    expect(sandbox.damage.size).toBe(0)
  })

  test('that cannot be written is no damage of the database', async () => {
    const folder = freshFolder()
    const path = join(folder, 'database')
    const database = new Database(path)
    database.exec('CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(1000000))')
    const copyTo = (name: string) => copyDatabase(database, join(folder, name), () => undefined)
    mkdirSync(join(folder, 'copy-journal'))
    const error = await copyTo('copy').catch((reason) => reason)
    expect([isDamage(error), String(error)]).toEqual([false, expect.stringContaining('written')])
    database.close()
  })
})

describe('the folder of a backup', () => {
  test('is refused where it has something else', async () => {
    const { server } = await dataServer()
    const folder = freshFolder()
    mkdirSync(join(folder, 'contents'))
    expect(await runBackup(server, 'create', folder)).toMatchObject({
      code: 1,
      stderr: `dam-sandbox: ${folder} is neither empty nor a backup; choose another folder\n`,
    })
    expect(await runBackup(server, 'verify', folder)).toMatchObject({
      code: 1,
      stderr: `dam-sandbox: ${folder} has no backup: backup.json is missing\n`,
    })
  })

  test('names what is missing, cut or altered, which is not restored', async () => {
    const { server } = await dataServer()
    await sendSingle(server, 'a.bin', Buffer.from('bytes'))
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    const { registry, databases } = readBackup(folder)
    const file = contentPath(folder, () => sha256Of(Buffer.from('bytes')))
    const registryPath = contentPath(folder, () => registry.sha256)
    const database = contentPath(folder, () => databases[0]?.sha256 ?? '')
    const damage: [path: string, bytes: Buffer, reason: string][] = [
      [file, Buffer.from('bytez'), 'altered: its SHA-256 is '],
      [registryPath, readFileSync(registryPath).subarray(0, 5_000), 'cut: it has 5000 of '],
      [database, Buffer.concat([readFileSync(database), Buffer.of(0)]), 'altered: it has '],
    ]
    for (const [path, bytes] of damage) writeFileSync(path, bytes)
    const data = join(freshFolder(), 'data')
    for (const args of [
      ['verify', folder],
      ['restore', folder, '--data', data],
    ]) {
      const { code, stderr } = await runBackup(server, ...args)
      expect(code).toBe(1)
      for (const [path, , reason] of damage)
        expect(stderr).toMatch(new RegExp(`^dam-sandbox: ${path} \\([^)]+\\): ${reason}`, 'm'))
    }
    expect(existsSync(data)).toBe(false)
    const path = join(folder, 'backup.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('"takenAtMs":1', '"takenAtMs":2'))
    expect((await runBackup(server, 'verify', folder)).stderr).toContain(`${path} was altered`)
    writeFileSync(path, text.slice(0, -1))
    expect((await runBackup(server, 'verify', folder)).stderr).toContain(
      `${path} was cut or altered`,
    )
  })

  test('is made whole again by the next backup where contents are missing or cut', async () => {
    const { server, data } = await dataServer()
    const folder = freshFolder()
    age(data)
    await backedUp(server, 'create', folder)
    const { databases, files } = readBackup(folder)
    writeFileSync(
      contentPath(folder, () => files[0]?.sha256 ?? ''),
      '',
    )
    writeFileSync(
      contentPath(folder, () => databases[0]?.sha256 ?? ''),
      '',
    )
    const again = await backedUp(server, 'create', folder)
    expect(again).toMatchObject({ copied: { databases: 1, files: 1 } })
    await backedUp(server, 'verify', folder)
  })
})

describe('a restore', () => {
  test('is refused into a folder that is not empty', async () => {
    const { server, data } = await dataServer()
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    expect(await runBackup(server, 'restore', folder, '--data', data)).toMatchObject({
      code: 1,
      stderr: `dam-sandbox: ${data} is not empty; restore the backup into an empty folder\n`,
    })
    expect((await runBackup(server, 'restore', folder)).stderr).toContain('--data or --workspace')
  })

  test('creates a deleted workspace with its id, name, credentials, data and files', async () => {
    const { server } = await dataServer()
    const made = await createWorkspace(server, {
      name: 'team a',
      clock: { mode: 'frozen', now: 5 },
    })
    const { id, accessToken: token, clientId } = made
    const bytes = Buffer.from('bytes of a file')
    await sendSingle(server, 'a.bin', bytes, undefined, { token })
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    await act(server, `/workspaces/${id}`, {}, 'DELETE')
    await server.sandbox.sweeper.sweep()
    const url = `${server.url}/w/${id}`
    const answer = await backedUp({ url }, 'restore', folder, '--workspace', 'team a')
    expect(answer).toMatchObject({ id, isNew: true, seed: 'minimal' })
    expect(await server.result('E8', { userIds: [1001] }, { token })).toHaveLength(1)
    expect(server.sandbox.files.blobs.find(sha256Of(bytes))).toBeDefined()
    const shown = await server.control(`/workspaces/${id}`)
    expect(shown).toMatchObject({ name: 'team a', clock: 'frozen' })
    expect(server.sandbox.access.workspaceOfClient(clientId)).toBe(id)
  })

  test('replaces data and files of a workspace that is there, and nothing else', async () => {
    const { server } = await dataServer()
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    await addMembers(server, ['new'])
    const { name, signingKey } = server.workspace.record
    const answer = await backedUp(server, 'restore', folder, '--workspace', 'default')
    expect(answer).toMatchObject({ id: '00000000', isNew: false })
    expect(server.workspace.record).toMatchObject({ name, signingKey })
    expect(server.workspace.store.value('SELECT count(*) FROM crowd_members')).toBe(SEEDED)
  })

  test('of a workspace changes nothing where its name, archive or identity is wrong', async () => {
    const { server } = await dataServer()
    const { id } = await createWorkspace(server, { name: 'team a' })
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    await act(server, `/workspaces/${id}`, {}, 'DELETE')
    await createWorkspace(server, { name: 'team a' })
    expect(await runBackup(server, 'restore', folder, '--workspace', id)).toMatchObject({
      code: 1,
      stderr: 'dam-sandbox: Workspace "team a" already exists; choose another name\n',
    })
    const nobody = await runBackup(server, 'restore', folder, '--workspace', 'nobody')
    expect(nobody.stderr).toBe('dam-sandbox: The backup has no workspace "nobody"\n')
    const exported = Buffer.from(await (await fetch(`${server.url}/_sandbox/export`)).arrayBuffer())
    const response = await fetch(`${server.url}/_sandbox/backup/workspaces/12345678`, {
      method: 'PUT',
      headers: { 'content-type': 'application/x-tar' },
      body: exported,
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('manifest.json: ')
    expect(server.sandbox.list('', 10).total).toBe(2)
  })
})
