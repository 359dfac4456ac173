import { describe, expect, test } from 'vitest'
import type { ApprovalTask, ApprovalTaskQuery } from '#src/contract/resources/approval-shapes.ts'
import { seedRows } from '#test/kit/databases.ts'
import { tasksListed } from '#test/kit/payloads.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

interface SeedApproval {
  id: number
  tasks: { key: string; assignee: number; status: string; createdAtMs?: number }[]
}

type Query = Partial<ApprovalTaskQuery>

const list = ({ call }: OpenedStore, query: Query, as?: string) =>
  tasksListed(call(as ? { as } : {}), { createTimeForm: 0, ...query })

/** All records of a query, page after page. */
const listAll = (store: OpenedStore, query: Query): ApprovalTask[] =>
  Array.from({ length: list(store, query).totalPage }, (_, index) =>
    list(store, { ...query, page: index + 1 }),
  ).flatMap(({ records }) => records)

const statusesOf = (tasks: readonly ApprovalTask[]) =>
  [...new Set(tasks.map(({ approvalStatus }) => approvalStatus))].sort()

/** When the only task of the small seed started. */
const STARTED = 1_791_426_000_000

describe('the list of tasks', () => {
  test('has pages of 20, and 50 tasks in progress are three of them', () => {
    const demo = openStore('demo')
    const pages = [1, 2, 3, 4].map((page) => list(demo, { finished: false, page }))
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

  test('is oldest first, then in order of creation, without tasks that have not started', () => {
    const seeded = seedRows<SeedApproval>('demo', 'approvals', 'approvals')
      .flatMap(({ id, tasks }) => tasks.map((task) => ({ ...task, id })))
      .flatMap(({ id, key, assignee, createdAtMs }) =>
        createdAtMs === undefined ? [] : [[`${id}`, key, assignee, createdAtMs] as const],
      )
      .toSorted((a, b) => a[3] - b[3])
    const listed = listAll(openStore('demo'), {})
    expect(listed).toHaveLength(80)
    expect(
      listed.map((task) => [task.approvalId, task.key, task.assignee, task.createTime]),
    ).toEqual(seeded)
  })
})

describe('a filter', () => {
  test('takes tasks in progress for finished: false, ended ones for true, and both without it', () => {
    const demo = openStore('demo')
    const open = listAll(demo, { finished: false })
    const ended = listAll(demo, { finished: true })
    const both = listAll(demo, {})
    expect(statusesOf(open)).toEqual(['IN_PROGRESS'])
    expect(statusesOf(ended)).toEqual(['APPROVED', 'REJECTED', 'WITHDRAWN'])
    expect(open.filter(({ endTime }) => endTime !== null)).toEqual([])
    expect(ended.filter(({ endTime, createTime }) => (endTime ?? 0) < createTime)).toEqual([])
    expect([open.length, ended.length]).toEqual([50, 30])
    expect(both.filter(({ endTime }) => endTime === null)).toEqual(open)
    expect(both.filter(({ endTime }) => endTime !== null)).toEqual(ended)
  })

  test.each([
    [STARTED - 1, 1],
    [STARTED, 1],
    [STARTED + 1, 0],
    [0, 1],
    [-1, 1],
    [-Number.MAX_SAFE_INTEGER, 1],
    [Number.MAX_SAFE_INTEGER, 0],
  ])('takes tasks that started at or after %i', (createTimeForm, count) => {
    const { totalCount, records } = list(openStore(), { createTimeForm })
    expect([totalCount, records.length]).toEqual([count, count])
  })
})
