import { type Static, type TUnsafe, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, EpochMs, Id } from './primitives.ts'

/** `metadataInfo` of a published content; by the code of a metadata field the names of its values, or one text of them (A-metadata-1). */
export interface PortalMetadataInfo {
  CUSTOMER_PORTAL_PUBLISH_TIME: number
  [attrCode: string]: number | string | string[]
}

/** The document's key first, then the metadata fields of which the content or its asset has values. */
const MetadataInfo: TUnsafe<PortalMetadataInfo> = Type.Unsafe({
  type: 'object',
  properties: {
    CUSTOMER_PORTAL_PUBLISH_TIME: shown(
      EpochMs,
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
  id: shown(Id, 'Id of the content.'),
  portalId: shown(Type.String(), 'Code of the portal, 32 upper-case hex digits.', 'A-11-2'),
  blockId: shown(Id, 'Id of the block that it is in.'),
  coreId: shown(Id, 'Id of the asset that is published.', 'A-11-2'),
  name: shown(Type.String(), 'Name of the content.'),
  metadataInfo: shown(
    MetadataInfo,
    'When the content was published; and by the codes of metadata fields the names of its values.',
    'A-metadata-1',
  ),
  coverPicture: shown(
    Type.String(),
    'Signed URL of the picture of the first sub-resource.',
    'A-file-3',
  ),
}

/** Portal content record (document, "Portal content record"), as E6 lists it. */
export const PortalContent = ClosedObject(record, {
  title: 'PortalContent',
  description: 'Portal content record, as E6 lists it.',
})
export type PortalContent = Static<typeof PortalContent>

/** The same with the fields that E11 adds. */
export const PortalContentDetail = ClosedObject(
  {
    ...record,
    contentText: shown(Type.String(), 'Text of the content.', 'A-11-2'),
    detailPictures: shown(
      Type.Array(Type.String()),
      'Signed URLs of pictures, one for every sub-resource of the asset, in order.',
      'A-file-3',
    ),
    publishTime: shown(EpochMs, 'When the content was published, epoch milliseconds.', 'A-11-2'),
    buttonName: shown(Type.String(), 'Name of the button; empty without a button.', 'A-11-2'),
    buttonLinkUrl: shown(Type.String(), 'Link of the button; empty without a button.', 'A-11-2'),
  },
  { title: 'PortalContentDetail', description: 'Portal content record, as E11 shows it.' },
)
export type PortalContentDetail = Static<typeof PortalContentDetail>
