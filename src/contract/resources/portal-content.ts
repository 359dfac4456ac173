import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, EpochMs, Id } from './primitives.ts'

const record = {
  id: Id,
  portalId: Type.String(),
  blockId: Id,
  coreId: Id,
  name: Type.String(),
  metadataInfo: ClosedObject({ CUSTOMER_PORTAL_PUBLISH_TIME: EpochMs }),
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
