import { describe, expect, test } from 'vitest'
import { done } from '#test/kit/acts.ts'
import { DEMO } from '#test/kit/databases.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

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
    expectRefusal(refused, '90030003', 'param.parentGroupId: collection 3008 does not exist')
  })
})
