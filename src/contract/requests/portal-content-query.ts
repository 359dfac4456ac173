import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import {
  Id,
  Int,
  ListOf,
  PageNumber,
  PageSize,
  PictureParam,
  SearchWords,
  Text,
} from '../resources/primitives.ts'

const FilterCondition = Type.Object(
  {
    type: shown(
      Type.Optional(Int),
      'Type of the condition, any integer; it changes nothing.',
      'A-6-2',
    ),
    code: shown(Text, '`tags`, or the code of a metadata field.', 'A-6-2'),
    value: shown(
      SearchWords,
      'Tags, or codes of values, of which a content must have one; an empty list matches nothing.',
      'A-6-2',
      'A-metadata-1',
    ),
  },
  { description: 'One condition that contents must meet.' },
)

/** The contents of a block that E6 searches for. */
export const PortalContentQuery = Type.Object({
  blockId: shown(Id, 'Id of the block.', 'A-6-6'),
  pageNum: shown(
    Type.Optional(PageNumber),
    'Number of the page, from 1; 1 when absent.',
    'A-page-1',
  ),
  pageSize: shown(
    Type.Optional(PageSize),
    'Rows of a page, 1 to 1,000; 20 when absent.',
    'A-page-1',
  ),
  searchText: shown(
    Type.Optional(Text),
    'Text that the name or text of a content must contain, case ignored; every content when absent or empty.',
    'A-6-4',
  ),
  filterConditionList: shown(
    Type.Optional(ListOf(FilterCondition, LIMITS.searchFilters)),
    'Conditions that a content must meet, all of them; none when absent.',
    'A-6-2',
  ),
  pictureParam: shown(
    Type.Optional(PictureParam),
    'Size in which pictures are wanted; at most 1600 x 1600 when absent.',
    'A-file-3',
  ),
})
export type PortalContentQuery = Static<typeof PortalContentQuery>
