import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Store } from '#src/db/store.ts'
import { MemoryAccount } from '#src/kernel/memory-accounts.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { MemoryDatabases } from '#src/workspaces/databases/memory-databases.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
import { act } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer } from '#test/kit/server.ts'

const folders = shippedFolders()
const template = readFileSync(templatePaths(folders, 'minimal').database)
const COUNT = 40
const FILLER_BYTES = 65_536

const open = (maxBytes: number) => {
  const folder = join(freshFolder(), 'databases')
  const account = new MemoryAccount(maxBytes)
  const databases = new MemoryDatabases(folder, folders.migrations, account)
  const files = () => (existsSync(folder) ? readdirSync(folder) : [])
  return { databases, account, files }
}

const valueIn = ({ sqlite }: Store): unknown =>
  sqlite.prepare('SELECT value FROM filler').pluck().get()

/** Takes snapshots of one database with another value in each. */
const takeMany = (databases: MemoryDatabases): string[] => {
  const name = databases.create(template)
  const store = databases.open(name)
  store.sqlite.exec('CREATE TABLE filler (value INTEGER, bytes BLOB)')
  store.sqlite.exec(`INSERT INTO filler VALUES (0, randomblob(${FILLER_BYTES}))`)
  const set = store.sqlite.prepare(
    `UPDATE filler SET value = ?, bytes = randomblob(${FILLER_BYTES})`,
  )
  return Array.from({ length: COUNT }, (_, value) => {
    set.run(value)
    return databases.keepImage(name, store)
  })
}

describe('snapshots in memory mode', () => {
  test('keep within their account, and each restores what it was', () => {
    const { databases, account, files } = open(template.length + (COUNT / 2) * FILLER_BYTES)
    const images = takeMany(databases)
    const { bytes, count, maxBytes } = account.state()
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(bytes).toBeGreaterThan(template.length + count * FILLER_BYTES)
    expect(count).toBeGreaterThan(5)
    expect(files()).toHaveLength(COUNT - count)
    for (const [value, image] of images.entries()) {
      const name = databases.create(image)
      const store = databases.open(name)
      expect(valueIn(store)).toBe(value)
      // What was restored can be closed, kept and restored again.
      databases.close(name, store)
      const again = databases.open(name)
      expect(valueIn(again)).toBe(value)
      databases.discard(name, again)
    }
    expect(files()).toHaveLength(COUNT - count)
    for (const image of images) databases.removeImage(image)
    expect(account.state()).toMatchObject({ bytes: 0, count: 0 })
    expect(files()).toEqual([])
  })

  test('count the template that they keep once', () => {
    const { databases, account } = open(10 * template.length)
    const [first, second] = [databases.create(template), databases.create(template)]
    const images = [first, second].map((name) => databases.keepImage(name, databases.open(name)))
    expect(account.count).toBe(2)
    expect(account.bytes).toBeGreaterThanOrEqual(template.length)
    expect(account.bytes).toBeLessThan(2 * template.length)
    databases.removeImage(images[0] ?? '')
    expect(account.bytes).toBeGreaterThanOrEqual(template.length)
    databases.removeImage(images[1] ?? '')
    expect(account.state()).toMatchObject({ bytes: 0, count: 0 })
  })

  test('are shown by GET /_sandbox/memory, and leave it with their workspace', async () => {
    const server = await injectServer()
    const snapshots = async () =>
      (await server.control<{ accounts: Record<string, object> }>('/memory')).accounts.snapshots
    const { workspace } = await server.sandbox.create()
    for (const name of ['a', 'b', 'a'])
      await act(server, `/snapshots?workspace=${workspace.id}`, { name })
    expect(await snapshots()).toMatchObject({ count: 2, bytes: expect.any(Number) })
    server.sandbox.remove(workspace)
    expect(await snapshots()).toMatchObject({ count: 0, bytes: 0 })
  })
})
