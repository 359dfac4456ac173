import { describe, expect, test } from 'vitest'
import type { ApprovalTask } from '#src/contract/resources/approval-task.ts'
import { NOW, otherWorkspace } from '#test/kit/databases.ts'
import { freezeAt, LONG_TEXTS } from '#test/kit/records.ts'
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

const stepsIn = async (server: TestServer) =>
  (await tasksIn(server)).map(({ key, assignee }) => [key, assignee])

describe('E9 create external asset ingestion approval', () => {
  test('answers the id of the approval as an integer in the envelope', async () => {
    const server = await startFrozen()
    const reply = await server.call('E9', samplesOf(server.fixtures).E9)
    expect(reply.text).toBe('{"code":"0","message":"success","result":9002}')
    expect(findingsOf(reply)).toEqual([])
    expect(assumptionsOf(reply)).toEqual(['A-9-1', 'A-9-2'])
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

  test('remembers every approval under an id of its own, each task under another', async () => {
    const server = await startFrozen()
    const ids = [await create(server), await create(server), await create(server)]
    expect(ids).toEqual([9002, 9003, 9004])
    const tasks = await tasksIn(server)
    expect(tasks.map(({ approvalId }) => approvalId)).toEqual(ids.map(String))
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(3)
  })

  test('remembers one task per assignee of the first step, each once', async () => {
    const server = await startFrozen()
    await create(server, { assignees: { task1: [1003, 1002, 1003], task2: [1001] } })
    expect(await stepsIn(server)).toEqual([
      ['task1', 1003],
      ['task1', 1002],
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
    expect((await tasksIn(server)).map(({ processName }) => processName)).toEqual([
      'My approval',
      DEFINITION_NAME,
      DEFINITION_NAME,
    ])
  })

  test('remembers the name of the definition as processName by variant of A-9-1', async () => {
    const server = await startFrozen({ variants: { 'A-9-1': 'definition' } })
    const reply = await server.call('E9', { ...LEAST, name: 'My approval' })
    expect(assumptionsOf(reply)).toContain('A-9-1')
    expect(await tasksIn(server)).toMatchObject([{ processName: DEFINITION_NAME }])
  })

  test.each(Object.entries(LONG_TEXTS))('remembers %s as a name', async (_name, name) => {
    const server = await startFrozen()
    await create(server, { name, detailName: name, category: name, variables: { [name]: name } })
    const [task] = await tasksIn(server)
    expect(task?.processName === name).toBe(true)
    expect(task?.category).toBe('APPROVAL')
  })

  test('remembers the named submitter, not the acting user', async () => {
    const server = await startFrozen()
    await create(server, { submitter: 1001 }, { as: 'editor@example.com' })
    expect(await tasksIn(server)).toMatchObject([{ submitter: 1001, assignee: 1002 }])
  })

  test('answers without the optional fields, with null or with empty ones', async () => {
    const server = await startFrozen()
    const nulls = { name: null, detailName: null, variables: null, objects: null }
    const reply = await server.call('E9', { ...LEAST, ...nulls })
    expect(reply.body).toMatchObject({ code: '0', result: 9002 })
    expect(findingsOf(reply).sort()).toEqual([
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
    [{ processDefinitionId: -81 }, '90030006', 'param.processDefinitionId', '-81'],
    [{ submitter: 424_242 }, '90030001', 'param.submitter', 'there is no user 424242'],
    [{ submitter: 0 }, '90030001', 'param.submitter', 'there is no user 0'],
    [
      { assignees: { task1: [1002, 424_242] } },
      '90030001',
      'param.assignees.task1',
      'there is no user 424242',
    ],
    [
      { assignees: { initiator: [424_242], task1: [1002] } },
      '90030001',
      'param.assignees.initiator',
      '424242',
    ],
    [{ objects: [100_001, 424_242] }, '90030002', 'param.objects', 'there is no asset 424242'],
    [{ objects: [Number.MAX_SAFE_INTEGER] }, '90030002', 'param.objects', '9007199254740991'],
    [{ assignees: {} }, '90030022', 'param.assignees', 'task1'],
    [{ assignees: { initiator: [1001] } }, '90030022', 'param.assignees', 'task1'],
    [{ assignees: { task1: [], task2: [] } }, '90030022', 'param.assignees', 'task1'],
  ])('refuses %j and starts no task', async (change, code, field, word) => {
    const server = await startFrozen()
    expectRefusal(await server.call('E9', { ...LEAST, ...change }), code, field, word)
    expect(await tasksIn(server)).toEqual([])
    expect(await create(server)).toBe(9002)
  })

  test.each([
    [{ category: undefined }, '90020001', 'param.category is missing; expected a string'],
    [{ category: '' }, '90020003', 'param.category must not be empty'],
    [{ processDefinitionId: null }, '90020001', 'param.processDefinitionId is missing'],
    [{ submitter: undefined }, '90020001', 'param.submitter is missing; expected an integer'],
    [{ submitter: '1003' }, '90020002', 'param.submitter must be an integer, got a string'],
    [{ assignees: undefined }, '90020001', 'param.assignees is missing; expected an object'],
    [{ assignees: [1002] }, '90020002', 'param.assignees must be an object, got an array'],
    [{ assignees: { task1: 1002 } }, '90020002', 'param.assignees.task1 must be an array'],
    [
      { assignees: { task1: null } },
      '90020002',
      'param.assignees.task1 must be an array, got null',
    ],
    [
      { assignees: { task1: ['1002'] } },
      '90020002',
      'param.assignees.task1[0] must be an integer, got a string',
    ],
    [{ variables: [] }, '90020002', 'param.variables must be an object, got an array'],
    [{ objects: 100_001 }, '90020002', 'param.objects must be an array, got a number'],
    [{ objects: [2 ** 53] }, '90020003', 'param.objects[0] must be at most'],
    [{ name: 1 }, '90020002', 'param.name must be a string, got a number'],
  ])('refuses %j', async (change, code, message) => {
    const server = await startFrozen()
    expectRefusal(await server.call('E9', { ...LEAST, ...change }), code, message)
    expect(await tasksIn(server)).toEqual([])
  })

  test.each([[null], [1002], ['1002'], [[null]], [{}]])(
    'refuses %j as the users of a key with a line end in it',
    async (users) => {
      const server = await startFrozen()
      const assignees = { task1: [1002], 'task\n2': users }
      const reply = await server.call('E9', { ...LEAST, assignees })
      expectRefusal(reply, '90020002', 'param.assignees.task')
      expect(await tasksIn(server)).toEqual([])
    },
  )

  test('isolates workspaces: each counts its own approvals', async () => {
    const server = await startFrozen()
    const { token } = await otherWorkspace(server)
    expect(await create(server, {}, { token })).toBe(9002)
    expect(await tasksIn(server)).toEqual([])
    expect(await create(server)).toBe(9002)
    expect(await tasksIn(server)).toHaveLength(1)
  })
})
