import { readdirSync, readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Databases } from '#src/workspaces/databases.ts'
import { freshFolder } from '#test/kit/process.ts'

/** What each sync of a file or folder makes durable: its path, and the names in the folder at that moment. */
const watchSyncs = async (folder: string) => {
  await using some = await open(folder)
  const prototype: FileHandle = Object.getPrototypeOf(some)
  const { sync } = prototype
  const seen: { path: string; names: string[] }[] = []
  vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    seen.push({ path: readlinkSync(`/proc/self/fd/${this.fd}`), names: readdirSync(folder) })
    return sync.call(this)
  })
  return seen
}

test.skipIf(process.platform !== 'linux')(
  'the name and the bytes of a database and of an image are durable before their rows are',
  async () => {
    const folder = join(freshFolder(), 'databases')
    const databases = new Databases(folder, 'full', shippedFolders().migrations)
    const seen = await watchSyncs(folder)
    const source = join(shippedFolders().templates, 'minimal.sqlite')
    const { name, store } = await databases.create(source)
    const { imageName } = await databases.keepImage(store, () => undefined)
    for (const made of [name, imageName]) {
      expect(seen.map(({ path }) => path)).toContain(join(folder, made))
      const last = seen.findLast(({ path, names }) => path === folder && names.includes(made))
      expect(last, made).toBeDefined()
    }
    store.close()
    await databases.close()
  },
)
