import { type Static, type TUnsafe, Type } from '@sinclair/typebox'
import { LIMITS } from '../../kernel/limits.ts'
import { shown } from '../known-field.ts'
import { Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { field, fields, Id, ListOf, optional, PictureParam, SearchWords } from './primitives.ts'

const pictureParam = shown(
  Type.Optional(PictureParam),
  'Size in which pictures are wanted; at most 1600 x 1600 when absent.',
  'A-file-3',
)

const FilterCondition = Type.Object(
  {
    type: optional.int('Type of the condition, any integer; it changes nothing.', 'A-6-2'),
    code: knownField.filterCode('`tags`, or the code of a metadata field.', 'A-6-2'),
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
  blockId: field.id('Id of the block.', 'A-6-6'),
  pageNum: optional.pageNumber('Number of the page, from 1; 1 when absent.', 'A-page-1'),
  pageSize: optional.pageSize('Rows of a page, 1 to 1,000; 20 when absent.', 'A-page-1'),
  searchText: optional.text(
    'Text that the name or text of a content must contain, case ignored; every content when absent or empty.',
    'A-6-4',
  ),
  filterConditionList: shown(
    Type.Optional(ListOf(FilterCondition, LIMITS.searchFilters)),
    'Conditions that a content must meet, all of them; none when absent.',
    'A-6-2',
  ),
  pictureParam,
})
export type PortalContentQuery = Static<typeof PortalContentQuery>

/** The content that E11 answers, and the size of its pictures. */
export const PortalContentSelection = Type.Object({
  id: field.id('Id of the content.', 'A-11-1'),
  pictureParam,
})
export type PortalContentSelection = Static<typeof PortalContentSelection>

const collaborators = fields(Type.Optional(ListOf(Id, LIMITS.collaborators)))

/** The collaborators that E14 adds to a portal. */
export const PortalCollaboratorRequest = Type.Object({
  portalId: field.id('Integer id of the portal.', 'A-11-2'),
  authType: field.int('Kind of access, any integer; kept with each collaborator.', 'A-14-2'),
  userId: optional.id('Id of the user who adds the collaborators.', 'A-14-1'),
  deptIdList: collaborators('Ids of departments; none when absent.', 'A-14-2'),
  dimensionIdList: collaborators('Ids of dimension items; none when absent.', 'A-14-2'),
  userIdList: collaborators('Ids of users; none when absent.', 'A-14-1'),
})
export type PortalCollaboratorRequest = Static<typeof PortalCollaboratorRequest>

/** `metadataInfo` of a published content; by the code of a metadata field the names of its values, or one text of them (A-metadata-1). */
export interface PortalMetadataInfo {
  CUSTOMER_PORTAL_PUBLISH_TIME: number
  [attrCode: string]: number | string | string[]
}

/** The document's key first, then the metadata fields of which the content or its asset has values. */
const MetadataInfo: TUnsafe<PortalMetadataInfo> = Type.Unsafe({
  type: 'object',
  properties: {
    CUSTOMER_PORTAL_PUBLISH_TIME: field.time(
      'When the content was published, epoch milliseconds.',
      'A-metadata-1',
    ),
  },
  required: ['CUSTOMER_PORTAL_PUBLISH_TIME'],
  additionalProperties: {
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
  },
  tsType:
    '{ CUSTOMER_PORTAL_PUBLISH_TIME: number; [attrCode: string]: number | string | string[] }',
})

const record = {
  id: field.id('Id of the content.'),
  portalId: field.text('Code of the portal, 32 upper-case hex digits.', 'A-11-2'),
  blockId: field.id('Id of the block that it is in.'),
  coreId: field.id('Id of the asset that is published.', 'A-11-2'),
  name: field.text('Name of the content.'),
  metadataInfo: shown(
    MetadataInfo,
    'When the content was published; and by the codes of metadata fields the names of its values.',
    'A-metadata-1',
  ),
  coverPicture: field.text('Signed URL of the picture of the first sub-resource.', 'A-file-3'),
}

/** Portal content record (document, "Portal content record"), as E6 lists it. */
export const PortalContent = Shape(
  'PortalContent',
  'Portal content record, as E6 lists it.',
  record,
)
export type PortalContent = Static<typeof PortalContent>

/** The same with the fields that E11 adds. */
export const PortalContentDetail = Shape(
  'PortalContentDetail',
  'Portal content record, as E11 shows it.',
  {
    ...record,
    contentText: field.text('Text of the content.', 'A-11-2'),
    detailPictures: shown(
      Type.Array(Type.String()),
      'Signed URLs of pictures, one for every sub-resource of the asset, in order.',
      'A-file-3',
    ),
    publishTime: field.time('When the content was published, epoch milliseconds.', 'A-11-2'),
    buttonName: field.text('Name of the button; empty without a button.', 'A-11-2'),
    buttonLinkUrl: field.text('Link of the button; empty without a button.', 'A-11-2'),
  },
)
export type PortalContentDetail = Static<typeof PortalContentDetail>
