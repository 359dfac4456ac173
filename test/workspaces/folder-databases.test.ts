import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { FolderDatabases } from '#src/workspaces/databases/folder-databases.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
import { freshFolder } from '#test/kit/process.ts'

const bytes = readFileSync(templatePaths(shippedFolders(), 'minimal').database)

const open = () => {
  const folder = freshFolder()
  const databases = new FolderDatabases(folder, 'normal', shippedFolders().migrations)
  return {
    folder,
    databases,
    files: () => readdirSync(folder).filter((name) => !name.includes('-')),
  }
}

/** Prewarmed databases are made in the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

const posts = 'SELECT count(*) FROM social_posts'

describe('prewarmed databases', () => {
  test('are used once each by the next create', async () => {
    const { databases, files } = open()
    databases.prefetch(bytes, bytes.length)
    databases.prefetch(bytes, bytes.length)
    await turn()
    expect(files()).toEqual(['database.1'])
    const names = [databases.create(bytes), databases.create(bytes)]
    expect(names).toEqual(['database.1', 'database.2'])
    for (const name of names) databases.open(name).close()
  })

  test('contain their image, independently of later changes to its database', async () => {
    const { databases } = open()
    const first = databases.open(databases.create(bytes))
    const before = Number(first.sqlite.prepare(posts).pluck().get())
    expect(before).toBeGreaterThan(0)
    const image = databases.keepImage('database.1', first)
    databases.prefetch(image, bytes.length)
    await turn()
    first.sqlite.exec('DELETE FROM social_posts')
    const again = databases.open(databases.create(image))
    expect(again.sqlite.prepare(posts).pluck().get()).toBe(before)
    expect(first.sqlite.prepare(posts).pluck().get()).toBe(0)
    for (const store of [first, again]) store.close()
  })

  test('are removed with their image and at the end', async () => {
    const { databases, files } = open()
    const first = databases.open(databases.create(bytes))
    const image = databases.keepImage('database.1', first)
    databases.prefetch(image, bytes.length)
    await turn()
    expect(files()).toEqual(['database.1', 'database.3', 'image.2'])
    databases.removeImage(image)
    expect(files()).toEqual(['database.1'])
    databases.prefetch(bytes, bytes.length)
    await turn()
    databases.create(bytes)
    databases.prefetch(bytes, bytes.length)
    await turn()
    expect(files()).toEqual(['database.1', 'database.4', 'database.5'])
    databases.prefetch(new Uint8Array(bytes), bytes.length)
    databases.closeAll()
    await turn()
    // The fourth is in use: its user or the next start removes it.
    expect(files()).toEqual(['database.1', 'database.4'])
    first.close()
  })

  test('are at most four, and none is large', async () => {
    const { databases, files } = open()
    for (let count = 0; count < 6; count += 1) {
      databases.prefetch(new Uint8Array(bytes), bytes.length)
      await turn()
    }
    databases.prefetch(bytes, 5_000_000)
    await turn()
    expect(files()).toEqual(['database.3', 'database.4', 'database.5', 'database.6'])
    databases.closeAll()
    expect(files()).toEqual([])
  })

  test('are skipped when they cannot be made, which leaves no file and fails the create', async () => {
    const { folder, databases, files } = open()
    const first = databases.open(databases.create(bytes))
    const image = databases.keepImage('database.1', first)
    rmSync(join(folder, image))
    databases.prefetch(image, bytes.length)
    databases.prefetch(new Uint8Array(200), 200)
    await turn()
    expect(() => databases.create(image)).toThrow('is missing')
    expect(files()).toEqual(['database.1'])
    first.close()
  })
})
