import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { templatePaths } from '#src/workspaces/templates.ts'
import { FolderDatabases } from '#src/workspaces/databases/folder-databases.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { freshFolder } from '#test/kit/process.ts'

const bytes = readFileSync(templatePaths(shippedFolders(), 'minimal').database)

const open = () => {
  const folder = freshFolder()
  const worlds = new FolderDatabases(folder, 'normal', shippedFolders().migrations)
  return { folder, worlds, files: () => readdirSync(folder).filter((name) => !name.includes('-')) }
}

/** What is made ahead is made when the event loop has turned once. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

const posts = 'SELECT count(*) FROM social_posts'

describe('worlds that were made ahead', () => {
  test('answer the next who wants one, and nobody twice', async () => {
    const { worlds, files } = open()
    worlds.prefetch(bytes, bytes.length)
    worlds.prefetch(bytes, bytes.length)
    await turn()
    expect(files()).toEqual(['world.1'])
    const names = [worlds.create(bytes), worlds.create(bytes)]
    expect(names).toEqual(['world.1', 'world.2'])
    for (const name of names) worlds.open(name).close()
  })

  test('remember the image that they were made of, whatever became of its world since', async () => {
    const { worlds } = open()
    const first = worlds.open(worlds.create(bytes))
    const before = Number(first.sqlite.prepare(posts).pluck().get())
    expect(before).toBeGreaterThan(0)
    const image = worlds.keepImage('world.1', first)
    worlds.prefetch(image, bytes.length)
    await turn()
    first.sqlite.exec('DELETE FROM social_posts')
    const again = worlds.open(worlds.create(image))
    expect(again.sqlite.prepare(posts).pluck().get()).toBe(before)
    expect(first.sqlite.prepare(posts).pluck().get()).toBe(0)
    for (const store of [first, again]) store.close()
  })

  test('refuse to outlive what they were made of, and the end', async () => {
    const { worlds, files } = open()
    const first = worlds.open(worlds.create(bytes))
    const image = worlds.keepImage('world.1', first)
    worlds.prefetch(image, bytes.length)
    await turn()
    expect(files()).toEqual(['image.2', 'world.1', 'world.3'])
    worlds.removeImage(image)
    expect(files()).toEqual(['world.1'])
    worlds.prefetch(bytes, bytes.length)
    await turn()
    worlds.create(bytes)
    worlds.prefetch(bytes, bytes.length)
    await turn()
    expect(files()).toEqual(['world.1', 'world.4', 'world.5'])
    worlds.prefetch(new Uint8Array(bytes), bytes.length)
    worlds.closeAll()
    await turn()
    // The fourth was given away: whoever took it, or the next start, removes it.
    expect(files()).toEqual(['world.1', 'world.4'])
    first.close()
  })

  test('refuse to be more than four, or large', async () => {
    const { worlds, files } = open()
    for (let count = 0; count < 6; count += 1) {
      worlds.prefetch(new Uint8Array(bytes), bytes.length)
      await turn()
    }
    worlds.prefetch(bytes, 5_000_000)
    await turn()
    expect(files()).toEqual(['world.3', 'world.4', 'world.5', 'world.6'])
    worlds.closeAll()
    expect(files()).toEqual([])
  })

  test('answer nothing that cannot be made: who wants it is told, and no file is left', async () => {
    const { folder, worlds, files } = open()
    const first = worlds.open(worlds.create(bytes))
    const image = worlds.keepImage('world.1', first)
    rmSync(join(folder, image))
    worlds.prefetch(image, bytes.length)
    worlds.prefetch(new Uint8Array(200), 200)
    await turn()
    expect(() => worlds.create(image)).toThrow('is missing')
    expect(files()).toEqual(['world.1'])
    first.close()
  })
})
