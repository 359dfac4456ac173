import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { type VariableId, variantOf } from '../contract/assumptions/index.ts'
import { notFound } from '../contract/errors/problem.ts'
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
import { resourcePath } from '../domain/files/paths.ts'
import { findActorById } from '../domain/users/actor.ts'
import { accessToAsset } from '../domain/visibility.ts'
import { originOf } from '../http/call-context.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { USER_ROLES } from '../store/db/tables/workspace/users.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { defineList, nextAfter } from './lists.ts'
import { answers } from './responses.ts'

const next = WholeNumberOrNull('`after` of the next page; null at the end')

const pageOf = (of: string, usual: number, maximum = LIMITS.pageSize.max) => ({
  after: Type.Optional(
    WantedAmount(`Id of the last of the ${of} on the previous page; default: the first page`),
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
  status: WholeNumber('Status, as E1 returns it'),
  itemCount: Amount('Number of its assets'),
  archivePath: TextOrNull('Path of an archive group, as E17 returns it; null outside of archives'),
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
      description:
        'Only assets with this id, or with this text in their names (ASCII case-insensitive)',
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
  status: WholeNumber('Status, as E4 returns it'),
  approvalStatus: WholeNumber('Status of its approval, as E4 returns it'),
  createTime: Instant('When it was created'),
  updateTime: Instant('When it was last written'),
  thumbnail: TextOrNull('Signed URL of an image of its first part, as `thunder` in E4'),
})

export const LibraryAssets = Shape('LibraryAssets', 'Assets from the highest id down', {
  total: Amount('Number of matching assets on all pages'),
  assets: Type.Array(LibraryAsset, { description: 'The assets of the page' }),
  next,
})

const AccessQuery = Type.Object({
  asset: WantedAmount('Id of an asset'),
  ...pageOf('users', 50, LIMITS.judgedUsers.max),
})

const UserAccess = Shape('UserAccess', 'What a user may do with an asset', {
  userId: WholeNumber('Id of the user'),
  email: Text('E-mail address of the user'),
  role: Choice(USER_ROLES, 'Role of the user'),
  sees: Flag('Whether operations show it to the user'),
  mayDownload: Flag('Whether the user may download the original'),
})

export const LibraryAccess = Shape('LibraryAccess', 'What users may do, by their ids', {
  total: Amount('Number of all users'),
  users: Type.Array(UserAccess, { description: 'The users of the page' }),
  next,
})

const readUsers = defineList({
  row: Type.Object({ id: Type.Integer() }),
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
const judgeUsers = async (
  workspace: Workspace,
  { asset, after = 0, limit }: Static<typeof AccessQuery>,
  signal: AbortSignal,
) => {
  const database = workspace.open()
  using _use = database.acquire()
  const { store } = database
  const page = readUsers(store, limit, { after })
  // Not the workspace's own reader of variants: showing who sees what must not mark variants as used.
  const variant = <Id extends VariableId>(number: Id) => variantOf(number, workspace.variants)
  const users: Static<typeof UserAccess>[] = []
  for (const { id: userId } of page.rows) {
    // One may take some 10 ms, where an asset is in thousands of collections.
    await setImmediate()
    const actor = findActorById(store, userId)
    if (signal.aborted || !actor) break
    const access = accessToAsset({ store, variant, actor }, asset)
    if (!access) throw notFound(`Asset ${asset} does not exist`)
    users.push({ userId, email: actor.email, role: actor.role, ...access })
  }
  return { total: page.total, users, next: nextAfter(page) }
}

const library: FastifyPluginAsyncTypebox = async (app) => {
  const { filesPath, signedAddressSeconds } = app.settings
  app.get(
    '/library/collections',
    answers('List the collections and archive groups, ordered by id', LibraryCollections, {
      querystring: Type.Object(pageOf('collections', 1_000)),
    }),
    async ({ workspace, query: { after = 0, limit } }) => {
      const page = readCollections(workspace.store, limit, { after })
      return { total: page.total, collections: page.rows, next: nextAfter(page) }
    },
  )
  app.get(
    '/library/assets',
    answers('List the assets, highest id first', LibraryAssets, {
      querystring: AssetPageQuery,
    }),
    async (request) => {
      const { workspace } = request
      const { collection = null, query = '', after = MAX_INTEGER, limit } = request.query
      const { store } = workspace
      const exists = 'SELECT 1 FROM collections WHERE id = ?'
      if (collection !== null && store.value(exists, collection) === undefined)
        throw notFound(`Collection ${collection} does not exist`)
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
  app.get(
    '/library/access',
    answers('Show which users see an asset', LibraryAccess, { querystring: AccessQuery }),
    async ({ workspace, query, call }) => judgeUsers(workspace, query, call.lifetime.signal),
  )
}

export default library
