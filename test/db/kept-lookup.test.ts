import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { columnName } from '#src/db/column-names.ts'
import { keptLookup } from '#src/db/kept-results.ts'
import type { Store } from '#src/db/store.ts'
import { createActor, findActor, findActorById, findAppOwner } from '#src/domain/users/actor.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'
import { openStore } from '#test/kit/store.ts'

const rename = (store: Store, nickname: string, id = 1001): void => {
  store.sqlite.prepare('UPDATE users SET nickname = ? WHERE id = ?').run(nickname, id)
}

const lookupOfNames = () => {
  const find = vi.fn(
    (store: Store, id: number) =>
      store.sqlite
        .prepare<[number], string>('SELECT nickname FROM users WHERE id = ?')
        .pluck()
        .get(id) ?? undefined,
  )
  return { find, nameOf: keptLookup(find) }
}

describe('a lookup that keeps its results', () => {
  test('asks the database once, also while operations write', () => {
    const { store } = openStore()
    const { find, nameOf } = lookupOfNames()
    const name = nameOf(store, 1001)
    store.operate(() => {
      store.sqlite.exec("UPDATE metadata_values SET name = 'Changed'")
      expect(nameOf(store, 1001)).toBe(name)
    })
    expect(store.operate(() => nameOf(store, 1001))).toBe(name)
    expect(nameOf(store, 1001)).toBe(name)
    expect(find).toHaveBeenCalledOnce()
  })

  test.each<[string, (store: Store) => void]>([
    ['a statement', (store) => rename(store, 'Changed')],
    ['a transaction', (store) => store.transaction(() => rename(store, 'Changed'))],
    ['a script', (store) => store.sqlite.exec("UPDATE users SET nickname = 'Changed'")],
  ])('asks again after %s outside of operations', (_name, change) => {
    const { store } = openStore()
    const { nameOf } = lookupOfNames()
    for (const ask of [() => nameOf(store, 1001), () => store.operate(() => nameOf(store, 1001))]) {
      rename(store, 'Before')
      expect(ask()).toBe('Before')
      change(store)
      expect(ask()).toBe('Changed')
    }
  })

  test('asks again after an operation where any write may have changed the result', () => {
    const { store } = openStore()
    const { find } = lookupOfNames()
    const nameOf = keptLookup(find, { until: 'any-write' })
    for (const name of ['First', 'Second']) {
      store.operate(() => rename(store, name))
      expect(nameOf(store, 1001)).toBe(name)
      expect(store.operate(() => nameOf(store, 1001), { onlyReads: true })).toBe(name)
    }
    expect(find).toHaveBeenCalledTimes(2)
  })

  test('sees each write of a transaction outside of operations, and none of it after a rollback', () => {
    const { store } = openStore()
    const { nameOf } = lookupOfNames()
    const name = nameOf(store, 1001)
    const failing = () =>
      store.transaction(() => {
        rename(store, 'First')
        expect(nameOf(store, 1001)).toBe('First')
        rename(store, 'Second')
        expect(nameOf(store, 1001)).toBe('Second')
        throw new Error('rolled back')
      })
    expect(failing).toThrow('rolled back')
    expect(nameOf(store, 1001)).toBe(name)
  })

  test('keeps no user whose creation is rolled back', () => {
    const { store } = openStore()
    const failing = () =>
      store.operate(() => {
        createActor(store, 'new@example.com', 0)
        expect(findActor(store, 'new@example.com')?.email).toBe('new@example.com')
        throw new Error('rolled back')
      })
    expect(failing).toThrow('rolled back')
    expect(findActor(store, 'new@example.com')).toBeUndefined()
  })

  test('is an error where a call that only reads has written', () => {
    const { store } = openStore()
    const writing = () => store.operate(() => rename(store, 'Changed'), { onlyReads: true })
    expect(writing).toThrow('an operation that only reads has written')
  })

  test('finds a user that was not there before', () => {
    const { store } = openStore()
    expect(findActor(store, 'new@example.com')).toBeUndefined()
    store.operate(() => createActor(store, 'new@example.com', 0))
    expect(findActor(store, 'new@example.com')?.email).toBe('new@example.com')
    store.sqlite.exec("DELETE FROM users WHERE email = 'new@example.com'")
    expect(findActor(store, 'new@example.com')).toBeUndefined()
  })

  test('keeps departments of a user until one of them moves', () => {
    const { store } = openStore()
    const departmentsOf = () => JSON.parse(findAppOwner(store)?.departmentIds ?? '')
    const before = departmentsOf()
    store.sqlite.exec(
      "INSERT INTO departments VALUES (77, NULL, 'Top'); UPDATE departments SET parent_id = 77 WHERE parent_id IS NULL AND id <> 77",
    )
    expect(departmentsOf()).toEqual([...before, 77])
  })

  test('keeps departments once for all users of one, and no long chain of them', () => {
    const { store } = openStore()
    store.sqlite.exec(`
      WITH RECURSIVE chain (id) AS (VALUES (5000) UNION ALL SELECT id + 1 FROM chain WHERE id < 7000)
      INSERT INTO departments SELECT id, nullif(id - 1, 4999), 'Chain' FROM chain;
      UPDATE users SET dept_id = 5003 WHERE id IN (1001, 1002);
      UPDATE users SET dept_id = 7000 WHERE id = 1003`)
    const users = [1001, 1002, 1003].map((id) => findActorById(store, id))
    const get = vi.spyOn(Object.getPrototypeOf(store.sqlite.prepare('SELECT 1')), 'get')
    onTestFinished(() => get.mockRestore())
    const departments = () => users.map((user) => JSON.parse(user?.departmentIds ?? '[]').length)
    expect(departments()).toEqual([4, 4, 2_001])
    expect(departments()).toEqual([4, 4, 2_001])
    expect(get.mock.calls.filter(([id]) => id === 5003 || id === 7000)).toEqual([
      [5003],
      [7000],
      [7000],
    ])
  })

  test('keeps a bounded number of results', () => {
    const { store } = openStore()
    const find = vi.fn((_store: Store, key: number) => key)
    const idOf = keptLookup(find)
    for (let key = 1; key <= 2_500; key += 1) idOf(store, key)
    for (let key = 1; key <= 2_500; key += 1) idOf(store, key)
    expect(find.mock.calls.length).toBeGreaterThan(4_000)
    find.mockClear()
    for (const key of [1, 2, 3, 1, 2, 3]) idOf(store, key)
    expect(find).toHaveBeenCalledTimes(3)
  })

  test('keeps fewer results where they are long, and none that is very long', () => {
    const { store } = openStore()
    const find = vi.fn((_store: Store, length: number) => 'x'.repeat(length))
    const textOf = keptLookup(find, { sizeOf: ({ length }) => length })
    for (let length = 15_000; length < 15_010; length += 1) textOf(store, length)
    find.mockClear()
    textOf(store, 15_000)
    expect(find).toHaveBeenCalledOnce()
    find.mockClear()
    for (const length of [51_000, 51_000, 15_000]) textOf(store, length)
    expect(find).toHaveBeenCalledTimes(2)
  })

  test('keeps results of each store apart', () => {
    const [first, second] = [openStore().store, openStore().store]
    const { nameOf } = lookupOfNames()
    rename(first, 'First')
    rename(second, 'Second')
    expect([first, second, first].map((store) => nameOf(store, 1001))).toEqual([
      'First',
      'Second',
      'First',
    ])
  })
})

