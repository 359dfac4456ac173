import { ApprovalRequest } from '../contract/requests/approval-request.ts'
import { Id } from '../contract/resources/primitives.ts'
import { createApproval } from '../domain/approvals/create-approval.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E9. Create an external asset ingestion approval; answers its id. */
export default defineEndpoint({
  id: 'E9',
  summary: 'Create external asset ingestion approval',
  description: 'Starts an approval of assets or atoms, with steps and assignees.',
  path: '/open-api/standard/v1/material/create-external-asset-publishing-approval',
  access: 'write',
  param: ApprovalRequest,
  result: Id,
  assumes: ['A-9-1', 'A-9-2', 'A-9-3', 'A-9-4', 'A-9-5'],
  handle: (call) => createApproval(call, call.param),
})
