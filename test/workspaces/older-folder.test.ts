import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFile } from '#src/db/open-database.ts'
import { act } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

/** Gives the databases of a data folder the names of version 0.1. */
const makeOlder = (data: string): void => {
  const older = (name: string) => name.replace('database.', 'world.')
  renameSync(join(data, 'databases'), join(data, 'worlds'))
  for (const file of readdirSync(join(data, 'worlds')))
    renameSync(join(data, 'worlds', file), join(data, 'worlds', older(file)))
  const registry = openFile(join(data, 'registry.sqlite'), { sync: 'normal' })
  registry.exec("UPDATE workspaces SET world_file = replace(world_file, 'database.', 'world.')")
  registry.close()
}

test('a data folder of version 0.1 opens with its workspaces, data and snapshots', async () => {
  const env = { SANDBOX_DATA: freshFolder() }
  const before = await startServer({ env })
  const { collections, assets } = before.fixtures
  const collectionId = collections.editable.id
  const list = { page: 1, pageSize: 100 }
  await act(before, '/workspaces', { name: 'other' })
  await act(before, '/snapshots', { name: 'kept' })
  await before.result('E22', { collectionId, assetIds: assets.ids })
  const expected = await before.result('E1', list)
  await before.close()
  makeOlder(env.SANDBOX_DATA)

  const after = await startServer({ env })
  expect(await after.result('E1', list)).toEqual(expected)
  expect(readdirSync(env.SANDBOX_DATA)).toContain('databases')
  expect(readdirSync(env.SANDBOX_DATA)).not.toContain('worlds')
  expect((await act(after, '/snapshots/kept/restore')).status).toBe(200)
  expect(await after.result('E1', list)).not.toEqual(expected)
  expect((await act(after, '/reset?workspace=other')).status).toBe(200)
})
