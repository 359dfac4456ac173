import { example, NOWHERE } from '../contract/example.ts'
import { ApprovalRequest } from '../contract/resources/approval-shapes.ts'
import { field } from '../contract/resources/primitives.ts'
import { createApproval } from '../domain/approvals/create-approval.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E9',
  summary: 'Create external asset ingestion approval',
  summaryInChinese: '创建外部素材入库审批',
  tag: 'Approvals',
  description: 'Starts an approval for assets or atoms, with steps and assignees.',
  path: '/open-api/standard/v1/material/create-external-asset-publishing-approval',
  access: 'write',
  outcomes: { 'waiting-task': 'answered with a task that waits for an earlier one' },
  param: ApprovalRequest,
  result: field.id('Id of the created approval.', 'A-9-5'),
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
  onlyWith: {
    unknownObject: ['A-9-7=atoms-and-assets'],
    unknownAsset: ['A-9-7=assets'],
    fileForAsset: ['A-9-7=atoms-and-assets', 'A-9-7=assets'],
    atomForAsset: ['A-9-7=assets'],
    unknownAtom: ['A-9-7=atoms'],
    assetForAtom: ['A-9-7=atoms'],
  },
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
  sample: ({ approval, users, assets }) => ({
    variables: { note: 'from outside' },
    detailName: 'Two pictures',
    category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
    processDefinitionId: approval.processDefinitionId,
    submitter: users.owner.id,
    assignees: {
      initiator: [users.owner.id],
      task1: [users.editor.id],
      task2: [users.viewer.id],
    },
    name: 'Publish two pictures',
    objects: assets.ids.slice(0, 2),
  }),
  examples: [
    example('success', 'Two assets, one task', ({ assignees: _, ...others }, { users }) => ({
      ...others,
      assignees: { initiator: [users.owner.id], task1: [users.editor.id] },
    })),
    example('waiting-task', 'Two tasks, the second of which waits for the first'),
    example('unknownProcessDefinition', 'A process definition that does not exist', {
      processDefinitionId: NOWHERE,
    }),
    example('unknownObject', 'An asset that does not exist', { objects: [NOWHERE] }),
    example('otherProcessCategory', 'A process definition for something else', {
      processDefinitionId: 82,
    }),
    example('unknownUser', 'A submitter that does not exist', { submitter: NOWHERE }),
    example('noTask', 'No task has an assignee', { assignees: {} }),
    example('outOfRange', 'A number that JavaScript does not hold exactly', {
      variables: { amount: 1e20 },
    }),
  ],
  handle: (call) => createApproval(call, call.param),
})
