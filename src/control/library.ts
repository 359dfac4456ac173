import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { TextUpTo } from '../contract/resources/primitives.ts'
import {
  Amount,
  Instant,
  Shape,
  Text,
  TextOrNull,
  WantedAmount,
  WholeNumber,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { resourcePath } from '../domain/files/paths.ts'
import { notFound } from '../errors/problem.ts'
import { originOf } from '../http/service-context.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'
import { LIMITS } from '../limits.ts'
import { defineList, nextAfter } from './lists.ts'
import { answers } from './responses.ts'

const next = WholeNumberOrNull('`after` of the next page; null at the end')

const pageOf = (of: string, usual: number, maximum = LIMITS.pageSize.max) => ({
  after: Type.Optional(
    WantedAmount(`Id of the last of the ${of} that were read; the first page without it`),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum,
    default: usual,
    description: `Maximum number of ${of}`,
  }),
})

const LibraryCollection = Shape('LibraryCollection', 'An asset collection in its tree', {
  id: WholeNumber('Id of the collection'),
  name: Text('Name'),
  parentId: WholeNumber('Id of the collection above it; 0 for a root'),
  rootId: WholeNumber('Id of its root'),
  status: WholeNumber('Status, as E1 answers it'),
  itemCount: Amount('Number of its assets'),
  archivePath: TextOrNull('Path of an archive group, as E17 answers it; null outside of archives'),
})

export const LibraryCollections = Shape('LibraryCollections', 'Collections by their ids', {
  total: Amount('Number of all collections'),
  collections: Type.Array(LibraryCollection, { description: 'The collections of the page' }),
  next,
})

const AssetPageQuery = Type.Object({
  collection: Type.Optional(WantedAmount('Only assets of the collection with this id')),
  query: Type.Optional(
    TextUpTo(LIMITS.searchWord, {
      description: 'Only assets with this id, or with this text in their names, ASCII case ignored',
    }),
  ),
  ...pageOf('assets', 100),
})

const LibraryAsset = Shape('LibraryAsset', 'An asset of the library', {
  id: WholeNumber('Id of the asset'),
  name: Text('Name'),
  extension: Text('Extension, or kind of a text or composite'),
  mediaType: TextOrNull('Media type of its first part'),
  partCount: Amount('Number of its parts'),
  size: Amount('Size of all parts, bytes'),
  status: WholeNumber('Status, as E4 answers it'),
  approvalStatus: WholeNumber('Status of its approval, as E4 answers it'),
  createTime: Instant('When it was created'),
  updateTime: Instant('When it was last written'),
  thumbnail: TextOrNull('Signed URL of a picture of its first part, as `thunder` of E4'),
})

export const LibraryAssets = Shape('LibraryAssets', 'Assets from the highest id down', {
  total: Amount('Number of all assets that are asked for, of all pages'),
  assets: Type.Array(LibraryAsset, { description: 'The assets of the page' }),
  next,
})

const readCollections = defineList({
  row: LibraryCollection,
  from: 'collections',
  begins: 'WHERE id > :after',
  order: 'id',
})

const PARTS = 'FROM sub_resources WHERE asset_id = assets.id'

const readAssets = defineList({
  row: LibraryAsset,
  from: `assets WHERE (:collection IS NULL
      OR id IN (SELECT asset_id FROM collection_items WHERE collection_id = :collection))
    AND (:query = '' OR instr(lower(name), lower(:query)) > 0 OR CAST(id AS text) = :query)`,
  begins: 'AND id < :after',
  order: 'id DESC',
  sql: {
    mediaType: `(SELECT media_type ${PARTS} ORDER BY position LIMIT 1)`,
    partCount: `(SELECT count(*) ${PARTS})`,
    size: `(SELECT total(size_bytes) ${PARTS})`,
    // The id of the part, of which the route makes a URL.
    thumbnail: `CAST((SELECT id ${PARTS} ORDER BY position LIMIT 1) AS text)`,
  },
})

const library: FastifyPluginAsyncTypebox = async (app) => {
  const { filesPath, signedAddressSeconds } = app.settings
  app.get(
    '/library/collections',
    answers('List the collections and archive groups, by their ids', LibraryCollections, {
      querystring: Type.Object(pageOf('collections', 1_000)),
    }),
    async ({ workspace, query: { after = 0, limit } }) => {
      const page = readCollections(workspace.store, limit, { after })
      return { total: page.total, collections: page.rows, next: nextAfter(page) }
    },
  )
  app.get(
    '/library/assets',
    answers('List the assets, the highest id first', LibraryAssets, {
      querystring: AssetPageQuery,
    }),
    async (request) => {
      const { workspace } = request
      const { collection = null, query = '', after = MAX_INTEGER, limit } = request.query
      const { store } = workspace
      const exists = 'SELECT 1 FROM collections WHERE id = ?'
      if (collection !== null && store.value(exists, collection) === undefined)
        throw notFound(`There is no collection ${collection}`)
      const expiresAtMs = workspace.clock.now() + signedAddressSeconds * 1_000
      const signed = (part: string) =>
        originOf(request) +
        workspace.signUrl(filesPath, resourcePath(Number(part), 'thumbnail'), expiresAtMs)
      const page = readAssets(store, limit, { collection, query, after })
      const assets = page.rows.map(({ thumbnail, ...asset }) => ({
        ...asset,
        thumbnail: thumbnail === null ? null : signed(thumbnail),
      }))
      return { total: page.total, assets, next: nextAfter(page) }
    },
  )
}

export default library
