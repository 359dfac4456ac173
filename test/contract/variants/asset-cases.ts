import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { callPortal } from '#test/kit/portal.ts'
import type { TestServer } from '#test/kit/server.ts'
import { changeRows, outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

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
    shows: { 'left-out': '0 unknown-passed-over', refused: '90030002' },
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
  'A-id-1': {
    observe: async (server) => {
      const reply = await server.call('E4', { assetIdList: [500_001] })
      const { result } = reply.body as { result: { detail: AssetDetail[] } }
      return [outcomeOf(reply), result.detail.map(({ materialOrigin }) => materialOrigin.id)]
    },
    shows: { refused: ['0 file-id-for-asset', []], accepted: ['0', [100_001]] },
  },
  'A-visibility-1': {
    observe: async (server) => {
      changeRows(server, 'DELETE FROM asset_rights')
      const shared = { assetIdList: [100_023] }
      const { detail } = await server.result<{ detail: object[] }>('E4', shared, VIEWER)
      return detail.length
    },
    shows: { collections: 1, rights: 0 },
  },
  'A-11-1': {
    observe: async (server) => {
      changeRows(
        server,
        `UPDATE users SET role = 'editor' WHERE id = 1001;
         UPDATE assets SET create_user = 1002;
         DELETE FROM asset_rights;
         DELETE FROM collection_items`,
      )
      const reply = await callPortal(server, 'E6', { blockId: server.fixtures.portal.blockId })
      return (reply.body as { result: { totalCount: number } }).result.totalCount
    },
    shows: { visible: 0, published: 3 },
  },
}
