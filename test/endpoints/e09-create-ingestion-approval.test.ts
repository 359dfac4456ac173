import { describe, expect, test } from 'vitest'
import type { ApprovalTask } from '#src/contract/resources/approval-shapes.ts'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { NOW } from '#test/kit/databases.ts'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import {
  type CallOptions,
  injectServer,
  type ServerOptions,
  type TestServer,
} from '#test/kit/server.ts'

const LEAST = {
  category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
  processDefinitionId: 81,
  submitter: 1003,
  assignees: { task1: [1002] },
}

const DEFINITION_NAME = '外部素材入库审批 External Material Ingestion'

const startFrozen = async (options?: ServerOptions): Promise<TestServer> => {
  const server = await injectServer(options)
  freezeAt(server, NOW)
  return server
}

const create = (server: TestServer, change: object = {}, options?: CallOptions): Promise<number> =>
  server.result<number>('E9', { ...LEAST, ...change }, options)

/** Tasks that have started since the clock stopped. */
const tasksIn = async (server: TestServer, options?: CallOptions): Promise<ApprovalTask[]> => {
  const param = { createTimeForm: NOW }
  const { records } = await server.result<{ records: ApprovalTask[] }>('E5', param, options)
  return records
}

const detailsOf = async (
  server: TestServer,
  assetIdList: readonly number[],
): Promise<AssetDetail[]> => {
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', { assetIdList })
  return detail
}

const stepsIn = async (server: TestServer) =>
  (await tasksIn(server)).map(({ key, assignee }) => [key, assignee])

