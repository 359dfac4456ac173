import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, EpochMs, Id, NullableInt } from './primitives.ts'

/** Approval task record (document, "Approval task record"). */
export const ApprovalTask = ClosedObject(
  {
    id: Type.String(),
    key: Type.String(),
    processName: Type.String(),
    approvalId: Type.String(),
    processCategory: Type.String(),
    category: Type.String(),
    submitter: Id,
    assignee: Id,
    createTime: EpochMs,
    endTime: NullableInt,
    approvalStatus: Type.String(),
  },
  { title: 'ApprovalTask', description: 'Approval task; instants in epoch milliseconds.' },
)
export type ApprovalTask = Static<typeof ApprovalTask>
