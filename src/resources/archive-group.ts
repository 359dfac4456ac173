import { type Static, Type } from '@sinclair/typebox'
import { Exactly, Id } from './primitives.ts'

/** Archive group (document, "Archive group"). */
export const ArchiveGroup = Exactly({
  groupId: Id,
  name: Type.String(),
  path: Type.String(),
  rootId: Id,
})
export type ArchiveGroup = Static<typeof ArchiveGroup>
