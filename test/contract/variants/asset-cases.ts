import type { AssetDetail } from '#src/contract/resources/asset-detail.ts'
import type { TestServer } from '#test/kit/server.ts'
import { outcomeOf, type VariantCases } from './variant-case.ts'

const UNKNOWN_ID = 424_242

const VIEWER = { as: 'viewer@example.com' }

const detailOf = async (
  server: TestServer,
  id: number,
  options?: typeof VIEWER,
): Promise<AssetDetail> => {
  const param = { assetIdList: [id] }
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', param, options)
  const [first] = detail
  if (!first) throw new Error(`E4 does not show ${id}`)
  return first
}

/** The cases of decisions about assets. */
export const assetCases: VariantCases = {
  'A-4-1': {
    observe: async (server) => outcomeOf(await server.call('E4', { assetIdList: [UNKNOWN_ID] })),
    shows: { 'left-out': '0', refused: '90030002' },
  },
  'A-4-2': {
    observe: async (server) => {
      const { subResList } = await detailOf(server, 100_002, VIEWER)
      const [part] = subResList
      return [part?.downloadUrl, part?.originalUrl, part?.url, part?.urlWithParam].map(
        (url) => typeof url === 'string',
      )
    },
    shows: {
      'download-url': [false, true, true, true],
      originals: [false, false, false, false],
    },
  },
  'A-4-11': {
    options: { env: { SANDBOX_SEED: 'demo' } },
    observe: async (server) => {
      const { ids } = server.fixtures.assets
      const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', { assetIdList: ids })
      const composites = detail.filter(({ extension }) => extension === 'res_group')
      const others = detail.filter(({ extension }) => extension !== 'res_group')
      return {
        composites: composites.every(({ subResList }) => subResList.length > 1),
        others: others.map(({ subResList }) => subResList.length).reduce((a, b) => Math.max(a, b)),
        hasSizes: others.every(({ size }) => size > 0),
      }
    },
    shows: {
      always: { composites: true, others: 1, hasSizes: true },
      composites: { composites: true, others: 0, hasSizes: true },
    },
  },
}
