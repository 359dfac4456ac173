import { type Static, Type } from '@sinclair/typebox'
import { Int, NonEmptyText, NullableInt } from '../resources/primitives.ts'

/** The report that E19 stores. */
export const ImageSearchReport = Type.Object({
  libraryType: NonEmptyText,
  clientId: NonEmptyText,
  uuid: NonEmptyText,
  operateType: NonEmptyText,
  contentId: Type.Optional(NullableInt),
  likeType: Type.Optional(Int),
})
export type ImageSearchReport = Static<typeof ImageSearchReport>
