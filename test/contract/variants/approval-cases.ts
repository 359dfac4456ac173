import type { ApprovalTask } from '#src/contract/resources/approval-task.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { samplesOf } from '#test/kit/samples.ts'
import type { TestServer } from '#test/kit/server.ts'
import type { VariantCases } from './variant-case.ts'

/** The tasks of the approval of the document's sample, named "Publish two pictures". */
const newTasks = async (server: TestServer): Promise<ApprovalTask[]> => {
  freezeAt(server, NOW)
  await server.result('E9', samplesOf(server.fixtures).E9)
  const page = await server.result<{ records: ApprovalTask[] }>('E5', { createTimeForm: NOW })
  return page.records
}

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
}
