import { type Static, type TUnsafe, Type } from '@sinclair/typebox'
import { ClosedObject, EpochMs, Id } from './primitives.ts'

/** Values of metadata fields by the code of the field: their names, or one text of them (A-metadata-1). */
export type PortalMetadata = Record<string, string[] | string>

/** `metadataInfo` of a published content (A-metadata-1). */
export interface PortalMetadataInfo {
  CUSTOMER_PORTAL_PUBLISH_TIME: number
  [attrCode: string]: number | string | string[]
}

/** The document's key first, then the metadata fields of which the content or its asset has values. */
const MetadataInfo: TUnsafe<PortalMetadataInfo> = Type.Unsafe({
  type: 'object',
  properties: { CUSTOMER_PORTAL_PUBLISH_TIME: EpochMs },
  required: ['CUSTOMER_PORTAL_PUBLISH_TIME'],
  additionalProperties: {
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
  },
  description:
    'When the content was published; and by the codes of metadata fields the names of its values (A-metadata-1)',
  tsType:
    '{ CUSTOMER_PORTAL_PUBLISH_TIME: number; [attrCode: string]: number | string | string[] }',
})

const record = {
  id: Id,
  portalId: Type.String(),
  blockId: Id,
  coreId: Id,
  name: Type.String(),
  metadataInfo: MetadataInfo,
  coverPicture: Type.String(),
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
    contentText: Type.String(),
    detailPictures: Type.Array(Type.String()),
    publishTime: EpochMs,
    buttonName: Type.String(),
    buttonLinkUrl: Type.String(),
  },
  { title: 'PortalContentDetail', description: 'Portal content record, as E11 shows it.' },
)
export type PortalContentDetail = Static<typeof PortalContentDetail>
