import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, EpochMs, Id, NullableInt } from './primitives.ts'

/** Approval task record (document, "Approval task record"). */
export const ApprovalTask = ClosedObject(
  {
    id: shown(Type.String(), 'UUID of the task.'),
    key: shown(
      Type.String(),
      'Key of the step, the task key of E9; seen: `task1`, `task2`.',
      'A-9-2',
    ),
    processName: shown(Type.String(), 'Name of the approval.', 'A-9-1'),
    approvalId: shown(Type.String(), 'Id of the approval, as text.'),
    processCategory: shown(
      Type.String(),
      'Category of the process definition; seen: `RESOURCE_PUBLISHMENT`, `PORTAL_PUBLISHMENT`.',
      'A-9-9',
    ),
    category: shown(Type.String(), 'Category of the task; seen: `APPROVAL`.', 'A-5-3'),
    submitter: shown(Id, 'Id of the user who submitted the objects.'),
    assignee: shown(Id, 'Id of the user who decides.'),
    createTime: shown(EpochMs, 'When the task started, epoch milliseconds.', 'A-9-2'),
    endTime: shown(
      NullableInt,
      'When the task ended, epoch milliseconds; null while it is in progress.',
      'A-9-2',
    ),
    approvalStatus: shown(
      Type.String(),
      '`IN_PROGRESS`, `APPROVED`, `REJECTED` or `WITHDRAWN`; only the first is seen.',
      'A-9-2',
    ),
  },
  { title: 'ApprovalTask', description: 'Approval task; instants in epoch milliseconds.' },
)
export type ApprovalTask = Static<typeof ApprovalTask>
