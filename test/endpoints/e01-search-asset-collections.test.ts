import { describe, expect, test } from 'vitest'
import type { AssetCollection } from '#src/contract/resources/asset-collection.ts'
import { done } from '#test/kit/acts.ts'
import { DEMO, NOW, otherWorkspace } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'
import { expectSigned } from '#test/kit/signed-urls.ts'

interface Found {
  totalCount: number
  list: AssetCollection[]
}

const search = (server: TestServer, param: object, options?: CallOptions): Promise<Found> =>
  server.result<Found>('E1', param, options)

const idsOf = async (server: TestServer, param: object, as?: string): Promise<number[]> => {
  const { list } = await search(server, { pageSize: 1000, ...param }, as ? { as } : {})
  return list.map(({ id }) => id)
}

/** All collections of the seed, the newest first; those from 6001 on are the archive. */
const NEWEST_FIRST = [6003, 3003, 6005, 6004, 6002, 6001, 3002, 3001]

/** The roots of the others. */
const ROOT_OF = new Map([
  [3003, 3001],
  [6003, 6001],
  [6004, 6001],
  [6005, 6002],
])

const BRAND_GUIDELINES = {
  id: 3002,
  createTime: 1_667_355_300_000,
  updateTime: 1_739_778_000_000,
  createUser: 1001,
  updateUser: 1001,
  status: 0,
  parentId: 0,
  rootId: 3002,
  groupName: '品牌规范 Brand Guidelines',
  itemCount: 3,
  groupCount: 0,
  belongId: 1001,
  description: '经品牌部审核后方可收录，请勿自行添加。',
  thunders: null,
  hasCollected: true,
}

