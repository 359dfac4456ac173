import { callPortal } from '#test/kit/portal.ts'
import { samplesOf, trackingRecord } from '#test/kit/samples.ts'
import type { TestServer } from '#test/kit/server.ts'
import { outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

interface Content {
  id: number
  metadataInfo: Record<string, unknown>
}

const search = async (server: TestServer, query: object = {}) => {
  const { blockId } = server.fixtures.portal
  const reply = await callPortal(server, 'E6', { blockId, ...query })
  const { result } = reply.body as { result: { records: Content[] } | null }
  return { outcome: outcomeOf(reply), records: result?.records ?? [] }
}

/** The cases of decisions about tracking, portal content and image search. */
export const portalCases: VariantCases = {
  'A-3-3': {
    observe: async (server) => {
      const record = { ...trackingRecord(server.fixtures), event_time: '2026-03-04T05:06:07Z' }
      return outcomeOf(await server.call('E3', { trackList: [record] }))
    },
    shows: { refused: '90020006 unusual-form', kept: '0 unusual-form' },
  },
  'A-6-1': {
    observe: async (server) => (await search(server)).records.map(({ id }) => id),
    shows: { newest: [80_001, 80_003, 80_002], oldest: [80_002, 80_003, 80_001] },
  },
  'A-6-2': {
    observe: async (server) => {
      const filterConditionList = [{ type: 1, code: 'other', value: ['x'] }]
      const { records, outcome } = await search(server, { filterConditionList })
      return [outcome, records.length]
    },
    shows: {
      'matches-nothing': ['0 unknown-filter-code not-recommended-operation', 0],
      ignored: ['0 unknown-filter-code not-recommended-operation', 3],
    },
  },
  'A-6-6': {
    observe: async (server) => (await search(server, { blockId: UNKNOWN_ID })).outcome,
    shows: {
      refused: '90030009 not-recommended-operation',
      empty: '0 not-recommended-operation',
    },
  },
  'A-metadata-1': {
    observe: async (server) => {
      const { records } = await search(server, { searchText: '敷面膜' })
      return records[0]?.metadataInfo[server.fixtures.metadata.attrCode] ?? 'nothing'
    },
    shows: {
      names: ['官方商城 Own Shop', '社交媒体 Social'],
      text: '官方商城 Own Shop,社交媒体 Social',
      none: 'nothing',
    },
  },
  'A-19-1': {
    observe: async (server) => {
      const report = { ...samplesOf(server.fixtures).E19, contentId: UNKNOWN_ID }
      const reply = await server.call('E19', report)
      return reply.body === true || outcomeOf(reply)
    },
    shows: { any: true, assets: '90030002' },
  },
}
