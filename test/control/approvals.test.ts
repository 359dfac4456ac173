import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { act, done, expectRefused } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { freshFolder } from '#test/kit/process.ts'
import { freezeAt } from '#test/kit/records.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'

interface Task {
  key: string
  assignee: number
  approvalStatus: string
  createTime: number
  endTime: number | null
}

interface View {
  approvalId: number
  status: string
  materials: { objectId: number; materialId: number | null }[]
  tasks: { key: string; status: string; comment: string | null; createTime: number | null }[]
}

const ASSETS = [100_001, 100_002]
const TWO_STEPS = { initiator: [1001], task1: [1002], task2: [1003] }
const TWO_PEOPLE = { task1: [1002, 1003], task2: [1001] }

/** A server whose time stands still, with an approval that has just been created. */
const withApproval = async (
  assignees: object,
  options: ServerOptions = {},
  objects: readonly number[] = ASSETS,
) => {
  const server = await injectServer(options)
  freezeAt(server, NOW)
  const id = await server.result<number>('E9', {
    category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
    processDefinitionId: 81,
    submitter: 1001,
    assignees,
    name: 'Two pictures',
    objects,
  })
  const decide = (key: string, body: object) =>
    act(server, `/approvals/${id}/tasks/${key}/decision`, body)
  const approve = (key: string, body: object = {}) =>
    done<View>(server, `/approvals/${id}/tasks/${key}/decision`, { decision: 'approve', ...body })
  return { server, id, decide, approve }
}

const tasksOf = async (server: TestServer, finished?: boolean): Promise<Task[]> => {
  const param = { createTimeForm: NOW, ...(finished !== undefined && { finished }) }
  const { records } = await server.result<{ records: Task[] }>('E5', param)
  return records
}

const detailsOf = async (server: TestServer, assetIdList: number[]): Promise<AssetDetail[]> => {
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', { assetIdList })
  return detail
}

const statusesOf = async (server: TestServer): Promise<number[]> =>
  (await detailsOf(server, ASSETS)).map(({ approvalStatus }) => approvalStatus)

