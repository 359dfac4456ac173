import { Type } from '@sinclair/typebox'
import { addCollaborators } from '../domain/portal/add-collaborators.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { Id, Int } from '../resources/primitives.ts'

/** E14. Add users, departments and dimension items as collaborators of a portal. */
export default defineEndpoint({
  id: 'E14',
  summary: 'Add portal collaborators in batch',
  path: '/open-api/standard/v1/addPortalAuth',
  param: Type.Object({
    portalId: Id,
    authType: Int,
    userId: Type.Optional(Id),
    deptIdList: Type.Optional(Type.Array(Id)),
    dimensionIdList: Type.Optional(Type.Array(Id)),
    userIdList: Type.Optional(Type.Array(Id)),
  }),
  result: Type.Boolean(),
  assumes: ['A-14-1'],
  handle: (call) => addCollaborators(call, call.param),
})
