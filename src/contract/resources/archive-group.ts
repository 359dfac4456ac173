import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Id } from './primitives.ts'

/** Archive group (document, "Archive group"). */
export const ArchiveGroup = ClosedObject(
  {
    groupId: Id,
    name: Type.String(),
    path: Type.String(),
    rootId: Id,
  },
  {
    title: 'ArchiveGroup',
    description: 'Archive group, with the names of its ancestors as a path.',
  },
)
export type ArchiveGroup = Static<typeof ArchiveGroup>
