import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { resetWorkspace } from '#src/control/reset.ts'
import { takeSnapshot } from '#src/control/snapshots.ts'
import { copyDatabase } from '#src/store/db/copy-database.ts'
import { openFile } from '#src/store/db/open-database.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { act } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { STORES } from '#test/kit/uploads.ts'

const MIB = 1_048_576

/** Adds a table that makes a database larger than one copy step, and rows to count in. */
const enlarge = (database: Database.Database, mib = 60) => {
  database.exec(
    'CREATE TABLE filler (bytes BLOB); CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER)',
  )
  const insert = database.prepare('INSERT INTO filler VALUES (zeroblob(?))')
  for (let count = 0; count < mib; count += 1) insert.run(MIB)
  database.exec("INSERT INTO counter VALUES ('first', 0), ('last', 0)")
}

/** Counts once in every turn of the event loop, in the first and the last pages; the returned function stops and returns the count. */
const countOn = (database: Database.Database): (() => number) => {
  let value = 0
  let isOver = false
  const first = database.prepare("UPDATE counter SET value = ? WHERE name = 'first'")
  const last = database.prepare("UPDATE counter SET value = ? WHERE name = 'last'")
  const turn = (): void => {
    if (isOver || !database.open) return
    value += 1
    database.transaction(() => {
      first.run(value)
      last.run(value)
    })()
    void setImmediate().then(turn)
  }
  void setImmediate().then(turn)
  const stop = (): number => {
    isOver = true
    return value
  }
  onTestFinished(() => void stop())
  return stop
}

const counted = (database: Database.Database): number[] =>
  database.prepare<[], number>('SELECT value FROM counter ORDER BY name').pluck().all()

const countedIn = ({ store }: Workspace): number[] => counted(store.sqlite)

const start = async (env: Record<string, string>) => {
  const server = await injectServer({ env })
  const data = server.sandbox.options.data ?? server.sandbox.files.blobs.paths.root
  const images = () =>
    readdirSync(join(data, 'databases')).filter((name) => name.startsWith('image.'))
  return { server, images }
}

const makeLarge = async (server: TestServer): Promise<Workspace> => {
  const { workspace } = await server.sandbox.create()
  enlarge(workspace.store.sqlite)
  return workspace
}

const at = ({ id }: Workspace, path: string) => `${path}?workspace=${id}`

describe('a copy of a database', () => {
  test.each(['off', 'normal'] as const)(
    'is consistent while the one with sync %s is written',
    async (sync) => {
      const source = openFile(join(freshFolder(), 'source'), sync)
      enlarge(source)
      const path = join(freshFolder(), 'copy')
      const stop = countOn(source)
      const seen = await copyDatabase(source, path, () => counted(source))
      const turns = stop()
      // A copy in one step would block the event loop.
      expect(turns).toBeGreaterThan(16)
      expect(seen[0]).toBeGreaterThan(8)
      const copy = new Database(path)
      expect(counted(copy)).toEqual(seen)
      expect(seen[0]).toBe(seen[1])
      expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
      copy.close()
      source.close()
    },
  )
})

describe.each(STORES)('a large workspace, %s', (_name, env) => {
  test('does not block other calls during a snapshot and its restore', async () => {
    const { server } = await start(env())
    const workspace = await makeLarge(server)
    let stop = countOn(workspace.store.sqlite)
    const taken = await act(server, at(workspace, '/snapshots'), { name: 'large' })
    expect(taken.status, taken.text).toBe(201)
    const kept = stop()
    expect(kept).toBeGreaterThan(3)
    const before = workspace.store.sqlite
    stop = countOn(before)
    const restored = await act(server, at(workspace, '/snapshots/large/restore'), {})
    expect(restored.status, restored.text).toBe(200)
    expect(stop()).toBeGreaterThan(3)
    const [first, last] = countedIn(workspace)
    expect(first).toBe(last)
    expect(first).toBeGreaterThan(1)
    expect(first).toBeLessThanOrEqual(kept)
  })

  test('keeps in a snapshot the state before a concurrent reset', async () => {
    const { server, images } = await start(env())
    const workspace = await makeLarge(server)
    await Promise.all([
      takeSnapshot(server.sandbox, workspace, 'before'),
      takeSnapshot(server.sandbox, workspace, 'before'),
      resetWorkspace(server.sandbox, workspace),
    ])
    expect(() => countedIn(workspace)).toThrow('no such table')
    await expect.poll(images).toHaveLength(1)
    await act(server, at(workspace, '/snapshots/before/restore'), {})
    expect(countedIn(workspace)).toEqual([0, 0])
  })

  test('leaves no file when it is removed during a snapshot', async () => {
    const { server, images } = await start(env())
    const workspace = await makeLarge(server)
    const taking = takeSnapshot(server.sandbox, workspace, 'late')
    const ending = expect(taking).rejects.toThrow(/Workspace .+ does not exist/)
    await setImmediate()
    server.sandbox.remove(workspace)
    await ending
    await expect.poll(images).toEqual([])
  })

  test('does not stop the server from closing during a snapshot', async () => {
    const { server } = await start(env())
    const workspace = await makeLarge(server)
    const taking = takeSnapshot(server.sandbox, workspace, 'never')
    const ending = expect(taking).rejects.toThrow()
    await setImmediate()
    await server.close()
    await ending
  })

  test('keeps an acknowledged write while others are used', async () => {
    const { server } = await start({ ...env(), SANDBOX_MAX_OPEN: '1' })
    const workspace = await makeLarge(server)
    workspace.store.sqlite.exec('UPDATE counter SET value = 7')
    const small = [await server.sandbox.create(), await server.sandbox.create()]
    for (const other of small) other.workspace.open()
    expect(workspace.openDatabase).toBeUndefined()
    expect(small[0]?.workspace.openDatabase).toBeUndefined()
    expect(countedIn(workspace)).toEqual([7, 7])
  })
})
