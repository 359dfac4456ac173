import { type Static, Type } from '@sinclair/typebox'
import { NonEmptyText } from '../resources/primitives.ts'

/** A value of a metadata field with its new name (E20). */
export const MetadataValue = Type.Object({
  attrValueName: NonEmptyText,
  attrValueCode: NonEmptyText,
})
export type MetadataValue = Static<typeof MetadataValue>
