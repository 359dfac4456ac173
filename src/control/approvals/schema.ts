import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, TextUpTo } from '../../contract/resources/primitives.ts'
import {
  Choice,
  InstantOrNull,
  Shape,
  Text,
  TextOrNull,
  WantedAmount,
  WholeNumber,
  WholeNumberOrNull,
} from '../../contract/shapes.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { LIMITS } from '../../limits.ts'
import { jsonObject } from '../lists.ts'

/** A task of an approval. */
export const ApprovalTaskView = Shape('ApprovalTaskView', 'A task of an approval, started or not', {
  id: Text('Id of the task, as E5 answers it'),
  key: Text('Step that it belongs to'),
  assignee: WholeNumber('Id of the user who decides it'),
  assigneeEmail: Text('E-mail address of that user'),
  assigneeName: Text('Name of that user'),
  status: Text('PENDING, IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
  createTime: InstantOrNull('When it started'),
  endTime: InstantOrNull('When it was decided'),
  comment: TextOrNull('Comment of the decision'),
})

/** An object of an approval with the asset that it is. */
export const ApprovalMaterialView = Shape(
  'ApprovalMaterialView',
  'An object of an approval with its asset',
  {
    objectId: WholeNumber('Id as it was sent; the new one where a seed has given the file one'),
    materialId: WholeNumberOrNull(
      'Id of the asset that it is or became; null before it is ingested',
    ),
  },
)

/** An approval with all its tasks. */
export const ApprovalView = Shape(
  'ApprovalView',
  'An approval with all its tasks, also those that have not started',
  {
    approvalId: WholeNumber('Id of the approval'),
    name: Text('Name'),
    status: Text('IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
    materials: Type.Array(ApprovalMaterialView, { description: 'Its objects with their assets' }),
    tasks: Type.Array(ApprovalTaskView, { description: 'All tasks, started or not' }),
  },
)
export type ApprovalView = Static<typeof ApprovalView>

const TASK = jsonObject(ApprovalTaskView, {
  id: 'task.id',
  assigneeEmail: 'person.email',
  assigneeName: 'person.nickname',
  status: 'task.status',
  createTime: 'task.created_at_ms',
  endTime: 'task.ended_at_ms',
})

/** The properties of an approval that are no columns, in SQL. */
export const APPROVAL_SQL = {
  approvalId: 'id',
  materials: `json((SELECT json_group_array(
      json_object('objectId', object_id, 'materialId', asset_id) ORDER BY object_id)
    FROM approval_objects WHERE approval_id = approvals.id))`,
  tasks: `json((SELECT json_group_array(${TASK} ORDER BY step, sequence)
    FROM approval_tasks task JOIN users person ON person.id = task.assignee
    WHERE approval_id = approvals.id))`,
}

const task = {
  approvalId: WantedAmount('Id of the approval'),
  key: TextUpTo(LIMITS.text, { description: 'Key of the task' }),
}

const decision = {
  decision: Choice(['approve', 'reject', 'withdraw'], 'What is decided'),
  assignee: Type.Optional(
    Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      minimum: -MAX_INTEGER,
      maximum: MAX_INTEGER,
      maxLength: LIMITS.text.max,
      description: 'id or e-mail address of the user who decides; needed where several could',
    }),
  ),
  comment: Type.Optional(
    Type.String({ maxLength: 10_000, description: 'Comment of the decision' }),
  ),
}

/** The path parameters of a task. */
export const TaskParams = Type.Object(task)

/** The body that decides a task. */
export const TaskDecision = ClosedObject(decision)
export type TaskDecision = Static<typeof TaskDecision>

/** The decision of a task with the task that it is about, as clients send it. */
export const Decision = Shape('Decision', 'The decision of a task of an approval', {
  ...task,
  ...decision,
})
