import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type VariableId, variantOf } from '../contract/assumptions/index.ts'
import { TextUpTo } from '../contract/resources/primitives.ts'
import {
  Amount,
  Choice,
  Flag,
  Instant,
  Shape,
  Text,
  TextOrNull,
  WantedAmount,
  WholeNumber,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { USER_ROLES } from '../db/tables/workspace/users.ts'
import type { ActorContext } from '../domain/call.ts'
import { resourcePath } from '../domain/files/paths.ts'
import { findActorById } from '../domain/users/actor.ts'
import { accessTo, accessToAsset } from '../domain/visibility.ts'
import { badRequest, notFound } from '../errors/problem.ts'
import { mayCall } from '../http/actor.ts'
import { originOf } from '../http/service-context.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'
import { LIMITS } from '../limits.ts'
import { defineList, nextAfter } from './lists.ts'
import { answers } from './responses.ts'
import { keptStore } from './target-workspace.ts'

const next = WholeNumberOrNull('`after` of the next page; null at the end')

/** The query parameters of a page. */
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

const AccessQuery = Type.Object({
  asset: Type.Optional(WantedAmount('Id of an asset; excludes `collection`')),
  collection: Type.Optional(WantedAmount('Id of a collection; excludes `asset`')),
  ...pageOf('users', 50, LIMITS.judgedUsers.max),
})
type AccessQuery = Static<typeof AccessQuery>

const FlagOrNull = (description: string) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description })

const UserAccess = Shape('UserAccess', 'What a user may do with an asset or a collection', {
  userId: WholeNumber('Id of the user'),
  email: Text('E-mail address of the user'),
  nickname: Text('Nickname of the user'),
  role: Choice(USER_ROLES, 'Role of the user'),
  account: Choice(
    ['active', 'disabled', 'logged out'],
    'Whether the account may be used (A-auth-12)',
  ),
  sees: Flag('Whether operations show it to the user'),
  mayDownload: FlagOrNull('Whether the user may have the original; null for a collection'),
  mayAdd: FlagOrNull('Whether E22 lets the user add assets, by rights and role; null for an asset'),
})

export const LibraryAccess = Shape('LibraryAccess', 'What users may do, by their ids', {
  total: Amount('Number of all users'),
  users: Type.Array(UserAccess, { description: 'The users of the page' }),
  next,
})

const readUsers = defineList({
  row: Type.Object({ id: Type.Integer(), nickname: Type.String() }),
  from: 'users',
  begins: 'WHERE id > :after',
  order: 'id',
})

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

/** Judges users one by one with the rules that operations have. */
const judgeUsers = async (request: FastifyRequest<{ Querystring: AccessQuery }>) => {
  const { workspace, query, call } = request
  const store = keptStore(request)
  const page = readUsers(store, query.limit, { after: query.after ?? 0 })
  // Not the workspace's own reader of variants: a look at who sees what touches none.
  const { variants } = workspace
  const variant = <Id extends VariableId>(number: Id) => variantOf(number, variants)
  const users: Static<typeof UserAccess>[] = []
  for (const { id: userId, nickname } of page.rows) {
    // One may take some 10 ms, where an asset is in thousands of collections.
    await setImmediate()
    // The database is not kept open when the call is over.
    if (call.signal.aborted) break
    const actor = findActorById(store, userId)
    if (!actor) continue
    const { email, role, account } = actor
    const access = accessOf({ store, variant, actor }, query)
    users.push({ userId, email, nickname, role, account, ...access })
  }
  return { total: page.total, users, next: nextAfter(page) }
}

const accessOf = (call: ActorContext, { asset, collection }: AccessQuery) => {
  if ((asset === undefined) === (collection === undefined))
    throw badRequest('query needs either asset or collection, with the id of one')
  if (asset !== undefined) {
    const access = accessToAsset(call, asset)
    if (!access) throw notFound(`There is no asset ${asset}`)
    return { ...access, mayAdd: null }
  }
  if (hasCollection(call.store, 1, { collection: collection ?? 0 }).total === 0)
    throw notFound(`There is no collection ${collection}`)
  // Everybody sees an archive group that is no collection (A-17-2).
  const { sees, mayAdd } = accessTo(call, collection ?? 0) ?? { sees: true, mayAdd: false }
  const mayWrite = mayCall(call.actor, 'write', call.variant('A-auth-11'))
  return { sees, mayDownload: null, mayAdd: mayAdd && mayWrite }
}

/** The library of a workspace: no operation lists its assets, or says who sees them. */
const library: FastifyPluginAsyncTypebox = async (app) => {
  const { filesPath, lifetimes } = app.settings
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
    answers('Show which users see an asset or a collection', LibraryAccess, {
      querystring: AccessQuery,
    }),
    judgeUsers,
  )
}

export default library
