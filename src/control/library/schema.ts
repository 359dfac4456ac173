import { type Static, Type } from '@sinclair/typebox'
import { TextUpTo } from '../../contract/resources/primitives.ts'
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
} from '../../contract/shapes.ts'
import { USER_ROLES } from '../../db/tables/workspace/users.ts'
import { REASON_KINDS } from '../../domain/sharing.ts'
import { LIMITS } from '../../limits.ts'

const next = WholeNumberOrNull('`after` of the next page; null at the end')

const pageSize = (maximum: number, usual: number, of: string) =>
  Type.Integer({
    minimum: 1,
    maximum,
    default: usual,
    description: `Maximum number of ${of}`,
  })

const after = (of: string) =>
  Type.Optional(
    WantedAmount(`Id of the last of the ${of} that were read; the first page without it`),
  )

/** The query parameters of a page of collections. */
export const CollectionPageQuery = Type.Object({
  after: after('collections'),
  limit: pageSize(LIMITS.pageSize.max, 1_000, 'collections'),
})

/** A collection as it is listed. */
export const LibraryCollection = Shape('LibraryCollection', 'An asset collection in its tree', {
  id: WholeNumber('Id of the collection'),
  name: Text('Name'),
  parentId: WholeNumber('Id of the collection above it; 0 for a root'),
  rootId: WholeNumber('Id of its root'),
  status: WholeNumber('Status, as E1 answers it'),
  itemCount: Amount('Number of its assets'),
  archivePath: TextOrNull('Path of an archive group, as E17 answers it; null outside of archives'),
})

/** A page of collections. */
export const LibraryCollections = Shape('LibraryCollections', 'Collections by their ids', {
  total: Amount('Number of all collections'),
  collections: Type.Array(LibraryCollection, { description: 'The collections of the page' }),
  next,
})

/** The query parameters of a page of assets. */
export const AssetPageQuery = Type.Object({
  collection: Type.Optional(WantedAmount('Only assets of the collection with this id')),
  query: Type.Optional(
    TextUpTo(LIMITS.searchWord, {
      description: 'Only assets with this id, or with this text in their names, ASCII case ignored',
    }),
  ),
  after: after('assets'),
  limit: pageSize(LIMITS.pageSize.max, 100, 'assets'),
})

/** An asset as it is listed. */
export const LibraryAsset = Shape('LibraryAsset', 'An asset of the library', {
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

/** A page of assets. */
export const LibraryAssets = Shape('LibraryAssets', 'Assets from the highest id down', {
  total: Amount('Number of all assets that are asked for, of all pages'),
  assets: Type.Array(LibraryAsset, { description: 'The assets of the page' }),
  next,
})

/** The query parameters of a page of users with what they may do. */
export const AccessQuery = Type.Object({
  asset: Type.Optional(WantedAmount('Id of an asset; excludes `collection`')),
  collection: Type.Optional(WantedAmount('Id of a collection; excludes `asset`')),
  after: after('users'),
  limit: pageSize(LIMITS.judgedUsers.max, 50, 'users'),
})
export type AccessQuery = Static<typeof AccessQuery>

const Reason = Shape('AccessReason', 'Why a user sees an asset or a collection', {
  kind: Choice(
    REASON_KINDS,
    'The role `administrator`, being the creator, a right of the user, a department or everyone, a collection with the asset, or that everyone sees archive groups',
  ),
  id: WholeNumberOrNull('Id of the user, department or collection'),
  name: TextOrNull('Name of the department or collection'),
  role: TextOrNull('Name of the role that a right on an asset gives'),
  rightOf: WholeNumberOrNull('Id of the collection with the right: this one or one above it'),
})

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
  mayDownload: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description: 'Whether the user may have the original; null for a collection',
  }),
  mayAdd: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description: 'Whether E22 lets the user add assets, by rights and role; null for an asset',
  }),
  reasons: Type.Array(Reason, { description: 'Why the user sees it; at most 10 of a kind' }),
})

/** A page of users with what they may do. */
export const LibraryAccess = Shape('LibraryAccess', 'What users may do, by their ids', {
  total: Amount('Number of all users'),
  users: Type.Array(UserAccess, { description: 'The users of the page' }),
  next,
})
export type LibraryAccess = Static<typeof LibraryAccess>
