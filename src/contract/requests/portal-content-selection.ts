import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { Id, PictureParam } from '../resources/primitives.ts'

/** The content that E11 answers, and the size of its pictures. */
export const PortalContentSelection = Type.Object({
  id: shown(Id, 'Id of the content.', 'A-11-1'),
  pictureParam: shown(
    Type.Optional(PictureParam),
    'Size in which pictures are wanted; at most 1600 x 1600 when absent.',
    'A-file-3',
  ),
})
export type PortalContentSelection = Static<typeof PortalContentSelection>