describe('E9 create external asset ingestion approval', () => {
  test('answers the id of the approval as an integer in the envelope', async () => {
    const server = await startFrozen()
    const reply = await server.call('E9', samplesOf(server.fixtures).E9)
    expect(reply.text).toBe('{"code":"0","message":"success","result":9002}')
    expect(findingsOf(reply)).toEqual([])
    expect(assumptionsOf(reply)).toEqual(['A-9-1', 'A-9-2', 'A-9-7'])
  })

  test('remembers its first step as a task of E5; the initiator makes no record', async () => {
    const server = await startFrozen()
    const id = await server.result<number>('E9', samplesOf(server.fixtures).E9)
    expect(await tasksIn(server)).toStrictEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        key: 'task1',
        processName: 'Publish two pictures',
        approvalId: String(id),
        processCategory: 'RESOURCE_PUBLISHMENT',
        category: 'APPROVAL',
        submitter: 1001,
        assignee: 1002,
        createTime: NOW,
        endTime: null,
        approvalStatus: 'IN_PROGRESS',
      },
    ])
  })

  test('remembers as first the key with the lowest number that has anybody', async () => {
    const server = await startFrozen()
    await create(server, { assignees: { task10: [1001], task9: [1002], approver: [1003] } })
    await create(server, { assignees: { task1: [], task3: [1003], task2: [1001] } })
    await create(server, { assignees: { approver: [1003], initiator: [1001] } })
    expect(await stepsIn(server)).toEqual([
      ['task9', 1002],
      ['task2', 1001],
      ['approver', 1003],
    ])
  })

  test.each([80, 999])(
    'answers a key of %s digits and a letter, which has no number at its end',
    async (length) => {
      const server = await startFrozen()
      const key = `${'7'.repeat(length)}x`
      const id = await create(server, { assignees: { [key]: [1001], task2: [1003] } })
      expect(id).toBe(9002)
      expect(await stepsIn(server)).toEqual([['task2', 1003]])
    },
  )

  test('remembers the tasks of all steps in their order by variant of A-9-2', async () => {
    const server = await startFrozen({ variants: { 'A-9-2': 'at-once' } })
    await create(server, {
      assignees: { task10: [1001], initiator: [1003], task2: [1003, 1002], task1: [1002] },
    })
    expect(await stepsIn(server)).toEqual([
      ['task1', 1002],
      ['task2', 1003],
      ['task2', 1002],
      ['task10', 1001],
    ])
    const tasks = await tasksIn(server)
    expect(tasks.map((task) => [task.approvalStatus, task.createTime, task.endTime])).toEqual(
      tasks.map(() => ['IN_PROGRESS', NOW, null]),
    )
  })

  test('remembers name as processName, and the name of the definition without one', async () => {
    const server = await startFrozen()
    await create(server, { name: 'My approval', detailName: 'not this' })
    await create(server)
    await create(server, { name: null })
    await create(server, { name: '' })
    expect((await tasksIn(server)).map(({ processName }) => processName)).toEqual([
      'My approval',
      DEFINITION_NAME,
      DEFINITION_NAME,
      DEFINITION_NAME,
    ])
  })

  test('answers without the optional fields, with null or with empty ones', async () => {
    const server = await startFrozen()
    const nulls = { name: null, detailName: null, variables: null, objects: null }
    const reply = await server.call('E9', { ...LEAST, ...nulls })
    expect(reply.body).toMatchObject({ code: '0', result: 9002 })
    expect(findingsOf(reply).sort()).toEqual([
      'empty-list param.objects',
      'null-as-absent param.detailName',
      'null-as-absent param.name',
      'null-as-absent param.objects',
      'null-as-absent param.variables',
    ])
    expect(await create(server, { objects: [], variables: {}, detailName: '' })).toBe(9003)
    expect(await create(server, { objects: [100_001, 100_001] })).toBe(9004)
  })

  test.each([
    [{ processDefinitionId: 424_242 }, '90030006', 'param.processDefinitionId', '424242'],
    [{ submitter: 424_242 }, '90030001', 'param.submitter', 'user 424242 does not exist'],
    [
      { assignees: { task1: [1002, 424_242] } },
      '90030001',
      'param.assignees.task1',
      'user 424242 does not exist',
    ],
    [
      { assignees: { initiator: [424_242], task1: [1002] } },
      '90030001',
      'param.assignees.initiator',
      '424242',
    ],
    [
      { objects: [100_001, 424_242] },
      '90030041',
      'param.objects',
      'asset or atom 424242 does not exist',
    ],
    [
      { objects: [500_001] },
      '90030043',
      'param.objects',
      '500001 is the file of asset 100001; use 100001',
    ],
    [{ assignees: {} }, '90030022', 'param.assignees', 'task1'],
    [{ assignees: { initiator: [1001] } }, '90030022', 'param.assignees', 'task1'],
    [{ assignees: { task1: [], task2: [] } }, '90030022', 'param.assignees', 'task1'],
  ])('refuses %j and starts no task', async (change, code, field, word) => {
    const server = await startFrozen()
    expectRefusal(await server.call('E9', { ...LEAST, ...change }), code, field, word)
    expect(await tasksIn(server)).toEqual([])
    expect(await create(server)).toBe(9002)
  })

  test('remembers atoms and assets as its objects, and 1 as the approvalStatus of the assets', async () => {
    const server = await startFrozen()
    const as = 'editor@example.com'
    await create(server, { submitter: 1002, objects: [700_002, 100_001, 700_001] }, { as })
    const [approval] = await recordsOf(server, 'approvals')
    expect(approval).toMatchObject({
      objects: [100_001, 700_001, 700_002],
      materials: [
        { objectId: 100_001, materialId: 100_001 },
        { objectId: 700_001, materialId: null },
        { objectId: 700_002, materialId: null },
      ],
    })
    const [asset] = await detailsOf(server, [100_001])
    expect(asset).toMatchObject({ approvalStatus: 1, updateUser: 1002, updateTime: NOW })
  })

  test('refuses assets that the acting user does not see, whoever submits', async () => {
    const server = await startFrozen()
    await server.result('E21', { assetIdList: [700_001] }, { as: 'owner@example.com' })
    const wanted = { ...LEAST, submitter: 1001, objects: [700_005] }
    expectRefusal(
      await server.call('E9', wanted, { as: 'editor@example.com' }),
      '90030041',
      'param.objects: asset or atom 700005 does not exist',
    )
    expect(await create(server, wanted, { as: 'owner@example.com' })).toBe(9002)
  })

  test('refuses assets that the submitter does not see, whoever calls, and atoms that became them', async () => {
    const server = await startFrozen()
    await server.result('E21', { assetIdList: [700_001] }, { as: 'editor@example.com' })
    for (const object of [700_005, 700_001])
      expectRefusal(
        await server.call('E9', { ...LEAST, objects: [object] }),
        '90030041',
        `param.objects: asset or atom ${object} does not exist`,
      )
    expect(await create(server, { submitter: 1002, objects: [700_001] })).toBe(9002)
    const [approval] = await recordsOf(server, 'approvals')
    expect(approval?.materials).toEqual([{ objectId: 700_001, materialId: 700_005 }])
  })

  test('remembers the asset of a file by variant `accepted` of A-id-1', async () => {
    const server = await startFrozen({ variants: { 'A-id-1': 'accepted' } })
    await create(server, { objects: [500_001] })
    const [approval] = await recordsOf(server, 'approvals')
    expect(approval?.materials).toEqual([{ objectId: 500_001, materialId: 100_001 }])
  })
})
