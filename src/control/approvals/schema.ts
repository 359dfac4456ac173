import { Type } from '@sinclair/typebox'
import { InstantOrNull, NumericText, Shape, Text, TextOrNull } from '../schema-types.ts'

/** A task of an approval, started or not. */
export const ApprovalTask = Shape('ApprovalTask', {
  id: Text(),
  key: Text('The step that it belongs to'),
  assignee: NumericText('Id of the user whose task it is'),
  status: Text('PENDING, IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
  createTime: InstantOrNull('When it started'),
  endTime: InstantOrNull('When it was decided'),
  comment: TextOrNull('What was said with the decision'),
})

/** An approval with all its tasks, also those that have not started. */
export const Approval = Shape('Approval', {
  approvalId: NumericText(),
  name: Text(),
  status: Text('IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
  tasks: Type.Array(ApprovalTask),
})
