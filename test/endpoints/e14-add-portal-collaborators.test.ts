import { describe, expect, test } from 'vitest'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const NOW_MS = 1_800_000_000_000

/** The collaborators, as `unit id: authType by adder`, in order of their units. */
const collaborators = async (server: TestServer): Promise<string[]> => {
  const rows = await recordsOf(server, 'collaborators')
  return rows
    .map(
      ({ unitType, unitId, authType, addedBy }) =>
        `${unitType} ${unitId}: ${authType} by ${addedBy}`,
    )
    .sort()
}

describe('E14 add portal collaborators in batch', () => {
  test('remembers users, departments and dimension items, once each', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    const { id: portalId } = server.fixtures.portal
    await server.result('E14', {
      portalId,
      authType: 2,
      userId: 1001,
      deptIdList: [11, 10, 11],
      dimensionIdList: [41],
      userIdList: [1003, 1002, 1003],
    })
    expect(await collaborators(server)).toEqual([
      'department 10: 2 by 1001',
      'department 11: 2 by 1001',
      'dimension 41: 2 by 1001',
      'user 1002: 2 by 1001',
      'user 1003: 2 by 1001',
    ])
    const [row] = await recordsOf(server, 'collaborators')
    expect(row).toEqual({
      id: 5,
      portalId,
      authType: 2,
      unitType: 'dimension',
      unitId: 41,
      addedBy: 1001,
      updateTime: NOW_MS,
    })
  })

  test('remembers the new authType of a collaborator who is added again', async () => {
    const server = await injectServer()
    const { id: portalId } = server.fixtures.portal
    await server.result('E14', { portalId, authType: 1, userId: 1001, userIdList: [1003, 1002] })
    await server.result('E14', { portalId, authType: -7, userId: 1002, userIdList: [1003] })
    expect(await collaborators(server)).toEqual(['user 1002: 1 by 1001', 'user 1003: -7 by 1002'])
  })

  test('remembers the acting user as the adder when userId is absent', async () => {
    const server = await injectServer()
    const { id: portalId } = server.fixtures.portal
    const param = { portalId, authType: 1, userIdList: [1003] }
    await server.result('E14', param, { as: 'editor@example.com' })
    expect(await collaborators(server)).toEqual(['user 1003: 1 by 1002'])
  })

  test.each([{}, { deptIdList: [], dimensionIdList: [], userIdList: [] }])(
    'answers true to no collaborators %j, and remembers none',
    async (lists) => {
      const server = await injectServer()
      const { id: portalId } = server.fixtures.portal
      expectSuccess(await server.call('E14', { portalId, authType: 1, ...lists }), true)
      expect(await collaborators(server)).toEqual([])
    },
  )

  test.each([
    ['portalId', 52, '90030008', 'param.portalId: portal 52 does not exist'],
    ['portalId', -1, '90030008', 'param.portalId: portal -1 does not exist'],
    ['userId', 424242, '90030001', 'param.userId: user 424242 does not exist'],
    ['deptIdList', [10, 424242], '90030004', 'param.deptIdList: department 424242 does not exist'],
    ['dimensionIdList', [40, 0], '90030005', 'param.dimensionIdList: dimension 0 does not exist'],
    ['userIdList', [1002, -5], '90030001', 'param.userIdList: user -5 does not exist'],
  ])('refuses the whole call for %s %j and names it', async (field, value, code, words) => {
    const server = await injectServer()
    const sample = { ...samplesOf(server.fixtures).E14, [field]: value }
    expectRefusal(await server.call('E14', sample), code, words)
    expect(await collaborators(server)).toEqual([])
  })
})
