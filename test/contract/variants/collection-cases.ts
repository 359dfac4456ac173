import type { AssetCollection } from '#src/contract/resources/asset-collection.ts'
import { outcomeOf, type VariantCases } from './variant-case.ts'

const UNKNOWN_ID = 424_242

/** The cases of decisions about collections and the archive. */
export const collectionCases: VariantCases = {
  'A-1-2': {
    observe: async (server) =>
      outcomeOf(await server.call('E1', { sortBy: { field: 'size', sort: 'desc' } })),
    shows: { refused: '90020004', default: '0 unknown-sort' },
  },
  'A-1-4': {
    observe: async (server) => {
      const { list } = await server.result<{ list: AssetCollection[] }>('E1', {})
      const { id } = server.fixtures.collections.editable
      const found = list.find((collection) => collection.id === id)
      return found && { areUrls: found.thunders?.every((url) => url.startsWith('http')) }
    },
    shows: { null: { areUrls: undefined }, addresses: { areUrls: true } },
  },
  'A-17-1': {
    observe: async (server) => outcomeOf(await server.call('E17', { groupPath: ['NO/WHERE'] })),
    shows: { 'left-out': '0', refused: '90030023' },
  },
  'A-22-1': {
    observe: async (server) => {
      const { editable } = server.fixtures.collections
      const reply = await server.call('E22', { collectionId: editable.id, assetIds: [] })
      const { result } = reply.body as { result: unknown }
      return result
    },
    shows: { true: true, null: null },
  },
  'A-22-2': {
    observe: async (server) => {
      const { collections, assets } = server.fixtures
      const assetIds = [UNKNOWN_ID, assets.ids[0]]
      const addition = { collectionId: collections.editable.id, assetIds }
      return outcomeOf(await server.call('E22', addition))
    },
    shows: { 'all-or-nothing': '90030002', 'known-only': '0 unknown-passed-over' },
  },
}
