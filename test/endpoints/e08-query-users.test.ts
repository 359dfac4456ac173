import { describe, expect, test } from 'vitest'
import type { UserSimpleInfo } from '#src/contract/resources/user-shapes.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { expectSigned } from '#test/kit/signed-urls.ts'

const query = (server: TestServer, userIds: readonly number[]): Promise<UserSimpleInfo[]> =>
  server.result<UserSimpleInfo[]>('E8', { userIds })

const idsOf = async (server: TestServer, userIds: readonly number[]): Promise<number[]> =>
  (await query(server, userIds)).map(({ id }) => id)

const range = (length: number, first: number) => Array.from({ length }, (_, index) => first + index)

describe('E8 query users by id list', () => {
  test('answers users with exactly the keys of the document, one spelled as it is there', async () => {
    const server = await injectServer()
    const reply = await server.call('E8', { userIds: [1002, 1001] })
    expect(reply.body).toStrictEqual({
      code: '0',
      message: 'success',
      result: [
        {
          id: 1002,
          email: 'editor@example.com',
          isExistPhone: true,
          nickname: 'Elena Marlowe',
          deptId: 10,
          deptName: 'Tessaline Group 汀屿集团',
          dimensionItemInfoLit: [{ id: 40, name: 'Greater China 大中华区' }],
          avatar: expect.any(String),
          verifyEmail: 1,
          uid: 'ac0087d8b39c4f431e995b27b198405f',
          status: 1,
          logoutStatus: 0,
          userType: 2,
          createTime: 1_589_766_000_000,
          roleList: null,
          lineManagerUserId: 1001,
        },
        {
          id: 1001,
          email: 'owner@example.com',
          isExistPhone: true,
          nickname: '顾知微 Gu Zhiwei',
          deptId: 10,
          deptName: 'Tessaline Group 汀屿集团',
          dimensionItemInfoLit: [
            { id: 40, name: 'Greater China 大中华区' },
            { id: 41, name: 'Southeast Asia 东南亚' },
          ],
          avatar: expect.any(String),
          verifyEmail: 1,
          uid: '4de82c45b804d759b10fceb5c5204c57',
          status: 1,
          logoutStatus: 0,
          userType: 1,
          createTime: 1_583_115_120_000,
          roleList: null,
          lineManagerUserId: null,
        },
      ],
    })
    expect(assumptionsOf(reply)).toEqual(['A-8-2'])
  })

  test('answers in the order asked for, each once, without unknown ids', async () => {
    const server = await injectServer()
    const { MAX_SAFE_INTEGER } = Number
    const asked = [1003, -1001, 1001, 1003, 0, MAX_SAFE_INTEGER, -MAX_SAFE_INTEGER, 1002, 1001]
    expect(await idsOf(server, asked)).toEqual([1003, 1001, 1002])
    expect(await idsOf(server, asked.toReversed())).toEqual([1001, 1002, 1003])
  })

  test('answers 100 ids and refuses 101', async () => {
    const server = await injectServer(DEMO)
    expect(await idsOf(server, range(100, 1001))).toEqual(range(60, 1001))
    for (const count of [101, 20_000]) {
      const reply = await server.call('E8', { userIds: range(count, 1001) })
      const sentence = `param.userIds has ${count} elements, but at most 100 are allowed`
      expectRefusal(reply, '90020005', sentence, 'batches')
    }
    const variants = { 'A-8-1.limit': 'answered' } as const
    const lenient = await injectServer({ ...DEMO, variants })
    expect(await idsOf(lenient, range(1_000, 901))).toEqual(range(60, 1001))
    const reply = await lenient.call('E8', { userIds: range(1_001, 1001) })
    expectRefusal(
      reply,
      '90020005',
      'param.userIds has 1001 elements, but at most 1000 are allowed',
    )
  })

  test('answers an avatar of each user that is signed for an hour of the workspace', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const users = await query(server, [1001, 1002, 1003])
    const paths = users.map(({ avatar }) => expectSigned(server, avatar, NOW + 3_600_000))
    expect(new Set(paths).size).toBe(3)
  })
})
