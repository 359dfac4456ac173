import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { NonEmptyText } from '../resources/primitives.ts'

/** A value of a metadata field with its new name (E20). */
export const MetadataValue = Type.Object(
  {
    attrValueName: shown(NonEmptyText, 'New name of the value.', 'A-metadata-1'),
    attrValueCode: shown(
      NonEmptyText,
      'Code of the value, by which it is found within its field.',
      'A-20-2',
    ),
  },
  { description: 'A value of the metadata field with its new name.' },
)
export type MetadataValue = Static<typeof MetadataValue>
