import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findWrongTable } from '#src/db/derived-tables.ts'
import { STATE_NAMES } from '#src/states/state-catalogue.ts'
import { act } from '#test/kit/acts.ts'
import { exportOf, importTo } from '#test/kit/archives.ts'
import { NOW, seedRows } from '#test/kit/databases.ts'
import type { Reply } from '#test/kit/http.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

/** Something that a user does to a workspace; it may be refused. */
type Act = (server: TestServer) => Promise<Reply | undefined>

const createApproval: Act = (server) =>
  server.call('E9', {
    category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
    processDefinitionId: 81,
    submitter: 1001,
    assignees: { initiator: [1001], task1: [1002, 1003], task2: [1003] },
    name: 'A picture',
    objects: [100_001],
  })

/** Decides the newest task in progress. */
const decide =
  (decision: string): Act =>
  async (server) => {
    const task = server.workspace.store.sqlite
      .prepare<[], { approval: number; key: string; assignee: number }>(
        `SELECT approval_id AS approval, key, assignee FROM approval_tasks WHERE status = 'IN_PROGRESS'
         ORDER BY sequence DESC LIMIT 1`,
      )
      .get()
    if (!task) return undefined
    const { approval, key, assignee } = task
    return act(server, `/approvals/${approval}/tasks/${key}/decision`, { decision, assignee })
  }

const APPROVALS = seedRows<object>('minimal', 'approvals', 'approvals')
const PORTALS = seedRows<object>('minimal', 'portal', 'portals')

const ACTS: Readonly<Record<string, Act>> = {
  createApproval,
  approve: decide('approve'),
  reject: decide('reject'),
  withdraw: decide('withdraw'),
  reset: (server) => act(server, '/reset', { parts: ['data'] }),
  advance: (server) => act(server, '/clock/advance', { ms: 5_400_000 }),
  snapshot: (server) => act(server, '/snapshots', { name: 'kept' }),
  restore: (server) => act(server, '/snapshots/kept/restore'),
  replaceApprovals: (server) => act(server, '/seed?mode=replace', { approvals: APPROVALS }),
  replacePortals: (server) => act(server, '/seed?mode=replace', { portals: PORTALS }),
  import: async (server) => importTo(server, await exportOf(server)),
}

const STATE_ACTS: Readonly<Record<string, Act>> = Object.fromEntries(
  STATE_NAMES.map((name): [string, Act] => [name, (server) => act(server, `/states/${name}`)]),
)

const countIn = ({ workspace }: TestServer, query: string): number =>
  Number(workspace.store.sqlite.prepare(query).pluck().get())

const totalOf = async (server: TestServer, operation: string, param: object): Promise<number> =>
  (await server.result<{ totalCount: number }>(operation, param)).totalCount

const expectRight = async (server: TestServer): Promise<void> => {
  expect(findWrongTable(server.workspace.store.sqlite)).toBeUndefined()
  const tasks = 'SELECT count(*) FROM approval_tasks WHERE created_at_ms IS NOT NULL'
  expect(await totalOf(server, 'E5', { createTimeForm: 0 })).toBe(countIn(server, tasks))
  const now = server.workspace.clock.now()
  const contents = `SELECT count(*) FROM portal_contents WHERE block_id = 601 AND published_at_ms <= ${now}
    AND (stopped_at_ms IS NULL OR stopped_at_ms > ${now})`
  expect(await totalOf(server, 'E6', { blockId: 601, pageSize: 1 })).toBe(countIn(server, contents))
}

const startFrozen = async (): Promise<TestServer> => {
  const server = await startServer()
  await act(server, '/clock', { mode: 'frozen', now: NOW }, 'PUT')
  return server
}

describe('the totals of E5 and E6', () => {
  test('are those of the rows after everything that users can do', async () => {
    const server = await startFrozen()
    for (const [name, doIt] of Object.entries({ ...ACTS, ...STATE_ACTS })) {
      const reply = await doIt(server)
      expect([200, 201], `${name}: ${reply?.text}`).toContain(reply?.status)
      await expectRight(server)
    }
  })

  test('are those of the rows in any order of it', async () => {
    const server = await startFrozen()
    const anyAct = fc.oneof(
      fc.constantFrom(...Object.values(ACTS)),
      fc.constantFrom(...Object.values(STATE_ACTS)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 10 }), async (acts) => {
        for (const doIt of acts) {
          const reply = await doIt(server)
          expect(reply?.status ?? 200, reply?.text).toBeLessThan(500)
          await expectRight(server)
        }
      }),
      { numRuns: 6 },
    )
  })
})
