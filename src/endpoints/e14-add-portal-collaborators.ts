import { Type } from '@sinclair/typebox'
import { shown } from '../contract/known-field.ts'
import { PortalCollaboratorRequest } from '../contract/requests/portal-collaborator-request.ts'
import { addCollaborators } from '../domain/portal/add-collaborators.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E14. Add users, departments and dimension items as collaborators of a portal. */
export default defineEndpoint({
  id: 'E14',
  summary: 'Add portal collaborators in batch',
  description: 'Gives users, departments and dimensions access to a portal, all or none.',
  path: '/open-api/standard/v1/addPortalAuth',
  access: 'write',
  outcomes: {
    'known-collaborator': 'answered for a collaborator that the portal had already',
  },
  param: PortalCollaboratorRequest,
  result: shown(Type.Boolean(), 'true: the collaborators are stored.', 'A-14-2'),
  refuses: ['unknownPortal', 'unknownUser', 'unknownDepartment', 'unknownDimension'],
  assumes: ['A-14-1', 'A-14-2'],
  handle: (call) => addCollaborators(call, call.param),
})
