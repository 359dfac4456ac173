import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packSeed } from '#src/client/pack-seed.ts'
import { InvalidDataError } from '#src/contract/errors/invalid-data-error.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import { findSeedFile } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { migrateToNewest } from '#src/store/db/migrate.ts'
import { openInMemory } from '#src/store/db/open-database.ts'
import { Store } from '#src/store/db/store.ts'
import { type Leaf, withLeaf } from '#test/kit/leaves.ts'
import { freshFolder } from '#test/kit/process.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { seedFiles } from '#test/kit/seeds.ts'
import { injectServer } from '#test/kit/server.ts'

type Path = Leaf['path']

const MINIMAL_FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: MINIMAL_FOLDER })
const FILES = await seedFiles(MINIMAL, MINIMAL_FOLDER)

const emptyDatabase = (): Store => {
  const store = new Store(openInMemory())
  onTestFinished(() => store.close())
  migrateToNewest(store.sqlite, 'workspace', shippedFolders().migrations)
  // Migrations leave free pages, whose bytes a rollback does not restore.
  store.sqlite.exec('VACUUM')
  return store
}

/** The seed `minimal` with changed values. */
const changed = (...changes: [Path, unknown][]): Seed =>
  changes.reduce<unknown>((seed, [path, value]) => withLeaf(seed, path, value), MINIMAL) as Seed

/** Expects that a seed is rejected and changes nothing; returns the message. */
const refusal = (seed: Seed): string => {
  const store = emptyDatabase()
  const before = store.sqlite.serialize()
  let message: string | undefined
  try {
    loadSeed(store, seed, FILES, 1)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidDataError)
    message = (error as InvalidDataError).message
  }
  expect(store.sqlite.serialize().equals(before)).toBe(true)
  if (message === undefined) throw new Error('the seed was accepted')
  expect(message).not.toContain('\n')
  return message
}

describe('a seed', () => {
  test('is loaded when it is consistent', () => {
    const store = emptyDatabase()
    loadSeed(store, changed(), FILES, 1)
    expect(store.sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(3)
  })

  test.each<[Path, unknown, string]>([
    [['collections', 5, 'isArchive'], true, 'is an archive and has the parent'],
    [['collections', 5, 'name'], 'A/B', 'the name "A/B"; a part of a path'],
    [['collections', 3, 'name'], '', 'collection 6001 of the archive has the name ""'],
    [
      ['collections', 6, 'name'],
      'CAMPAIGN-2025',
      'id 6003: the path "BRAND/CAMPAIGN-2025" is already in use, by ',
    ],
  ])('is rejected with %j = %j in its archive', (path, value, words) => {
    expect(refusal(changed([path, value]))).toContain(words)
  })

  test('may have a file with a byte order mark', () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'all.json'), '\ufeff{"dimensions": []}')
    expect(readSeed({ folder })).toEqual({ dimensions: [] })
  })

  test('may be in a folder that a Mac wrote: names in NFD, AppleDouble files', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'files'))
    writeFileSync(join(folder, 'all.json'), '{"dimensions": []}')
    writeFileSync(join(folder, '._all.json'), '\0\x05\x16\x07')
    writeFileSync(join(folder, '.DS_Store'), '\0')
    writeFileSync(join(folder, 'files/cafe\u0301.txt'), 'decomposed')
    expect(readSeed({ folder })).toEqual({ dimensions: [] })
    expect(findSeedFile(join(folder, 'files'), 'caf\u00e9.txt')).toBe(
      join(folder, 'files/cafe\u0301.txt'),
    )
    expect(findSeedFile(join(folder, 'files'), 'cafe.txt')).toBeUndefined()
    const packed = Buffer.from(await (await packSeed(folder)).arrayBuffer()).toString()
    expect(packed).not.toMatch(/\._all|DS_Store/)
  })

  test('is rejected without users', () => {
    const seed: Seed = { departments: [{ id: 1, name: 'alone' }] }
    expect(refusal(seed)).toContain('no user has isAppOwner')
    expect(refusal({})).toContain('no user has isAppOwner')
  })
})

describe('ids in a database of a seed without ids', () => {
  const lists = ['assets', 'atoms', 'approvals', 'collections', 'crowdPacks', 'portals', 'uploads']

  test.each([
    ['without', undefined],
    ['with empty', []],
  ])('start at their first values %s lists', async (_name, list) => {
    const folder = freshFolder()
    const without = changed(...lists.map((key): [Path, unknown] => [[key], list]))
    const { fixtures, ...seed } = without
    writeFileSync(join(folder, 'all.json'), JSON.stringify(seed))
    const server = await injectServer({ env: { SANDBOX_SEED: folder } })
    const { E9, E16 } = samplesOf({ ...server.fixtures, ...fixtures })
    const atoms = await server.result<unknown>('E16', E16)
    expect(JSON.stringify(atoms)).toContain('100001')
    const assets = await server.result<unknown>('E21', { assetIdList: [100_001] })
    expect(JSON.stringify(assets)).toContain('100002')
    const parts = server.workspace.store.sqlite.prepare('SELECT id FROM sub_resources').pluck()
    expect(parts.all()).toEqual([100_001])
    expect(await server.result('E9', { ...E9, objects: [] })).toBe(9_001)
  })

  test('continue after the only user in the variant create of A-auth-2', async () => {
    const folder = freshFolder()
    const owner = { id: 7, email: 'a@b', nickname: '', deptId: 1, createdAtMs: 0, isAppOwner: true }
    const seed = { departments: [{ id: 1, name: 'alone' }], users: [owner] }
    writeFileSync(join(folder, 'all.json'), JSON.stringify(seed))
    const env = { SANDBOX_SEED: folder, SANDBOX_ASSUME: 'A-auth-2=create' }
    const server = await injectServer({ env })
    const users = await server.result('E8', { userIds: [7, 8, 1001] }, { as: 'new@b' })
    expect(users).toMatchObject([{ id: 7 }, { id: 1001, email: 'new@b' }])
  })
})
