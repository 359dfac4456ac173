import { samplesOf, trackingRecord } from '#test/kit/samples.ts'
import { outcomeOf, type VariantCases } from './variant-case.ts'

/** The cases of decisions about tracking, portal content and image search. */
export const portalCases: VariantCases = {
  'A-3-3': {
    observe: async (server) => {
      const record = { ...trackingRecord(server.fixtures), event_time: '2026-03-04T05:06:07Z' }
      return outcomeOf(await server.call('E3', { trackList: [record] }))
    },
    shows: { refused: '90020006', kept: '0 unusual-form' },
  },
  'A-19-3': {
    observe: async (server) => {
      const report = { ...samplesOf(server.fixtures).E19, contentId: 424_242 }
      const reply = await server.call('E19', report)
      return reply.body === true || outcomeOf(reply)
    },
    shows: { any: true, assets: '90030002' },
  },
}
