import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  AssetCollection,
  AssetCollectionQuery,
} from '#src/contract/resources/collection-shapes.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { NO_FILES } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { collectionsFound } from '#test/kit/payloads.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

/** The ids of all that is found, in order. */
const idsOf = ({ call }: OpenedStore, query: AssetCollectionQuery, as?: string): number[] =>
  collectionsFound(call(as ? { as } : {}), { pageSize: 1000, ...query }).list.map(({ id }) => id)

const byCode = (a: string, b: string) => (a < b ? -1 : Number(a > b))

describe('the order of collections', () => {
  test('is newest first unless another is wanted', () => {
    const demo = openStore('demo')
    const newestFirst = idsOf(demo, { sortBy: { field: 'createTime', sort: 'desc' } })
    expect(newestFirst.slice(0, 3)).toEqual([3036, 3035, 3040])
    expect(idsOf(demo, {})).toEqual(newestFirst)
    expect(idsOf(demo, { sortBy: {} })).toEqual(newestFirst)
    expect(idsOf(demo, { sortBy: { field: 'default' } })).toEqual(newestFirst)
    expect(idsOf(demo, { sortBy: { sort: 'asc' } })).toEqual([...newestFirst].reverse())
  })

  test.each<[string, (a: AssetCollection, b: AssetCollection) => number]>([
    ['createTime', (a, b) => a.createTime - b.createTime],
    ['updateTime', (a, b) => a.updateTime - b.updateTime],
    ['groupName', (a, b) => byCode(a.groupName.toLowerCase(), b.groupName.toLowerCase())],
    ['itemCount', (a, b) => a.itemCount - b.itemCount],
  ])('is that of %s, ties by id, in both directions', (field, compare) => {
    const { call } = openStore('demo')
    const sorted = (sort: string) =>
      collectionsFound(call(), { sortBy: { field, sort }, pageSize: 100 }).list
    const ascending = sorted('asc')
    const expected = ascending.toSorted((a, b) => compare(a, b) || a.id - b.id)
    expect(ascending).toEqual(expected)
    expect(ascending).toHaveLength(62)
    expect(sorted('desc')).toEqual(expected.toReversed())
  })

  test('is the default for names that are unknown, with warnings, in the variant default of A-1-2', () => {
    const minimal = openStore()
    const call = minimal.call({ variants: { 'A-1-2': 'default' } })
    const { list } = collectionsFound(call, { sortBy: { field: 'size', sort: 'up' } })
    expect(list.map(({ id }) => id)).toEqual([6003, 3003, 6005, 6004, 6002, 6001, 3002, 3001])
    expect(call.warnings).toEqual(['unknown-sort sortBy.field', 'unknown-sort sortBy.sort'])
  })

  test.each([
    [{ field: 'size' }, 'sortBy.field'],
    [{ field: 'constructor' }, 'sortBy.field'],
    [{ field: 'createTime', sort: 'DESC' }, 'sortBy.sort'],
  ])('is refused by %j', (sortBy, field) => {
    const { call } = openStore()
    expect(() => collectionsFound(call(), { sortBy })).toThrow(field)
  })
})

describe('keywords', () => {
  test('match anywhere in the name, any one of them, without regard to case', () => {
    const demo = openStore('demo')
    expect(idsOf(demo, { keywordList: ['SUMMER'] })).toEqual([3022, 3021])
    expect(idsOf(demo, { keywordList: ['mer 2025', '七夕', ''] })).toEqual([3032, 3021])
    expect(idsOf(demo, { keywordList: ['', ''] })).toHaveLength(62)
    expect(idsOf(demo, { keywordList: [] })).toHaveLength(62)
    expect(idsOf(demo, { keywordList: ['%'] })).toEqual([])
    expect(idsOf(demo, { keywordList: ['_'] })).toEqual([])
  })

  test.each([
    ['ΣΊΣΥΦΟΣ', 'ΣΊΣ'],
    ['σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Straße', 'STRASSE'],
    ['STRASSE', 'straße'],
    ['Ｄａｍ', 'ｄＡＭ'],
    ['GROẞ', 'groß'],
    ['5 µm ﬁlm', '5 µm ﬁlm'],
    ['Čeština', 'čEŠTINA'],
  ])('are found whatever their case, with ß as ss and ς as σ: %s by %s', (name, keyword) => {
    const opened = openStore()
    const collection = { id: 9_001, name, createUser: 1001, createdAtMs: 0 }
    loadSeed(opened.store, { collections: [collection] } as Seed, NO_FILES, 1)
    expect(idsOf(opened, { keywordList: [keyword] })).toEqual([9_001])
    expect(idsOf(opened, { keywordList: [`${keyword}x`] })).toEqual([])
  })
})