describe('E1 search asset collections', () => {
  test('answers totalCount and list with exactly the keys of the document', async () => {
    const server = await injectServer()
    const reply = await server.call('E1', { keywordList: ['规范'] })
    expectSuccess(reply, { totalCount: 1, list: [BRAND_GUIDELINES] })
    expect(assumptionsOf(reply)).toContain('A-1-4')
  })

  test('refuses more than 1,000 keywords and answers as many', async () => {
    const server = await injectServer()
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word-${index}`)
    expect(await idsOf(server, { keywordList: [...words(999), '规范'] })).toEqual([3002])
    const reply = await server.call('E1', { keywordList: words(1_001) })
    const message = 'param.keywordList has 1001 elements; at most 1000 are allowed'
    expectRefusal(reply, '90020005', message)
  })

  test('answers parent, root, number of children and a null description', async () => {
    const server = await injectServer()
    const { list } = await search(server, {})
    const facts = list.map(({ id, parentId, rootId, groupCount, itemCount, description }) => [
      id,
      parentId,
      rootId,
      groupCount,
      itemCount,
      description,
    ])
    expect(facts).toEqual([
      [6003, 6001, 6001, 0, 0, null],
      [3003, 3001, 3001, 0, 1, null],
      [6005, 6002, 6002, 0, 0, null],
      [6004, 6001, 6001, 0, 2, null],
      [6002, 0, 6002, 1, 0, null],
      [6001, 0, 6001, 2, 0, null],
      [3002, 0, 3002, 0, 3, BRAND_GUIDELINES.description],
      [3001, 0, 3001, 1, 2, 'Everybody may add here; sorted every Friday.'],
    ])
  })

  test('answers null in optional fields as if they were absent, and says so', async () => {
    const server = await injectServer()
    const reply = await server.call('E1', {
      keywordList: null,
      sortBy: { field: null },
      page: null,
    })
    expect(reply.body).toMatchObject({ code: '0', result: { totalCount: 8 } })
    expect(findingsOf(reply)).toEqual([
      'null-as-absent param.keywordList',
      'null-as-absent param.sortBy.field',
      'null-as-absent param.page',
    ])
  })

  test('answers URLs of the first four assets as thunders by variant of A-1-4', async () => {
    const server = await injectServer({ ...DEMO, variants: { 'A-1-4': 'addresses' } })
    freezeAt(server, NOW)
    const { list } = await search(server, { pageSize: 100 })
    const thundersOf = (id: number) => list.find((group) => group.id === id)?.thunders ?? []
    expect(thundersOf(3001)).toHaveLength(4)
    expect(thundersOf(3032)).toHaveLength(2)
    expect(list.find(({ id }) => id === 3036)?.thunders).toEqual([])
    const paths = thundersOf(3001).map((url) => expectSigned(server, url, NOW + 3_600_000))
    expect(new Set(paths).size).toBe(4)
  })

  test('answers unknown sorting as the default by variant of A-1-2, with findings', async () => {
    const server = await injectServer({ variants: { 'A-1-2': 'default' } })
    const reply = await server.call('E1', { sortBy: { field: 'size', sort: 'up' } })
    const { result } = reply.body as { result: Found }
    expect(result.list.map(({ id }) => id)).toEqual(NEWEST_FIRST)
    expect(findingsOf(reply)).toEqual([
      'unknown-sort param.sortBy.field',
      'unknown-sort param.sortBy.sort',
    ])
    expect(assumptionsOf(reply)).toContain('A-1-2')
    const ascending = await idsOf(server, { sortBy: { field: 'size', sort: 'asc' } })
    expect(ascending).toEqual(NEWEST_FIRST.toReversed())
  })

  test('refuses sorting that it does not know, naming what it knows', async () => {
    const server = await injectServer()
    const field = await server.call('E1', { sortBy: { field: 'size' } })
    const known = 'default, createTime, updateTime, groupName, itemCount'
    expectRefusal(field, '90020004', 'param.sortBy.field', '"size"', known)
    expect(assumptionsOf(field)).toContain('A-1-2')
    const sort = await server.call('E1', { sortBy: { field: 'createTime', sort: 'DESC' } })
    expectRefusal(sort, '90020004', 'param.sortBy.sort', '"DESC"', 'asc, desc')
    const inherited = await server.call('E1', { sortBy: { field: 'constructor' } })
    expectRefusal(inherited, '90020004', 'param.sortBy.field', '"constructor"')
  })

  test.each([-1, 4, Number.MAX_SAFE_INTEGER])('refuses the scope %i', async (scope) => {
    const server = await injectServer()
    const reply = await server.call('E1', { scope })
    expectRefusal(reply, '90020004', `param.scope is ${scope}`, '0, 1, 2, 3')
  })

  test('answers another scope as 0 by variant of A-1-1, with a finding', async () => {
    const server = await injectServer({ variants: { 'A-1-1': 'everything' } })
    const reply = await server.call('E1', { scope: 4 })
    expect(reply.body).toMatchObject({ result: { totalCount: 8 } })
    expect(findingsOf(reply)).toEqual(['unknown-scope param.scope'])
    expect(await idsOf(server, { scope: 3 })).toEqual([3002])
  })

  test('answers names with any keyword, or with every one by variant of A-1-7', async () => {
    const keywordList = ['brand', 'GUIDE', '']
    const any = await injectServer()
    expect(await idsOf(any, { keywordList })).toEqual([6004, 6001, 3002])
    const all = await injectServer({ variants: { 'A-1-7': 'all' } })
    expect(await idsOf(all, { keywordList })).toEqual([3002])
    expect(await idsOf(all, { keywordList: ['guide', 'uidel', 'guide'] })).toEqual([6004, 3002])
    expect(await idsOf(all, { keywordList: ['guide', 'tea'] })).toEqual([])
    expect(await idsOf(all, { keywordList: [''] })).toHaveLength(8)
  })

  test('answers names by folded code points, or as written by variant of A-1-2', async () => {
    const body = {
      collections: ['beta', 'Zeta', 'alpha', 'Älpha'].map((name, index) => ({
        ...{ id: 9_001 + index, name, parentId: 3001, createUser: 1001, createdAtMs: NOW },
      })),
    }
    const orderIn = async (variants: Record<string, string>): Promise<number[]> => {
      const server = await injectServer({ variants })
      await done(server, '/seed', body)
      const sortBy = { field: 'groupName', sort: 'asc' }
      return idsOf(server, { parentGroupId: 3001, sortBy })
    }
    expect(await orderIn({})).toEqual([9_003, 9_001, 9_002, 9_004, 3003])
    expect(await orderIn({ 'A-1-2.names': 'exact' })).toEqual([9_002, 9_003, 9_001, 9_004, 3003])
  })

  test('answers 0 as rootId of roots by variant of A-1-12', async () => {
    const server = await injectServer({ variants: { 'A-1-12': 'zero' } })
    const { list } = await search(server, {})
    const roots = list.map(({ id, rootId }) => [id, rootId])
    expect(roots).toEqual(NEWEST_FIRST.map((id) => [id, ROOT_OF.get(id) ?? 0]))
  })

  test.each([
    ['an unknown one', 424_242],
    ['an asset', 100_001],
  ])('answers nothing below a parent that is %s, with a finding', async (_name, parentGroupId) => {
    const server = await injectServer()
    const reply = await server.call('E1', { parentGroupId })
    expectSuccess(reply, { totalCount: 0, list: [] })
    expect(findingsOf(reply)).toEqual(['unknown-passed-over param.parentGroupId'])
    expect(assumptionsOf(reply)).toContain('A-1-7.parent')
    const strict = await injectServer({ variants: { 'A-1-7.parent': 'refused' } })
    const refused = await strict.call('E1', { parentGroupId })
    expectRefusal(
      refused,
      '90030003',
      `param.parentGroupId: there is no collection ${parentGroupId}`,
    )
    expect(await idsOf(strict, { parentGroupId: 3001 })).toEqual([3003])
    expect(await idsOf(strict, { parentGroupId: 0 })).toEqual([6002, 6001, 3002, 3001])
  })

  test('answers below a parent that the user does not see what the user sees of it', async () => {
    const as = 'viewer@example.com'
    const add = (server: TestServer) =>
      done(server, '/seed', {
        collectionRights: [{ collectionId: 3039, unit: { user: 1003 }, mayAdd: false }],
      })
    const server = await injectServer(DEMO)
    await add(server)
    const reply = await server.call('E1', { parentGroupId: 3008 }, { as })
    expect(reply.body).toMatchObject({ result: { totalCount: 1, list: [{ id: 3039 }] } })
    expect(findingsOf(reply)).toEqual([])
    const strict = await injectServer({ ...DEMO, variants: { 'A-1-7.parent': 'refused' } })
    await add(strict)
    const refused = await strict.call('E1', { parentGroupId: 3008 }, { as })
    expectRefusal(refused, '90030003', 'param.parentGroupId: there is no collection 3008')
  })

  test('refuses more than 1,000 rows by A-page-1, and takes 1,000', async () => {
    const server = await injectServer()
    expect((await search(server, { pageSize: 1000 })).list).toHaveLength(8)
    const reply = await server.call('E1', { pageSize: 1001 })
    expectRefusal(reply, '90020003', 'param.pageSize', 'at most 1000')
    expect(assumptionsOf(reply)).toContain('A-page-1')
  })

  test('answers 1,000 rows for a larger pageSize by variant of A-page-1', async () => {
    const server = await injectServer({ variants: { 'A-page-1': 'clamped' } })
    const reply = await server.call('E1', { pageSize: 1001, page: 2 })
    expectSuccess(reply, { totalCount: 8, list: [] })
    expect(findingsOf(reply)).toEqual(['page-size-clamped param.pageSize'])
    expect(assumptionsOf(reply)).toContain('A-page-1')
  })

  test.each([
    [{ page: 0 }, '90020003', 'param.page must be at least 1'],
    [{ page: -1 }, '90020003', 'param.page must be at least 1'],
    [{ pageSize: 0 }, '90020003', 'param.pageSize must be at least 1'],
    [{ page: 1.5 }, '90020002', 'param.page must be an integer, got a fraction'],
    [{ page: '1' }, '90020002', 'param.page must be an integer, got a string'],
    [{ keywordList: 'tea' }, '90020002', 'param.keywordList must be an array, got a string'],
    [{ keywordList: ['a', 1] }, '90020002', 'param.keywordList[1] must be a string, got a number'],
    [{ keywordList: [null] }, '90020002', 'param.keywordList[0] must be a string, got null'],
    [{ sortBy: 'createTime' }, '90020002', 'param.sortBy must be an object, got a string'],
    [{ parentGroupId: 2 ** 53 }, '90020003', 'param.parentGroupId must be at most'],
    [{ scope: true }, '90020002', 'param.scope must be an integer, got a boolean'],
  ])('refuses %j', async (param, code, message) => {
    const server = await injectServer()
    expectRefusal(await server.call('E1', param), code, message)
  })

  test('refuses a body without param', async () => {
    const server = await injectServer()
    expectRefusal(await server.call('E1', undefined, { body: {} }), '90020001', 'param is missing')
  })

  test('refuses an unknown acting user, by A-auth-2', async () => {
    const server = await injectServer()
    const reply = await server.call('E1', {}, { as: 'nobody@example.com' })
    expectRefusal(reply, '90010006', 'x-open-api-user', '"nobody@example.com"')
    expect(assumptionsOf(reply)).toEqual(['A-auth-2'])
  })

  test.each([
    ['owner', NEWEST_FIRST, 1],
    ['create', NEWEST_FIRST, 0],
  ])(
    'answers an unknown acting user by variant %s of A-auth-2',
    async (variant, ids, collected) => {
      const server = await injectServer({ variants: { 'A-auth-2': variant } })
      const as = 'nobody@example.com'
      expect(await idsOf(server, {}, as)).toEqual(ids)
      expect(await idsOf(server, { scope: 3 }, as)).toHaveLength(collected)
    },
  )

  test('isolates workspaces: what one adds to a collection the other does not count', async () => {
    const server = await injectServer()
    const { token } = await otherWorkspace(server)
    await server.result('E22', { collectionId: 3001, assetIds: [100_001] }, { token })
    const countOf = async (options: CallOptions) =>
      (await search(server, { keywordList: ['shared'] }, options)).list[0]?.itemCount
    expect(await countOf({ token })).toBe(3)
    expect(await countOf({})).toBe(2)
  })
})
