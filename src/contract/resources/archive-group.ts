import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, Id } from './primitives.ts'

/** Archive group (document, "Archive group"). */
export const ArchiveGroup = ClosedObject(
  {
    groupId: shown(Id, 'Id of the group, which is one of a collection.', 'A-17-2'),
    name: shown(Type.String(), 'Name of the group, the last segment of path.', 'A-17-3'),
    path: shown(
      Type.String(),
      'Slash-separated path of group codes, from the root down.',
      'A-17-3',
    ),
    rootId: shown(Id, 'Id of the root.', 'A-17-2'),
  },
  {
    title: 'ArchiveGroup',
    description: 'Archive group, with the names of its ancestors as a path.',
  },
)
export type ArchiveGroup = Static<typeof ArchiveGroup>