describe('a parent', () => {
  test('limits the search to the root level for 0, and to direct children for others', () => {
    const demo = openStore('demo')
    const roots = collectionsFound(demo.call(), { parentGroupId: 0 }).list
    expect(roots.map(({ id }) => id)).toEqual([
      3008, 3007, 3006, 3005, 3004, 6006, 6002, 6001, 3002, 3001,
    ])
    for (const root of roots) expect(root).toMatchObject({ parentId: 0, rootId: root.id })
    expect(idsOf(demo, { parentGroupId: 3004 })).toEqual([3020, 3019, 3018, 3016])
    expect(idsOf(demo, {})).toHaveLength(62)
  })

  test('limits a search by keyword to the whole subtree, without its top', () => {
    const demo = openStore('demo')
    const tea = { keywordList: ['tea', 'summer'] }
    expect(idsOf(demo, { ...tea, parentGroupId: 3004 })).toEqual([3022, 3021, 3018])
    expect(idsOf(demo, { ...tea, parentGroupId: 0 })).toEqual([3022, 3021, 3018, 3004, 6005])
    expect(idsOf(demo, { ...tea, parentGroupId: 3005 })).toEqual([])
  })

  test.each([424_242, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
    'that is unknown has no collections: %i',
    (parentGroupId) => {
      const { call } = openStore()
      const nothing = { totalCount: 0, list: [] }
      expect(collectionsFound(call(), { parentGroupId })).toEqual(nothing)
      expect(collectionsFound(call(), { parentGroupId, keywordList: ['brand'] })).toEqual(nothing)
    },
  )
})

describe('the acting user', () => {
  test('finds by scope: everything, created by them, by others, and collected by them', () => {
    const { call } = openStore('demo')
    const scoped = (scope: number) =>
      collectionsFound(call({ as: 'editor@example.com' }), { scope, pageSize: 100 }).list
    const all = scoped(0)
    expect(all).toHaveLength(54)
    expect(scoped(1)).toEqual(all.filter(({ createUser }) => createUser === 1002))
    expect(scoped(2)).toEqual(all.filter(({ createUser }) => createUser !== 1002))
    expect(scoped(3).map(({ id }) => id)).toEqual([3035, 6003, 3017, 3008, 3004])
    expect(scoped(3)).toEqual(all.filter(({ hasCollected }) => hasCollected))
  })

  test('sees what is their own, by right or below a right; an administrator sees all', () => {
    const demo = openStore('demo')
    const all = idsOf(demo, {})
    const without = (...hidden: number[]) => all.filter((id) => !hidden.includes(id))
    const legal = [3007, 3037, 3038, 6006, 6014, 6015, 6016, 6022]
    const studio = [3008, 3039, 3040]
    expect(all).toHaveLength(62)
    expect(idsOf(demo, {}, 'OWNER@example.com')).toEqual(all)
    expect(idsOf(demo, {}, 'viewer@example.com')).toEqual(without(...legal, ...studio))
    expect(idsOf(demo, {}, 'editor@example.com')).toEqual(without(...legal))
    expect(idsOf(demo, {}, 'yiming.qiao@example.com')).toEqual(without(...studio))
  })

  test('counts what they see, however rights and creators lie in the trees', () => {
    const demo = openStore('demo')
    const { sqlite } = demo.store
    const ids = sqlite.prepare<[], number>('SELECT id FROM collections').pluck().all()
    const anyOf = fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 8 })
    const anyUnit = fc.constantFrom('1, 1002', '2, 13', '3, 0', '1, 1003')
    const anyRights = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), anyUnit), {
      maxLength: 8,
      selector: String,
    })
    fc.assert(
      fc.property(anyRights, anyOf, (rights, created) => {
        sqlite.exec(
          'BEGIN; DELETE FROM collection_rights; UPDATE collections SET create_user = 1001',
        )
        for (const [id, unit] of rights)
          sqlite.exec(`INSERT INTO collection_rights VALUES (${id}, ${unit}, 0)`)
        for (const id of created)
          sqlite.exec(`UPDATE collections SET create_user = 1002 WHERE id = ${id}`)
        const call = demo.call({ as: 'editor@example.com' })
        const { totalCount, list } = collectionsFound(call, { pageSize: 100 })
        sqlite.exec('ROLLBACK')
        expect(totalCount).toBe(list.length)
      }),
      { numRuns: 200 },
    )
  })

  test('marks collected collections with hasCollected', () => {
    const { call } = openStore()
    const collectedBy = (as: string) =>
      collectionsFound(call({ as }), {})
        .list.filter(({ hasCollected }) => hasCollected)
        .map(({ id }) => id)
    expect(collectedBy('owner@example.com')).toEqual([3002])
    expect(collectedBy('editor@example.com')).toEqual([])
    expect(collectedBy('viewer@example.com')).toEqual([3001])
  })
})

