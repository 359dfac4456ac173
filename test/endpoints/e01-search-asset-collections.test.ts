import { describe, expect, test } from 'vitest'
import type { AssetCollection } from '#src/contract/resources/collection-shapes.ts'
import { done } from '#test/kit/acts.ts'
import { DEMO } from '#test/kit/databases.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'

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
})
