import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { resourcePath } from '../../domain/files/paths.ts'
import { notFound } from '../../errors/problem.ts'
import { originOf } from '../../http/service-context.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { defineList, nextAfter } from '../lists.ts'
import { answers } from '../responses.ts'
import { keptStore } from '../target-workspace.ts'
import {
  AccessQuery,
  AssetPageQuery,
  CollectionPageQuery,
  LibraryAccess,
  LibraryAsset,
  LibraryAssets,
  LibraryCollection,
  LibraryCollections,
} from './schema.ts'
import { judgeAccess } from './service.ts'

const readCollections = defineList({
  row: LibraryCollection,
  from: 'collections',
  begins: 'WHERE id > :after',
  order: 'id',
})

const hasCollection = defineList({
  row: LibraryCollection,
  from: 'collections WHERE id = :collection',
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

/** The library of a workspace: no operation lists its assets, or says who sees them. */
const library: FastifyPluginAsyncTypebox = async (app) => {
  const { filesPath, lifetimes } = app.settings
  app.get(
    '/library/collections',
    answers('List the collections and archive groups, by their ids', LibraryCollections, {
      querystring: CollectionPageQuery,
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
      if (collection !== null && hasCollection(workspace.store, 1, { collection }).total === 0)
        throw notFound(`There is no collection ${collection}`)
      const expiresAtMs = workspace.clock.now() + lifetimes.signedAddressSeconds * 1_000
      const signed = (part: string) =>
        originOf(request) +
        workspace.signUrl(filesPath, resourcePath(Number(part), 'thumbnail'), expiresAtMs)
      const page = readAssets(workspace.store, limit, { collection, query, after })
      const assets = page.rows.map(({ thumbnail, ...asset }) => ({
        ...asset,
        thumbnail: thumbnail === null ? null : signed(thumbnail),
      }))
      return { total: page.total, assets, next: nextAfter(page) }
    },
  )
  app.get(
    '/library/access',
    answers('Show which users see an asset or a collection, and why', LibraryAccess, {
      querystring: AccessQuery,
    }),
    async (request) =>
      judgeAccess(keptStore(request), request.workspace.record, request.query, request.call.signal),
  )
}

export default library
