import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { Id, Int, ListOf } from '../resources/primitives.ts'

/** The collaborators that E14 adds to a portal. */
export const PortalCollaboratorRequest = Type.Object({
  portalId: Id,
  authType: Int,
  userId: Type.Optional(Id),
  deptIdList: Type.Optional(ListOf(Id, LIMITS.collaborators)),
  dimensionIdList: Type.Optional(ListOf(Id, LIMITS.collaborators)),
  userIdList: Type.Optional(ListOf(Id, LIMITS.collaborators)),
})
export type PortalCollaboratorRequest = Static<typeof PortalCollaboratorRequest>
