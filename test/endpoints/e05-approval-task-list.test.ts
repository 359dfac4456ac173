import { describe, expect, test } from 'vitest'
import type { ApprovalTask } from '#src/contract/resources/approval-task.ts'
import { DEMO, NOW, otherWorkspace, seedRows } from '#test/kit/databases.ts'
import { freezeAt, LONG_TEXTS } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'

interface Tasks {
  pageNum: number
  pageSize: number
  totalCount: number
  totalPage: number
  records: ApprovalTask[]
}

interface SeedApproval {
  id: number
  tasks: { key: string; assignee: number; status: string; createdAtMs?: number }[]
}

const NOTHING = { pageNum: 1, pageSize: 20, totalCount: 0, totalPage: 0, records: [] }

const list = (server: TestServer, param: object, options?: CallOptions): Promise<Tasks> =>
  server.result<Tasks>('E5', { createTimeForm: 0, ...param }, options)

/** All records of a query, page after page. */
const listAll = async (server: TestServer, param: object): Promise<ApprovalTask[]> => {
  const { totalPage } = await list(server, param)
  const pages = Array.from({ length: totalPage }, (_, index) =>
    list(server, { ...param, page: index + 1 }),
  )
  return (await Promise.all(pages)).flatMap(({ records }) => records)
}

const statusesOf = (tasks: readonly ApprovalTask[]) =>
  [...new Set(tasks.map(({ approvalStatus }) => approvalStatus))].sort()

/** When the only task of the small seed started. */
const STARTED = 1_791_426_000_000