describe('the decision of an approval task', () => {
  test('returns the whole approval, and starts the next key at workspace time', async () => {
    const { server, id, approve } = await withApproval(TWO_STEPS)
    expect(await statusesOf(server)).toEqual([1, 1])
    freezeAt(server, NOW + 5_000)
    const view = await approve('task1', { comment: 'Fine by me' })
    expect(view).toMatchObject({ approvalId: id, name: 'Two pictures', status: 'IN_PROGRESS' })
    expect(view.tasks).toMatchObject([
      { key: 'task1', status: 'APPROVED', comment: 'Fine by me', createTime: NOW },
      { key: 'task2', status: 'IN_PROGRESS', comment: null, createTime: NOW + 5_000 },
    ])
    expect(await tasksOf(server)).toMatchObject([
      { key: 'task1', approvalStatus: 'APPROVED', createTime: NOW, endTime: NOW + 5_000 },
      { key: 'task2', approvalStatus: 'IN_PROGRESS', createTime: NOW + 5_000, endTime: null },
    ])
    expect(await tasksOf(server, true)).toHaveLength(1)
    expect(await statusesOf(server)).toEqual([1, 1])
  })

  test('sets the approval and its assets to APPROVED after the last key', async () => {
    const { server, approve } = await withApproval(TWO_STEPS)
    await approve('task1')
    expect(await approve('task2')).toMatchObject({ status: 'APPROVED' })
    expect(await statusesOf(server)).toEqual([2, 2])
    expect(await tasksOf(server, false)).toEqual([])
  })

  test.each([
    ['reject', 'REJECTED', 3],
    ['withdraw', 'WITHDRAWN', 0],
  ] as const)('ends all tasks for %s', async (decision, status, assetStatus) => {
    const { server, decide } = await withApproval(TWO_PEOPLE)
    const reply = await decide('task1', { decision, assignee: 'Editor@example.com' })
    expect(reply.body).toMatchObject({ status })
    expect(await tasksOf(server)).toMatchObject([
      { key: 'task1', assignee: 1002, approvalStatus: status, endTime: NOW },
      { key: 'task1', assignee: 1003, approvalStatus: 'WITHDRAWN', endTime: NOW },
    ])
    expect(await statusesOf(server)).toEqual([assetStatus, assetStatus])
    expectRefused(await decide('task2', { decision: 'approve' }), 409, `its approval is ${status}`)
  })

  test('falls back, for withdraw, to what the other approvals of the assets gave', async () => {
    const { server, approve } = await withApproval({ task1: [1002] })
    await approve('task1')
    expect(await statusesOf(server)).toEqual([2, 2])
    freezeAt(server, NOW + 1_000)
    const further = { category: 'A', processDefinitionId: 81, submitter: 1001 }
    const request = { ...further, assignees: { task1: [1002] }, objects: [100_001] }
    const id = await server.result<number>('E9', request)
    expect(await statusesOf(server)).toEqual([1, 2])
    await done(server, `/approvals/${id}/tasks/task1/decision`, { decision: 'withdraw' })
    expect(await statusesOf(server)).toEqual([2, 2])
  })

  test('ingests the atoms for the submitter when the last task is approved', async () => {
    const { server, approve } = await withApproval(TWO_STEPS, {}, [700_002, 100_001, 700_001])
    expect((await approve('task1')).materials).toEqual([
      { objectId: 100_001, materialId: 100_001 },
      { objectId: 700_001, materialId: null },
      { objectId: 700_002, materialId: null },
    ])
    freezeAt(server, NOW + 5_000)
    const { materials } = await approve('task2')
    expect(materials).toEqual([
      { objectId: 100_001, materialId: 100_001 },
      { objectId: 700_001, materialId: 700_005 },
      { objectId: 700_002, materialId: 700_006 },
    ])
    const details = await detailsOf(server, [100_001, 700_005, 700_006])
    expect(details).toMatchObject([
      { updateTime: NOW + 5_000, updateUser: 1003 },
      { createTime: NOW + 5_000, authInfoList: [{ unitType: 1, unitId: 1001 }] },
      { materialOrigin: { createUser: 1001 }, subResList: [{ id: 700_002 }] },
    ])
    expect(details.map(({ approvalStatus }) => approvalStatus)).toEqual([2, 2, 2])
    const again = await server.result('E21', { assetIdList: [700_002, 700_001] })
    expect(again).toMatchObject({ successMaterialIdList: [700_006, 700_005] })
    const { records } = await server.control<{ records: object[] }>('/records/approvals?limit=1')
    expect(records).toMatchObject([{ objects: [100_001, 700_001, 700_002], materials }])
  })

  test('leaves atoms to E21 by variant of A-9-8, whose asset is approved', async () => {
    const { server, approve } = await withApproval(
      { task1: [1002] },
      { variants: { 'A-9-8': 'not-ingested' } },
      [700_001],
    )
    const { materials } = await approve('task1')
    expect(materials).toEqual([{ objectId: 700_001, materialId: null }])
    await server.result('E21', { assetIdList: [700_001] })
    expect(await detailsOf(server, [700_005])).toMatchObject([{ approvalStatus: 2 }])
  })

  test.each([
    ['reject', 3],
    ['withdraw', 0],
  ] as const)('ingests nothing for %s, which an atom keeps', async (decision, status) => {
    const { server, decide } = await withApproval({ task1: [1002] }, {}, [700_001])
    expect((await decide('task1', { decision })).body).toMatchObject({
      materials: [{ objectId: 700_001, materialId: null }],
    })
    await server.result('E21', { assetIdList: [700_001] })
    expect(await detailsOf(server, [700_005])).toMatchObject([{ approvalStatus: status }])
  })

  test('changes updateTime and updateUser of assets, also by a rejection', async () => {
    const { server, decide } = await withApproval(TWO_PEOPLE)
    expect(await detailsOf(server, ASSETS)).toMatchObject([
      { updateTime: NOW, updateUser: 1001 },
      { updateTime: NOW, updateUser: 1001 },
    ])
    freezeAt(server, NOW + 1)
    await decide('task1', { decision: 'reject', assignee: 1003 })
    expect(await detailsOf(server, ASSETS)).toMatchObject([
      { updateTime: NOW + 1, updateUser: 1003 },
      { updateTime: NOW + 1, updateUser: 1003 },
    ])
  })

  test('survives a restart with what it ingested', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const { server, approve } = await withApproval({ task1: [1002] }, { env }, [700_001])
    await approve('task1')
    const before = await server.control('/records/approvals')
    await server.close()
    const again = await injectServer({ env })
    expect(await again.control('/records/approvals')).toEqual(before)
    expect(await detailsOf(again, [700_005])).toMatchObject([
      { approvalStatus: 2, subResList: [{ id: 700_001 }] },
    ])
  })

  test('waits until everybody of a key has decided', async () => {
    const { server, approve } = await withApproval(TWO_PEOPLE)
    await approve('task1', { assignee: 1003 })
    expect(await tasksOf(server, false)).toMatchObject([{ key: 'task1', assignee: 1002 }])
    await approve('task1')
    expect(await tasksOf(server, false)).toMatchObject([{ key: 'task2', assignee: 1001 }])
  })

  test('sets no end before the beginning when the clock was set back', async () => {
    const { server, approve } = await withApproval({ task1: [1002] })
    freezeAt(server, NOW - 60_000)
    await approve('task1')
    expect(await tasksOf(server)).toMatchObject([{ createTime: NOW, endTime: NOW }])
  })

  test('is rejected without changes when it is invalid', async () => {
    const { server, id, decide } = await withApproval(TWO_PEOPLE)
    const before = server.workspace.store.sqlite.serialize()
    const approve = { decision: 'approve' }
    expectRefused(await decide('task1', approve), 409, '1002, 1003', 'assignee')
    expectRefused(await decide('task2', approve), 409, 'is PENDING')
    expectRefused(await decide('task9', approve), 404, 'it has task1, task2')
    expectRefused(await decide('task1', { ...approve, assignee: 1001 }), 404, '1002, 1003')
    expectRefused(await decide('task1', { ...approve, assignee: 'no@example.com' }), 400, 'no@')
    expectRefused(await decide('task1', { decision: 'maybe' }), 400, 'approve, reject, withdraw')
    expectRefused(await decide('task1', {}), 400, 'decision is missing')
    expectRefused(
      await act(server, `/approvals/${id + 1}/tasks/task1/decision`, approve),
      404,
      `Approval ${id + 1} does not exist`,
    )
    expect(server.workspace.store.sqlite.serialize().equals(before)).toBe(true)
  })
})
