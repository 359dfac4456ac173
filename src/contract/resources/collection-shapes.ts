import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../kernel/limits.ts'
import { shown } from '../known-field.ts'
import { Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { field, Id, ListOf, optional, SearchWords } from './primitives.ts'

/** The collections that E1 searches for; everything is optional. */
export const AssetCollectionQuery = Type.Object({
  keywordList: shown(
    Type.Optional(SearchWords),
    'Keywords, of which a name must contain one, case ignored; every name when absent or empty.',
    'A-1-7',
  ),
  scope: knownField.scope(
    '0: everything visible; 1: created by the acting user; 2: shared with the acting user; 3: collected by the acting user; 0 when absent.',
    'A-1-1',
  ),
  parentGroupId: optional.id(
    'Id of the parent collection; 0 is the root level; every level when absent.',
    'A-1-7',
  ),
  sortBy: shown(
    Type.Optional(
      Type.Object({
        field: knownField.sortField(
          'Field to sort by: `createTime`, `updateTime`, `groupName`, `itemCount` or `default`; `default` when absent.',
          'A-1-2',
        ),
        sort: knownField.sortDirection('Direction: `asc` or `desc`; `desc` when absent.', 'A-1-2'),
      }),
    ),
    'Order of the list; newest first when absent.',
    'A-1-2',
  ),
  page: optional.pageNumber('Number of the page, from 1; 1 when absent.', 'A-page-1'),
  pageSize: optional.pageSize('Rows of a page, 1 to 1,000; 20 when absent.', 'A-page-1'),
})
export type AssetCollectionQuery = Static<typeof AssetCollectionQuery>

/** The assets that E22 adds, and the collection. */
export const CollectionAddition = Type.Object({
  collectionId: field.id('Id of the collection.', 'A-17-2', 'A-22-3', 'A-visibility-1'),
  assetIds: shown(
    ListOf(Id, LIMITS.collectionAssets),
    'Ids of the assets to add; one that is already there stays once.',
    'A-22-2',
    'A-id-1',
  ),
})
export type CollectionAddition = Static<typeof CollectionAddition>

/** Asset collection (document, "Asset collection (material group)"). */
export const AssetCollection = Shape(
  'AssetCollection',
  'Asset collection; instants in epoch milliseconds.',
  {
    id: field.id('Id of the collection.'),
    createTime: field.time('When it was created, epoch milliseconds.'),
    updateTime: field.time('When it was changed last, epoch milliseconds.', 'A-22-4'),
    createUser: field.id('Id of the user who created it.'),
    updateUser: field.id('Id of the user who changed it last.', 'A-22-4'),
    status: knownField.collectionStatus('Status code; 0 in samples.', 'A-1-6'),
    parentId: field.id('Id of the parent collection; 0 for a root.', 'A-1-12'),
    rootId: field.id('Id of the root collection; for a root its own.', 'A-1-12'),
    groupName: field.text('Name.'),
    itemCount: field.count('Number of assets in it, not including its children.', 'A-1-6'),
    groupCount: field.count('Number of its children.', 'A-1-6'),
    belongId: field.id('Id of the owner scope.', 'A-1-6'),
    description: field.textOrNull('Description, or null.'),
    thunders: shown(
      Type.Union([Type.Null(), Type.Array(Type.String())]),
      'Thumbnails; null by default, signed preview URLs by a variant of A-1-4.',
      'A-1-4',
    ),
    hasCollected: field.flag('Whether the acting user has collected it.', 'A-1-6'),
  },
)
export type AssetCollection = Static<typeof AssetCollection>

/** Archive group (document, "Archive group"). */
export const ArchiveGroup = Shape(
  'ArchiveGroup',
  'Archive group, with the names of its ancestors as a path.',
  {
    groupId: field.id('Id of the group, which is one of a collection.', 'A-17-2'),
    name: field.text('Name of the group, the last segment of path.', 'A-17-3'),
    path: field.text('Slash-separated path of group codes, from the root down.', 'A-17-3'),
    rootId: field.id('Id of the root.', 'A-17-2'),
  },
)
export type ArchiveGroup = Static<typeof ArchiveGroup>