describe('E5 approval task list by creation time', () => {
  test('answers a page with exactly the keys of the document', async () => {
    const server = await injectServer()
    const reply = await server.call('E5', samplesOf(server.fixtures).E5)
    expect(reply.body).toStrictEqual({
      code: '0',
      message: 'success',
      result: {
        pageNum: 1,
        pageSize: 20,
        totalCount: 1,
        totalPage: 1,
        records: [
          {
            id: expect.stringMatching(
              /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
            ),
            key: 'task1',
            processName: 'Ingestion: North Quay Films, 15s cut-downs',
            approvalId: '9001',
            processCategory: 'RESOURCE_PUBLISHMENT',
            category: 'APPROVAL',
            submitter: 1003,
            assignee: 1002,
            createTime: STARTED,
            endTime: null,
            approvalStatus: 'IN_PROGRESS',
          },
        ],
      },
    })
    expect(findingsOf(reply)).toEqual([])
  })

  test("answers the document's sample: 50 tasks in progress are 3 pages of 20", async () => {
    const server = await injectServer(DEMO)
    const page = (number: number) => list(server, { finished: false, page: number })
    const pages = await Promise.all([1, 2, 3, 4].map(page))
    expect(pages.map(({ records, ...rest }) => ({ ...rest, rows: records.length }))).toEqual(
      [20, 20, 10, 0].map((rows, index) => ({
        pageNum: index + 1,
        pageSize: 20,
        totalCount: 50,
        totalPage: 3,
        rows,
      })),
    )
    const ids = pages.flatMap(({ records }) => records.map(({ id }) => id))
    expect(new Set(ids).size).toBe(50)
  })

  test('answers an empty page far beyond the last', async () => {
    const server = await injectServer(DEMO)
    const page = Number.MAX_SAFE_INTEGER
    expect(await list(server, { finished: false, page })).toEqual({
      pageNum: page,
      pageSize: 20,
      totalCount: 50,
      totalPage: 3,
      records: [],
    })
  })

  test('answers oldest first, then in order of creation; never a task that has not started', async () => {
    const server = await injectServer(DEMO)
    const seeded = seedRows<SeedApproval>('demo', 'approvals', 'approvals')
      .flatMap(({ id, tasks }) => tasks.map((task) => ({ ...task, id })))
      .flatMap(({ id, key, assignee, createdAtMs }) =>
        createdAtMs === undefined ? [] : [[`${id}`, key, assignee, createdAtMs] as const],
      )
      .toSorted((a, b) => a[3] - b[3])
    const answered = await listAll(server, {})
    expect(answered).toHaveLength(80)
    expect(
      answered.map((task) => [task.approvalId, task.key, task.assignee, task.createTime]),
    ).toEqual(seeded)
  })

  test('answers by finished: false in progress, true ended, absent both', async () => {
    const server = await injectServer(DEMO)
    const open = await listAll(server, { finished: false })
    const ended = await listAll(server, { finished: true })
    const both = await listAll(server, {})
    expect(statusesOf(open)).toEqual(['IN_PROGRESS'])
    expect(statusesOf(ended)).toEqual(['APPROVED', 'REJECTED', 'WITHDRAWN'])
    expect(open.filter(({ endTime }) => endTime !== null)).toEqual([])
    expect(ended.filter(({ endTime, createTime }) => (endTime ?? 0) < createTime)).toEqual([])
    expect([open.length, ended.length]).toEqual([50, 30])
    expect(both.filter(({ endTime }) => endTime === null)).toEqual(open)
    expect(both.filter(({ endTime }) => endTime !== null)).toEqual(ended)
  })

  test('answers every value that the document has seen', async () => {
    const server = await injectServer(DEMO)
    const tasks = await listAll(server, {})
    const categories = new Set(tasks.map(({ processCategory }) => processCategory))
    expect([...categories].sort()).toEqual(['PORTAL_PUBLISHMENT', 'RESOURCE_PUBLISHMENT'])
    expect([...new Set(tasks.map(({ category }) => category))]).toEqual(['APPROVAL'])
    const keys = new Set(tasks.map(({ key }) => key))
    expect([...keys].sort().slice(0, 2)).toEqual(['task1', 'task2'])
  })

  test.each([
    [STARTED - 1, 1],
    [STARTED, 1],
    [STARTED + 1, 0],
    [0, 1],
    [-1, 1],
    [-Number.MAX_SAFE_INTEGER, 1],
    [Number.MAX_SAFE_INTEGER, 0],
  ])('answers tasks that started at or after %i', async (createTimeForm, count) => {
    const server = await injectServer()
    const { totalCount, records } = await list(server, { createTimeForm })
    expect([totalCount, records.length]).toEqual([count, count])
  })

  test('answers an empty page for another category, and all for none', async () => {
    const server = await injectServer()
    const texts = ['approval', 'OTHER', '', '%', ...Object.values(LONG_TEXTS)]
    for (const category of texts) expect(await list(server, { category })).toEqual(NOTHING)
    expect(await list(server, { category: 'APPROVAL' })).toMatchObject({ totalCount: 1 })
    expect(await list(server, {})).toMatchObject({ totalCount: 1 })
  })

  test('answers everybody all tasks', async () => {
    const server = await injectServer(DEMO)
    const seenBy = (as: string) => list(server, { finished: false }, { as })
    expect(await seenBy('viewer@example.com')).toEqual(await seenBy('owner@example.com'))
  })

  test('answers null in optional fields as if they were absent, and says so', async () => {
    const server = await injectServer()
    const param = { createTimeForm: 0, category: null, finished: null, page: null }
    const reply = await server.call('E5', param)
    expect(reply.body).toMatchObject({ code: '0', result: { pageNum: 1, totalCount: 1 } })
    expect(findingsOf(reply)).toEqual([
      'null-as-absent param.category',
      'null-as-absent param.finished',
      'null-as-absent param.page',
    ])
  })

  test('answers no other page size, for there is no such field', async () => {
    const server = await injectServer(DEMO)
    const reply = await server.call('E5', { createTimeForm: 0, finished: false, pageSize: 5 })
    expect(reply.body).toMatchObject({ result: { pageSize: 20, totalPage: 3 } })
    expect(findingsOf(reply)).toEqual(['unknown-field param.pageSize'])
  })

  test('remembers an approval of E9 at the end of the list', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const id = await server.result<number>('E9', samplesOf(server.fixtures).E9)
    const { records } = await list(server, {})
    expect(records.map(({ approvalId }) => approvalId)).toEqual(['9001', String(id)])
    expect(await list(server, { createTimeForm: NOW })).toMatchObject({ totalCount: 1 })
    expect(await list(server, { createTimeForm: NOW + 1 })).toEqual(NOTHING)
  })

  test.each([
    [{}, '90020001', 'param.createTimeForm is missing; expected an integer'],
    [{ createTimeFrom: 0 }, '90020001', 'param.createTimeForm is missing'],
    [{ createTimeForm: null }, '90020001', 'param.createTimeForm is missing'],
    [{ createTimeForm: '0' }, '90020002', 'param.createTimeForm must be an integer, got a string'],
    [
      { createTimeForm: 0.5 },
      '90020002',
      'param.createTimeForm must be an integer, got a fraction',
    ],
    [{ createTimeForm: 2 ** 53 }, '90020003', 'param.createTimeForm must be at most'],
    [{ createTimeForm: 0, finished: 1 }, '90020002', 'param.finished must be a boolean'],
    [{ createTimeForm: 0, finished: 'false' }, '90020002', 'param.finished must be a boolean'],
    [{ createTimeForm: 0, category: 1 }, '90020002', 'param.category must be a string'],
    [{ createTimeForm: 0, page: 0 }, '90020003', 'param.page must be at least 1'],
    [{ createTimeForm: 0, page: -3 }, '90020003', 'param.page must be at least 1'],
  ])('refuses %j', async (param, code, message) => {
    const server = await injectServer()
    expectRefusal(await server.call('E5', param), code, message)
  })

  test('isolates workspaces: an approval of one is no task of the other', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const { token } = await otherWorkspace(server)
    await server.result('E9', samplesOf(server.fixtures).E9, { token })
    expect((await list(server, {}, { token })).totalCount).toBe(2)
    expectSuccess(await server.call('E5', { createTimeForm: NOW }), NOTHING)
  })
})