/** Tables of which columns are kept, as the query builder names them; other statements name them in snake case. */
const KEPT_TABLES = [
  'users',
  'departments',
  'dimensions',
  'userDimensions',
  'collections',
  'collectionRights',
  'collectionAncestors',
  'processDefinitions',
]

const SOURCES = ['domain', 'endpoints', 'http', 'routes']
  .flatMap((folder) => sourceFiles(`src/${folder}`))
  .map((file) => ({ file, text: readSource(file) }))

/** Of the lookups in a file, those that keep results while operations write. */
const countLasting = (text: string): number =>
  [...text.matchAll(/= keptLookup\(/g)].length - [...text.matchAll(/until: 'any-write'/g)].length

test('the tables are those of all lookups that keep results while operations write', () => {
  expect(SOURCES.filter(({ text }) => countLasting(text) > 0).map(({ file }) => file)).toEqual([
    'src/domain/approvals/create-approval.ts',
    'src/domain/archive/list-groups.ts',
    'src/domain/collection-access.ts',
    // Keeps that rows exist, of tables that the last test judges.
    'src/domain/existence.ts',
    'src/domain/notifications/add-notifications.ts',
    'src/domain/users/actor.ts',
    'src/domain/users/query-users.ts',
  ])
})

/** The files of operations in which one of the verbs is applied to one of the tables. */
const filesThat = (verbs: string, tables: readonly string[]): string[] => {
  const names = tables.flatMap((table) => [table, columnName(table)]).join('|')
  const pattern = new RegExp(`(?:${verbs})(?:${names})\\b`)
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

const DELETES = String.raw`\bDELETE FROM\s+|\.delete\(`
const WRITES = String.raw`\bUPDATE\s+|\bINTO\s+|\.(?:insert|update)\(|${DELETES}`

test('operations write no column of which results are kept', () => {
  expect(filesThat(WRITES, KEPT_TABLES)).toEqual([
    // Counts and times, of which no result is kept.
    'src/domain/collections/add-assets.ts',
    // Creates a user, and that nothing was found is not kept.
    'src/domain/users/actor.ts',
  ])
  const { set } = /\.set\(\{(?<set>.*?)\n {4}\}\)/s.exec(
    readSource('src/domain/collections/add-assets.ts'),
  )?.groups ?? { set: '' }
  expect(set?.match(/^ {6}\w+/gm)?.map((name) => name.trim())).toEqual([
    'itemCount',
    'updatedAtMs',
    'updateUser',
  ])
})

test('operations remove no row whose existence is kept', () => {
  const tables = SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/= mustExist\((\w+),/g)].map(([, table = '']) => table),
  )
  expect(tables).toContain('portals')
  expect(filesThat(DELETES, tables)).toEqual([])
})
