import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOf } from '../../http/server-origin.ts'
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
    {
      schema: {
        summary: 'List the collections and archive groups, by their ids',
        querystring: CollectionPageQuery,
        response: { 200: LibraryCollections },
      },
    },
    async ({ workspace, query }) => listCollections(workspace, query),
  )
  app.get(
    '/library/assets',
    {
      schema: {
        summary: 'List the assets, the highest id first',
        querystring: AssetPageQuery,
        response: { 200: LibraryAssets },
      },
    },
    async (request) => {
      const { workspace, query } = request
      const expiresAtMs = workspace.clock.now() + lifetimes.signedAddressSeconds * 1_000
      return listAssets(
        workspace,
        query,
        // Not counted as issued: only URLs of operations become due by the clock.
        (path) => originOf(request) + workspace.signUrl(filesPath, path, expiresAtMs),
      )
    },
  )
  app.get(
    '/library/access',
    {
      schema: {
        summary: 'Show which users see an asset or a collection, and why',
        querystring: AccessQuery,
        response: { 200: LibraryAccess },
      },
    },
    async (request) => {
      const { workspace, query, call } = request
      return judgeAccess(keptStore(request), workspace.record, query, call.signal)
    },
  )
}

export default library
