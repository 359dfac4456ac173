import { type Static, Type } from '@sinclair/typebox'
import { Id, PictureParam } from '../resources/primitives.ts'

/** The content that E11 answers, and the size of its pictures. */
export const PortalContentSelection = Type.Object({
  id: Id,
  pictureParam: Type.Optional(PictureParam),
})
export type PortalContentSelection = Static<typeof PortalContentSelection>
