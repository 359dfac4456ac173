import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { Int, NonEmptyText, NullableInt } from '../resources/primitives.ts'

/** The report that E19 stores. */
export const ImageSearchReport = Type.Object({
  libraryType: shown(
    NonEmptyText,
    'Library that was searched, any text that is not empty; seen: `product_library`.',
    'A-19-1',
  ),
  clientId: shown(NonEmptyText, 'Id of the client, any text that is not empty.', 'A-19-1'),
  uuid: shown(NonEmptyText, 'Id of the search, any text that is not empty.', 'A-19-1'),
  operateType: shown(
    NonEmptyText,
    'What was judged, any text that is not empty; seen: `all`.',
    'A-19-1',
  ),
  contentId: shown(
    Type.Optional(NullableInt),
    'Id of a result, kept as sent; null, or absent, when no single result is meant.',
    'A-19-1',
  ),
  likeType: shown(
    Type.Optional(Int),
    'How the user liked it, any integer; 1 in the sample.',
    'A-19-1',
  ),
})
export type ImageSearchReport = Static<typeof ImageSearchReport>
