import type { ApprovalTask } from '#src/contract/resources/approval-shapes.ts'
import { done } from '#test/kit/acts.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import type { Reply } from '#test/kit/http.ts'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { samplesOf } from '#test/kit/samples.ts'
import type { TestServer } from '#test/kit/server.ts'
import { changeRows, outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

/** The tasks of the approval of the document's sample, named "Publish two pictures". */
const newTasks = async (server: TestServer): Promise<ApprovalTask[]> => {
  freezeAt(server, NOW)
  await server.result('E9', samplesOf(server.fixtures).E9)
  const page = await server.result<{ records: ApprovalTask[] }>('E5', { createTimeForm: NOW })
  return page.records
}

/** Creates the approval of the document's sample with other fields. */
const createApproval = (server: TestServer, fields: object): Promise<Reply> =>
  server.call('E9', { ...samplesOf(server.fixtures).E9, ...fields })

const countOf = async (server: TestServer, query: object): Promise<number> => {
  const param = { createTimeForm: 0, ...query }
  const { totalCount } = await server.result<{ totalCount: number }>('E5', param)
  return totalCount
}

/** The cases of decisions about approvals. */
export const approvalCases: VariantCases = {
  'A-5-1': {
    options: DEMO,
    observe: async (server) => {
      const [absent, open] = [await countOf(server, {}), await countOf(server, { finished: false })]
      return absent > open ? 'more than in progress' : 'those in progress'
    },
    shows: { both: 'more than in progress', unfinished: 'those in progress' },
  },
  'A-5-3': {
    options: DEMO,
    observe: async (server) => {
      const all = await countOf(server, {})
      const process = await countOf(server, { category: 'PORTAL_PUBLISHMENT' })
      const other = await countOf(server, { category: 'OTHER' })
      const selects = (count: number) => (count === all ? 'all' : count > 0 ? 'some' : 'none')
      return [selects(process), selects(other)]
    },
    shows: { category: ['none', 'none'], either: ['some', 'none'], ignored: ['all', 'all'] },
  },
  'A-9-1': {
    observe: async (server) => (await newTasks(server))[0]?.processName === 'Publish two pictures',
    shows: { name: true, definition: false },
  },
  'A-9-2': {
    observe: async (server) => (await newTasks(server)).map(({ key }) => key),
    shows: { 'in-turn': ['task1'], 'at-once': ['task1', 'task2'] },
  },
  'A-9-7': {
    observe: async (server) => {
      const { assets, atoms } = server.fixtures
      const outcomes: string[] = []
      for (const id of [assets.ids[0], atoms.ids[0], UNKNOWN_ID])
        outcomes.push(outcomeOf(await createApproval(server, { objects: [id] })))
      return outcomes
    },
    shows: {
      'atoms-and-assets': ['0', '0', '90030041'],
      assets: ['0', '90030044', '90030002'],
      atoms: ['90030045', '0', '90030042'],
      any: ['0', '0', '0'],
    },
  },
  'A-9-8': {
    observe: async (server) => {
      const { atoms, users } = server.fixtures
      const [atomId] = atoms.ids
      const { body } = await createApproval(server, {
        objects: [atomId],
        assignees: { task1: [users.editor.id] },
      })
      const { result } = body as { result: number }
      await done(server, `/approvals/${result}/tasks/task1/decision`, { decision: 'approve' })
      const kept = await recordsOf(server, 'atoms')
      return kept.some(({ id, materialId }) => id === atomId && materialId !== null)
    },
    shows: { ingested: true, 'not-ingested': false },
  },
  'A-9-9': {
    observe: async (server) => {
      changeRows(server, "UPDATE process_definitions SET process_category = 'PORTAL_PUBLISHMENT'")
      return outcomeOf(await createApproval(server, {}))
    },
    shows: { 'resource-publishment': '90030046', any: '0' },
  },
}