describe('pages', () => {
  test('have 20 rows without duplicates, and are empty after the last page', () => {
    const demo = openStore('demo')
    const as = 'editor@example.com'
    const page = (query: AssetCollectionQuery) => collectionsFound(demo.call({ as }), query)
    const pages = [1, 2, 3, 4].map((number) => page({ page: number }))
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([54, 54, 54, 54])
    expect(pages.map(({ list }) => list.length)).toEqual([20, 20, 14, 0])
    expect(pages.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(idsOf(demo, {}, as))
    const last = { page: Number.MAX_SAFE_INTEGER, pageSize: 1000 }
    expect(page(last)).toEqual({ totalCount: 54, list: [] })
    expect(page({ page: 54, pageSize: 1 }).list).toHaveLength(1)
  })

  test('of more than 1,000 rows are refused, or cut with a warning in the variant clamped of A-page-1', () => {
    const { call } = openStore()
    expect(collectionsFound(call(), { pageSize: 1000 }).list).toHaveLength(8)
    expect(() => collectionsFound(call(), { pageSize: 1001 })).toThrow('pageSize')
    const clamped = call({ variants: { 'A-page-1': 'clamped' } })
    expect(collectionsFound(clamped, { pageSize: 1001 }).list).toHaveLength(8)
    expect(clamped.warnings).toEqual(['page-size-clamped pageSize'])
  })
})

describe('thunders', () => {
  test('are null, or signed addresses of the first four assets in the variant addresses of A-1-4', () => {
    const { call } = openStore('demo')
    const [without] = collectionsFound(call(), {}).list
    expect(without?.thunders).toBeNull()
    const { list } = collectionsFound(call({ variants: { 'A-1-4': 'addresses' } }), {
      pageSize: 100,
    })
    const thundersOf = (id: number) => list.find((collection) => collection.id === id)?.thunders
    expect(thundersOf(3001)).toHaveLength(4)
    expect(thundersOf(3032)).toHaveLength(2)
    expect(thundersOf(3036)).toEqual([])
    expect(new Set(thundersOf(3001)).size).toBe(4)
    for (const address of thundersOf(3001) ?? []) expect(address).toMatch(/^signed:/)
  })
})
