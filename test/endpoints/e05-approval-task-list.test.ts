import { describe, expect, test } from 'vitest'
import type { ApprovalTask } from '#src/contract/resources/approval-shapes.ts'
import { NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { findingsOf } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'

interface Tasks {
  pageNum: number
  pageSize: number
  totalCount: number
  totalPage: number
  records: ApprovalTask[]
}

const NOTHING = { pageNum: 1, pageSize: 20, totalCount: 0, totalPage: 0, records: [] }

const list = (server: TestServer, param: object, options?: CallOptions): Promise<Tasks> =>
  server.result<Tasks>('E5', { createTimeForm: 0, ...param }, options)

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
            submitter: 1001,
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

  test('remembers an approval of E9 at the end of the list', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const id = await server.result<number>('E9', samplesOf(server.fixtures).E9)
    const { records } = await list(server, {})
    expect(records.map(({ approvalId }) => approvalId)).toEqual(['9001', String(id)])
    expect(await list(server, { createTimeForm: NOW })).toMatchObject({ totalCount: 1 })
    expect(await list(server, { createTimeForm: NOW + 1 })).toEqual(NOTHING)
  })
})
