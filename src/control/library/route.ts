import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type VariableId, variantOf } from '../../contract/assumptions/index.ts'
import { prepared, type Store } from '../../db/store.ts'
import type { Actor, ActorContext } from '../../domain/call.ts'
import { resourcePath } from '../../domain/files/paths.ts'
import { sharingOfAsset, sharingOfCollection } from '../../domain/sharing.ts'
import { findActorById } from '../../domain/users/actor.ts'
import { badRequest, notFound } from '../../errors/problem.ts'
import { mayCall } from '../../http/actor.ts'
import { originOf } from '../../http/server-origin.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import type { Workspace, WorkspaceRecord } from '../../workspaces/workspace.ts'
import { answers } from '../responses.ts'
import { counterOf, pageOf } from '../rows.ts'
import { keptStore } from '../target-workspace.ts'
import {
  AccessQuery,
  AssetPageQuery,
  CollectionPageQuery,
  LibraryAccess,
  LibraryAssets,
  LibraryCollections,
} from './schema.ts'

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

type Collection = LibraryCollections['collections'][number]

const collectionPage = prepared((store) =>
  store.sqlite.prepare<{ after: number; limit: number }, Collection>(
    `SELECT id, name, parent_id AS parentId, root_id AS rootId, status, item_count AS itemCount,
       archive_path AS archivePath
     FROM collections WHERE id > :after ORDER BY id LIMIT (:limit + 0)`,
  ),
)

const countCollections = counterOf('collections')

/** A page of the collections of a workspace. */
const listCollections = (
  { store }: Workspace,
  { after = 0, limit }: CollectionPageQuery,
): LibraryCollections => {
  const { shown, next } = pageOf(collectionPage(store).all({ after, limit: limit + 1 }), limit)
  return { total: countCollections(store), collections: shown, next }
}

interface AssetWindow {
  collection: number
  query: string
  after: number
  limit: number
}

interface AssetRow extends Omit<LibraryAssets['assets'][number], 'thumbnail'> {
  firstPart: number | null
}

const FIRST = 'FROM sub_resources WHERE asset_id = assets.id ORDER BY position LIMIT 1'

const COLUMNS = `assets.id, name, extension, (SELECT media_type ${FIRST}) AS mediaType,
  (SELECT count(*) FROM sub_resources WHERE asset_id = assets.id) AS partCount,
  (SELECT total(size_bytes) FROM sub_resources WHERE asset_id = assets.id) AS size,
  status, approval_status AS approvalStatus, created_at_ms AS createTime, updated_at_ms AS updateTime,
  (SELECT id ${FIRST}) AS firstPart`

const MATCHES = `(:query = '' OR instr(lower(name), lower(:query)) > 0 OR CAST(assets.id AS text) = :query)`

/** The same questions about all assets, and about those of one collection, in the order of its key. */
const statementsFor = (source: string, id: string) =>
  prepared((store) => ({
    count: store.sqlite
      .prepare<Omit<AssetWindow, 'after' | 'limit'>, number>(
        `SELECT count(*) FROM ${source} AND (:collection = :collection) AND ${MATCHES}`,
      )
      .pluck(),
    page: store.sqlite.prepare<AssetWindow, AssetRow>(
      `SELECT ${COLUMNS} FROM ${source} AND (:collection = :collection) AND ${MATCHES}
         AND ${id} < :after ORDER BY ${id} DESC LIMIT (:limit + 0)`,
    ),
  }))

const allAssets = statementsFor('assets WHERE 1', 'assets.id')

const assetsInside = statementsFor(
  'collection_items JOIN assets ON assets.id = asset_id WHERE collection_id = :collection',
  'asset_id',
)

const isCollection = prepared((store) =>
  store.sqlite.prepare<[number], number>('SELECT 1 FROM collections WHERE id = ?').pluck(),
)

/** A page of the assets of a workspace, or of one of its collections, with signed URLs of their pictures. */
const listAssets = (
  { store }: Workspace,
  { collection, query = '', after = MAX_INTEGER, limit }: AssetPageQuery,
  signed: (path: string) => string,
): LibraryAssets => {
  if (collection !== undefined && isCollection(store).get(collection) === undefined)
    throw notFound(`There is no collection ${collection}`)
  const { count, page } = (collection === undefined ? allAssets : assetsInside)(store)
  const wanted = { collection: collection ?? 0, query }
  const { shown, next } = pageOf(page.all({ ...wanted, after, limit: limit + 1 }), limit)
  const assets = shown.map(({ firstPart, ...asset }) => ({
    ...asset,
    thumbnail: firstPart === null ? null : signed(resourcePath(firstPart, 'thumbnail')),
  }))
  return { total: count.get(wanted) ?? 0, assets, next }
}

const userPage = prepared((store) =>
  store.sqlite.prepare<{ after: number; limit: number }, { id: number; nickname: string }>(
    'SELECT id, nickname FROM users WHERE id > :after ORDER BY id LIMIT (:limit + 0)',
  ),
)

const countUsers = counterOf('users')

type Judged = Pick<LibraryAccess['users'][number], 'sees' | 'mayDownload' | 'mayAdd' | 'reasons'>

/** Users that are judged without a pause: one may take some 10 ms, where an asset is in thousands of collections. */
const WITHOUT_PAUSE = 10

/** Judges users one by one with the rules that operations have. */
const judgeAccess = async (
  store: Store,
  { variants }: Pick<WorkspaceRecord, 'variants'>,
  query: AccessQuery,
  signal: AbortSignal,
): Promise<LibraryAccess> => {
  const judge = judgeOf(query)
  const { after = 0, limit } = query
  const { shown, next } = pageOf(userPage(store).all({ after, limit: limit + 1 }), limit)
  const total = countUsers(store)
  // Not the workspace's own reader of variants: a look at who sees what touches none.
  const variant = <Id extends VariableId>(number: Id) => variantOf(number, variants)
  const users: LibraryAccess['users'] = []
  for (const [index, { id, nickname }] of shown.entries()) {
    if (index % WITHOUT_PAUSE === WITHOUT_PAUSE - 1) await setImmediate()
    // The database is not kept open when the call is over.
    if (signal.aborted) break
    const actor = findActorById(store, id)
    if (!actor) continue
    const { email, role, account } = actor
    users.push({ userId: id, email, nickname, role, account, ...judge({ store, variant, actor }) })
  }
  return { total, users, next }
}

const judgeOf = ({ asset, collection }: AccessQuery): ((call: ActorContext) => Judged) => {
  if (asset !== undefined && collection === undefined) return (call) => judgeAsset(call, asset)
  if (collection !== undefined && asset === undefined)
    return (call) => judgeCollection(call, collection)
  throw badRequest('query needs either asset or collection, with the id of one')
}

const judgeAsset = (call: ActorContext, id: number): Judged => {
  const sharing = sharingOfAsset(call, id)
  if (!sharing) throw notFound(`There is no asset ${id}`)
  return { ...sharing, mayAdd: null }
}

const judgeCollection = (call: ActorContext, id: number): Judged => {
  const sharing = sharingOfCollection(call, id)
  if (!sharing) throw notFound(`There is no collection ${id}`)
  const mayAdd = sharing.mayAdd && mayWrite(call, call.actor)
  return { ...sharing, mayDownload: null, mayAdd }
}

const mayWrite = ({ variant }: ActorContext, actor: Actor): boolean =>
  mayCall(actor, 'write', variant('A-auth-11'))

export default library
