import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOf } from '../../http/server-origin.ts'
import { answers } from '../responses.ts'
import { keptStore } from '../target-workspace.ts'
import { judgeAccess } from './judge-access.ts'
import {
  AccessQuery,
  AssetPageQuery,
  CollectionPageQuery,
  LibraryAccess,
  LibraryAssets,
  LibraryCollections,
} from './schema.ts'
import { listAssets, listCollections } from './service.ts'

/** The library of a workspace: no operation lists its assets, or says who sees them. */
const library: FastifyPluginAsyncTypebox = async (app) => {
  const { filesPath, lifetimes } = app.settings
  app.get(
    '/library/collections',
    answers('List the collections and archive groups, by their ids', LibraryCollections, {
      querystring: CollectionPageQuery,
    }),
    async ({ workspace, query }) => listCollections(workspace, query),
  )
  app.get(
    '/library/assets',
    answers('List the assets, the highest id first', LibraryAssets, {
      querystring: AssetPageQuery,
    }),
    async (request) => {
      const { workspace, query } = request
      const expiresAtMs = workspace.clock.now() + lifetimes.signedAddressSeconds * 1_000
      // Not counted as issued: only URLs of operations become due by the clock.
      const signed = (path: string) =>
        originOf(request) + workspace.signUrl(filesPath, path, expiresAtMs)
      return listAssets(workspace, query, signed)
    },
  )
  app.get(
    '/library/access',
    answers('Show which users see an asset or a collection, and why', LibraryAccess, {
      querystring: AccessQuery,
    }),
    async (request) => {
      const { workspace, query, call } = request
      return judgeAccess(keptStore(request), workspace.record, query, call.signal)
    },
  )
}

export default library
