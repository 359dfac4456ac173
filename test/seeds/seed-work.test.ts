import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freeId } from '#src/control/states/free-id.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { NO_FILES } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { migrateToNewest } from '#src/store/db/migrate.ts'
import { openInMemory } from '#src/store/db/open-database.ts'
import { reserveIds, takeIds } from '#src/store/db/sequences.ts'
import { Store } from '#src/store/db/store.ts'

const BASE: Seed = {
  departments: [{ id: 1, name: 'All' }],
  users: [{ id: 1, email: 'a@b', nickname: '', deptId: 1, createdAtMs: 0, isAppOwner: true }],
  processDefinitions: [{ id: 1, name: 'Ingestion', processCategory: 'x' }],
}

/** A store that counts how many statements run. */
const countingStore = (): { store: Store; statements: () => number } => {
  let count = 0
  const database = openInMemory()
  const prepare = database.prepare.bind(database)
  const counted = (statement: Database.Statement): Database.Statement =>
    new Proxy(statement, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        if (key === 'run' || key === 'get' || key === 'all') count += 1
        return (...given: unknown[]) => {
          const answer = value.apply(target, given)
          return answer === target ? counted(target) : answer
        }
      },
    })
  database.prepare = ((sql: string) => counted(prepare(sql))) as typeof database.prepare
  const store = new Store(database)
  onTestFinished(() => store.close())
  migrateToNewest(database, 'workspace', shippedFolders().migrations)
  loadSeed(store, BASE, NO_FILES, 1)
  return { store, statements: () => count }
}

const workFor = (seed: Seed): number => {
  const { store, statements } = countingStore()
  const before = statements()
  loadSeed(store, seed, NO_FILES, 1)
  return statements() - before
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const chainOf = (count: number): Seed => ({
  collections: upTo(count).map((id) => ({
    id,
    name: '',
    createUser: 1,
    createdAtMs: 0,
    ...(id > 1 && { parentId: id - 1 }),
  })),
})

const tasksOf = (count: number): Seed => ({
  approvals: [
    {
      id: 1,
      processDefinitionId: 1,
      name: '',
      detailName: '',
      category: '',
      submitter: 1,
      createdAtMs: 0,
      assetIds: [],
      tasks: upTo(count).map((number) => ({
        key: `task${number}`,
        assignee: 1,
        status: 'IN_PROGRESS',
        createdAtMs: 0,
      })),
    },
  ],
})

/** An archive of groups below one root. */
const flatOf = (count: number): Seed => ({
  collections: upTo(count).map((id) => ({
    id,
    name: String(id),
    createUser: 1,
    createdAtMs: 0,
    ...(id === 1 ? { isArchive: true } : { parentId: 1 }),
  })),
})

describe('loading a seed', () => {
  test.each<[string, (count: number) => Seed]>([
    ['tasks of an approval', tasksOf],
    ['groups of an archive', flatOf],
  ])('runs at most twice the statements for twice the %s', (_, seedOf) => {
    const [half, whole] = [workFor(seedOf(200)), workFor(seedOf(400))]
    expect(whole).toBeLessThanOrEqual(2 * half)
  })

  test('checks only its own rows', () => {
    const { store } = countingStore()
    loadSeed(store, flatOf(400), NO_FILES, 1)
    // An invalid group that exists already: existing rows are not checked again.
    expect(() => loadSeed(store, { dimensions: [{ id: 1, name: '' }] }, NO_FILES, 1)).not.toThrow()
  })

  test('fails for a chain of collections beyond the maximum depth', () => {
    const { max } = LIMITS.seedDepth
    expect(() => workFor(chainOf(max))).not.toThrow()
    expect(() => workFor(chainOf(max + 1))).toThrow(`more than ${max} levels below its root`)
  })

  test('fails when the levels of all collections exceed the bound of one call', () => {
    const { store } = countingStore()
    expect(() => loadSeed(store, chainOf(10), NO_FILES, 1, { maxLevels: 54 })).toThrow(
      'have 55 levels together',
    )
    expect(() => loadSeed(store, chainOf(10), NO_FILES, 1, { maxLevels: 55 })).not.toThrow()
  })
})

describe('ids', () => {
  test('have room above the highest id that a seed may use', () => {
    const { store } = countingStore()
    const { max } = LIMITS.chosenId
    expect(() => reserveIds(store, 'assetOrFile', max + 1)).toThrow(`at most ${max}`)
    reserveIds(store, 'assetOrFile', max)
    expect(takeIds(store, 'assetOrFile', 1_000)).toBe(max + 1)
    expect(() => takeIds(store, 'assetOrFile', Number.MAX_SAFE_INTEGER - max)).toThrow('is full')
  })

  test('of states are found in few steps among any number of seed rows', () => {
    const { store, statements } = countingStore()
    const first = freeId(store, 'crowd_packs')
    const packs = upTo(1_000).map((number) => ({
      id: first + number,
      corpId: '',
      source: '',
      name: '',
      createdAtMs: 0,
      members: [],
    }))
    loadSeed(store, { crowdPacks: packs }, NO_FILES, 1)
    const before = statements()
    expect(freeId(store, 'crowd_packs')).toBeGreaterThan(first + 1_000)
    expect(statements() - before).toBeLessThan(30)
  })
})
