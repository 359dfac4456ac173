import type { AssetCollection } from '#src/contract/resources/collection-shapes.ts'
import { NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import type { TestServer } from '#test/kit/server.ts'
import { changeRows, outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

interface Found {
  list: AssetCollection[]
}

const idsOf = async (server: TestServer, query: object): Promise<number[]> => {
  const { list } = await server.result<Found>('E1', query)
  return list.map(({ id }) => id)
}

/** The cases of decisions about collections and the archive. */
export const collectionCases: VariantCases = {
  'A-1-1': {
    observe: async (server) => outcomeOf(await server.call('E1', { scope: 9 })),
    shows: { refused: '90020004', everything: '0 unknown-scope' },
  },
  'A-1-2': {
    observe: async (server) =>
      outcomeOf(await server.call('E1', { sortBy: { field: 'size', sort: 'desc' } })),
    shows: { refused: '90020004', default: '0 unknown-sort' },
  },
  'A-1-4': {
    observe: async (server) => {
      const { list } = await server.result<Found>('E1', {})
      const { id } = server.fixtures.collections.editable
      const found = list.find((collection) => collection.id === id)
      return found && { areUrls: found.thunders?.every((url) => url.startsWith('http')) }
    },
    shows: { null: { areUrls: undefined }, addresses: { areUrls: true } },
  },
  'A-1-7': {
    observe: (server) => idsOf(server, { keywordList: ['brand', 'guide'] }),
    shows: { any: [6004, 6001, 3002], all: [3002] },
  },
  'A-1-2.names': {
    observe: async (server) => {
      changeRows(
        server,
        `UPDATE collections SET name = 'a', name_folded = 'a' WHERE id = 3001;
         UPDATE collections SET name = 'B', name_folded = 'b' WHERE id = 3002`,
      )
      const sortBy = { field: 'groupName', sort: 'asc' }
      const ids = await idsOf(server, { sortBy })
      return ids.filter((id) => id === 3001 || id === 3002)
    },
    shows: { folded: [3001, 3002], exact: [3002, 3001] },
  },
  'A-1-12': {
    observe: async (server) => {
      const { list } = await server.result<Found>('E1', { parentGroupId: 0 })
      return list.map(({ id, rootId }) => rootId === id)
    },
    shows: { own: [true, true, true, true], zero: [false, false, false, false] },
  },
  'A-1-7.parent': {
    observe: async (server) => outcomeOf(await server.call('E1', { parentGroupId: UNKNOWN_ID })),
    shows: { empty: '0 unknown-passed-over', refused: '90030003' },
  },
  'A-17-1': {
    observe: async (server) => outcomeOf(await server.call('E17', { groupPath: ['NO/WHERE'] })),
    shows: { 'left-out': '0 unknown-passed-over', refused: '90030023' },
  },
  'A-17-2': {
    observe: (server) => idsOf(server, { keywordList: ['tea'] }),
    shows: { collections: [6005], own: [] },
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
  'A-22-3': {
    observe: async (server) => {
      changeRows(server, 'DELETE FROM collection_rights')
      const { forbidden } = server.fixtures.collections
      const addition = { collectionId: forbidden.id, assetIds: [] }
      return outcomeOf(await server.call('E22', addition, { as: 'editor@example.com' }))
    },
    shows: { 'no-permission': '10134011 empty-list', unknown: '90030003 empty-list' },
  },
  'A-22-4': {
    observe: async (server) => {
      freezeAt(server, NOW)
      const { id } = server.fixtures.collections.editable
      await server.result('E22', { collectionId: id, assetIds: [] })
      const { list } = await server.result<Found>('E1', {})
      return list.some((collection) => collection.updateTime === NOW)
    },
    shows: { added: false, 'every-call': true },
  },
}
