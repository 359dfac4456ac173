import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import { Id, Int, ListOf } from '../resources/primitives.ts'

/** The collaborators that E14 adds to a portal. */
export const PortalCollaboratorRequest = Type.Object({
  portalId: shown(Id, 'Integer id of the portal.', 'A-11-2'),
  authType: shown(Int, 'Kind of access, any integer; kept with each collaborator.', 'A-14-2'),
  userId: shown(Type.Optional(Id), 'Id of the user who adds the collaborators.', 'A-14-1'),
  deptIdList: shown(
    Type.Optional(ListOf(Id, LIMITS.collaborators)),
    'Ids of departments; none when absent.',
    'A-14-2',
  ),
  dimensionIdList: shown(
    Type.Optional(ListOf(Id, LIMITS.collaborators)),
    'Ids of dimension items; none when absent.',
    'A-14-2',
  ),
  userIdList: shown(
    Type.Optional(ListOf(Id, LIMITS.collaborators)),
    'Ids of users; none when absent.',
    'A-14-1',
  ),
})
export type PortalCollaboratorRequest = Static<typeof PortalCollaboratorRequest>
