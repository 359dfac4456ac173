import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { Id, Int, PageNumber, PageSize, SearchWords, Text } from '../resources/primitives.ts'

/** The collections that E1 searches for; everything is optional. */
export const AssetCollectionQuery = Type.Object({
  keywordList: shown(
    Type.Optional(SearchWords),
    'Keywords, of which a name must contain one, case ignored; every name when absent or empty.',
    'A-1-7',
  ),
  scope: shown(
    Type.Optional(Int),
    '0: everything visible; 1: created by the acting user; 2: shared with the acting user; 3: collected by the acting user; 0 when absent.',
    'A-1-1',
  ),
  parentGroupId: shown(
    Type.Optional(Id),
    'Id of the parent collection; 0 is the root level; every level when absent.',
    'A-1-7',
  ),
  sortBy: shown(
    Type.Optional(
      Type.Object({
        field: shown(
          Type.Optional(Text),
          'Field to sort by: `createTime`, `updateTime`, `groupName`, `itemCount` or `default`; `default` when absent.',
          'A-1-2',
        ),
        sort: shown(
          Type.Optional(Text),
          'Direction: `asc` or `desc`; `desc` when absent.',
          'A-1-2',
        ),
      }),
    ),
    'Order of the list; newest first when absent.',
    'A-1-2',
  ),
  page: shown(Type.Optional(PageNumber), 'Number of the page, from 1; 1 when absent.', 'A-page-1'),
  pageSize: shown(
    Type.Optional(PageSize),
    'Rows of a page, 1 to 1,000; 20 when absent.',
    'A-page-1',
  ),
})
export type AssetCollectionQuery = Static<typeof AssetCollectionQuery>
