import Database from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { soundRecord } from '#src/workspaces/sound-record.ts'
import { freshFolder } from '#test/kit/process.ts'
import { openSandbox } from '#test/kit/sandbox.ts'

/** The ids whose marks mean that a database has no owner, or is disposable. */
const RESERVED = ['64616d73', '64616d72']

describe('a workspace id', () => {
  test('is never one whose database would be without an owner or disposable', async () => {
    const { sandbox } = await openSandbox()
    const ids = new Set(Array.from({ length: 400 }, () => sandbox.registry.freeId('64616d7')))
    // Of 16 the default one is not free either.
    expect(ids.size).toBe(13)
    for (const id of [...RESERVED, '64616d70']) expect(ids).not.toContain(id)
  })

  test.each(RESERVED)(
    'of a backup is refused when it is %s, and leaves no database',
    async (id) => {
      const { sandbox } = await openSandbox({ SANDBOX_DATA: freshFolder() })
      const before = sandbox.registry.size
      const restored = { record: { ...sandbox.default.record, id, name: 'back' }, path: 'nowhere' }
      await expect(sandbox.create({}, restored)).rejects.toThrow(`${id} is a reserved id`)
      expect(sandbox.registry.size).toBe(before)
    },
  )
})

test('a database whose mark cannot be written is closed, so that the next call can open it', async () => {
  const { sandbox } = await openSandbox({ SANDBOX_DATA: freshFolder() })
  const { workspace } = await sandbox.create()
  const path = sandbox.databases.pathOf(workspace.record.databaseFile)
  workspace.evict()?.store.close()
  const file = new Database(path)
  file.pragma('application_id = 0')
  file.close()
  const open = sandbox.databases.open.bind(sandbox.databases)
  vi.spyOn(sandbox.databases, 'open').mockImplementationOnce((name) => {
    const database = open(name)
    database.store.sqlite.pragma('query_only = on')
    return database
  })
  expect(() => workspace.open()).toThrow('readonly')
  expect(workspace.open().store.value('SELECT count(*) FROM users')).toBeGreaterThan(0)
})

describe('the clock in the row of a workspace', () => {
  const { max } = LIMITS.clockMs
  test.each([
    [{ mode: 'frozen', nowMs: max }, true],
    [{ mode: 'frozen', nowMs: 0 }, true],
    [{ mode: 'frozen', nowMs: max + 1 }, false],
    [{ mode: 'frozen', nowMs: -1 }, false],
    [{ mode: 'offset', offsetMs: -max }, true],
    [{ mode: 'offset', offsetMs: max + 1 }, false],
    [{ mode: 'offset', offsetMs: -max - 1 }, false],
  ])('%j is whole where a workspace can be created with it: %s', async (clock, isWhole) => {
    const { sandbox } = await openSandbox()
    const row = sandbox.registry.findWorkspace(sandbox.defaultId)
    const { damage } = soundRecord({ ...row, clock } as Parameters<typeof soundRecord>[0])
    expect(damage === undefined, damage).toBe(isWhole)
  })
})
