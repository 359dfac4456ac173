import type { SocialMediaStats } from '#src/contract/resources/report-shapes.ts'
import { freezeAt } from '#test/kit/records.ts'
import type { TestServer } from '#test/kit/server.ts'
import { outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

/** 2025-06-01, 00:00 at UTC+8: of the posts of 2025 some are to come. */
const JUNE_2025 = 1_748_707_200_000

const packOf = ({ fixtures }: TestServer, more: object = {}) => {
  const { corpId, source, id } = fixtures.crowdPack
  return { corpId, source, crowdPackId: id, ...more }
}

const countMembers = async (server: TestServer): Promise<number> =>
  (await server.result<unknown[]>('E10', packOf(server))).length

/** The cases of decisions about social media, crowds and marketing tasks. */
export const marketingCases: VariantCases = {
  'A-2-1': {
    observe: async (server) => {
      freezeAt(server, JUNE_2025)
      const { data } = await server.result<SocialMediaStats>('E2', { createDate: '2025' })
      const days = data.flatMap(({ contentList }) => contentList.map(({ statDate }) => statDate))
      return days.some((day) => day > '2025-06-01') ? 'days to come' : `${days.length} days`
    },
    shows: { 'until-today': '2 days', all: 'days to come' },
  },
  'A-2-4': {
    observe: async (server) => {
      freezeAt(server, JUNE_2025)
      return outcomeOf(await server.call('E2', { createDate: '2025-03' }))
    },
    shows: { year: '90020006', prefix: '0' },
  },
  'A-7-1': {
    observe: async (server) => {
      const pack = packOf(server, { crowdPackId: UNKNOWN_ID, crowdList: [] })
      return outcomeOf(await server.call('E7', pack))
    },
    shows: { refused: '90030007', created: '0 empty-list' },
  },
  'A-7-4': {
    observe: async (server) => {
      const listed: boolean[] = []
      for (const completeStatus of [false, true]) {
        await server.result('E7', packOf(server, { crowdList: [], completeStatus }))
        listed.push((await countMembers(server)) > 0)
      }
      return listed
    },
    shows: { 'at-once': [true, true], 'when-complete': [false, true] },
  },
  'A-15-2': {
    observe: async (server) => {
      freezeAt(server, JUNE_2025)
      const update = { ...server.fixtures.creative, releaseTime: '2025-05-31 23:59:59' }
      return outcomeOf(await server.call('E15', update))
    },
    shows: { kept: '0', finding: '0 release-in-the-past', refused: '90020003' },
  },
  'A-7-1.deletion': {
    observe: async (server) => {
      const { corpId, source, id } = server.fixtures.crowdPack
      await server.result('E18', { corpId, source, id })
      return outcomeOf(await server.call('E18', { corpId, source, id }))
    },
    shows: { refused: '90030007', 'passed-over': '0 unknown-passed-over' },
  },
}
