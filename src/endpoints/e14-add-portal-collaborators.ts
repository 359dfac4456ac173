import { again, example, NOWHERE } from '../contract/example.ts'
import { PortalCollaboratorRequest } from '../contract/resources/portal-shapes.ts'
import { field } from '../contract/resources/primitives.ts'
import { addCollaborators } from '../domain/portal/add-collaborators.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E14',
  summary: 'Add portal collaborators in batch',
  summaryInChinese: '批量添加门户协作者',
  tag: 'Portal',
  description: 'Gives users, departments and dimensions access to a portal, all or nothing.',
  path: '/open-api/standard/v1/addPortalAuth',
  access: 'write',
  outcomes: {
    'known-collaborator': 'answered for a collaborator that the portal had already',
  },
  param: PortalCollaboratorRequest,
  result: field.flag('true: the collaborators are stored.', 'A-14-2'),
  refuses: ['unknownPortal', 'unknownUser', 'unknownDepartment', 'unknownDimension'],
  assumes: ['A-14-1', 'A-14-2', 'A-11-2'],
  sample: ({ portal, users, departments, dimensions }) => ({
    portalId: portal.id,
    authType: portal.authType,
    userId: users.owner.id,
    deptIdList: departments.ids.slice(0, 1),
    dimensionIdList: dimensions.ids.slice(0, 1),
    userIdList: [users.viewer.id],
  }),
  examples: [
    example('success', 'A department, a dimension and a user'),
    again('E14', 'known-collaborator'),
    example('unknownPortal', 'A portal that does not exist', { portalId: NOWHERE }),
    example('unknownUser', 'A user that does not exist', { userIdList: [NOWHERE] }),
    example('unknownDepartment', 'A department that does not exist', { deptIdList: [NOWHERE] }),
    example('unknownDimension', 'A dimension that does not exist', { dimensionIdList: [NOWHERE] }),
  ],
  handle: (call) => addCollaborators(call, call.param),
})
