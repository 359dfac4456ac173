import { shown } from '../contract/known-field.ts'
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
  outcomes: { 'waiting-task': 'answered with a task that waits for an earlier one' },
  param: ApprovalRequest,
  result: shown(Id, 'Id of the created approval.', 'A-9-5'),
  refuses: [
    'unknownUser',
    'unknownProcessDefinition',
    'otherProcessCategory',
    'noTask',
    'unknownObject',
    'unknownAsset',
    'fileForAsset',
    'atomForAsset',
    'unknownAtom',
    'assetForAtom',
    'outOfRange',
  ],
  assumes: [
    'A-9-1',
    'A-9-2',
    'A-9-9',
    'A-9-5',
    'A-9-7',
    'A-9-8',
    'A-17-2',
    'A-visibility-1',
    'A-id-1',
  ],
  handle: (call) => createApproval(call, call.param),
})
