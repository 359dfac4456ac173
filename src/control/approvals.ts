import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { VariableId } from '../contract/assumptions/index.ts'
import { badRequest, conflict, notFound } from '../contract/errors/problem.ts'
import { ClosedObject, TextUpTo } from '../contract/resources/primitives.ts'
import {
  Choice,
  InstantOrNull,
  Shape,
  Text,
  TextOrNull,
  WantedAmount,
  WholeNumber,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { decideTask as recordDecision } from '../domain/approvals/decide-task.ts'
import { type ApprovalState, findApproval, type Task } from '../domain/approvals/find-approval.ts'
import { findActor } from '../domain/users/actor.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Store } from '../store/db/store.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { defineList, jsonObject } from './lists.ts'
import { answers } from './responses.ts'

export const ApprovalTaskView = Shape(
  'ApprovalTaskView',
  'A task of an approval, whether it has started or not',
  {
    id: Text('Id of the task, as E5 returns it'),
    key: Text('Step that it belongs to'),
    assignee: WholeNumber('Id of the user who decides'),
    assigneeEmail: Text('E-mail address of that user'),
    assigneeName: Text('Name of that user'),
    status: Text('PENDING, IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
    createTime: InstantOrNull('When it started'),
    endTime: InstantOrNull('When it was decided'),
    comment: TextOrNull('Comment of the decision'),
  },
)

export const ApprovalMaterialView = Shape(
  'ApprovalMaterialView',
  'An object of an approval with its asset',
  {
    objectId: WholeNumber('Id as it was sent; the new id if a seed has given the file one'),
    materialId: WholeNumberOrNull(
      'Id of the asset that it is or became; null before it is ingested',
    ),
  },
)

export const ApprovalView = Shape(
  'ApprovalView',
  'An approval with all its tasks, including those that have not started',
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
  decision: Choice(['approve', 'reject', 'withdraw'], 'The decision'),
  assignee: Type.Optional(
    Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      minimum: -MAX_INTEGER,
      maximum: MAX_INTEGER,
      maxLength: LIMITS.text.max,
      description: 'id or e-mail address of the user who decides; required if several users could',
    }),
  ),
  comment: Type.Optional(
    Type.String({ maxLength: 10_000, description: 'Comment of the decision' }),
  ),
}

const TaskDecision = ClosedObject(decision)
type TaskDecision = Static<typeof TaskDecision>

export const Decision = Shape('Decision', 'A decision about an approval task', {
  ...task,
  ...decision,
})

const approvals: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/approvals/:approvalId/tasks/:key/decision',
    answers('Decide an approval task', ApprovalView, {
      params: Type.Object(task),
      body: TaskDecision,
    }),
    async ({ workspace, params, body }) => decideTask(workspace, params, body) as ApprovalView,
  )
}

/** Decides a task of an approval; without an assignee, the one task of the key that is in progress. */
const decideTask = (
  workspace: Workspace,
  { approvalId, key }: { approvalId: number; key: string },
  { decision, assignee, comment }: TaskDecision,
): ApprovalView | undefined => {
  const { store, clock } = workspace
  const view = store.transaction(() => {
    const state = findApproval(store, approvalId)
    if (!state) throw notFound(`Approval ${approvalId} does not exist`)
    const userId = typeof assignee === 'string' ? userNamed(store, assignee) : assignee
    const task = openTask(state, key, userId)
    const context = {
      store,
      nowMs: clock.now(),
      variant: <Id extends VariableId>(id: Id) => workspace.variant(id),
    }
    recordDecision(context, task, { decision, comment })
    return findView(store, 1, { id: approvalId }).rows[0]
  })
  workspace.mark('approval-decided', `${approvalId} ${key} ${decision}`)
  return view
}

const findView = defineList({
  row: ApprovalView,
  from: 'approvals WHERE id = :id',
  order: 'id',
  sql: APPROVAL_SQL,
})

const userNamed = (store: Store, email: string): number => {
  const user = findActor(store, email)
  if (!user)
    throw badRequest(
      `assignee: user "${email}" does not exist; expected the id or e-mail address of a user`,
    )
  return user.id
}

const openTask = ({ approval, tasks }: ApprovalState, key: string, userId?: number): Task => {
  const ofKey = tasks.filter((task) => task.key === key)
  if (ofKey.length === 0)
    throw notFound(
      `Approval ${approval.id} has no task "${key}"; it has ${listOf(tasks.map((task) => task.key))}`,
    )
  const asked = ofKey.filter((task) => userId === undefined || task.assignee === userId)
  const assignees = listOf(ofKey.map((task) => task.assignee))
  if (asked.length === 0)
    throw notFound(
      `Task "${key}" is not assigned to user ${userId}; it is assigned to ${assignees}`,
    )
  const [task, ...others] = asked.filter(({ status }) => status === 'IN_PROGRESS')
  if (!task)
    throw conflict(
      `Task "${key}" is ${asked[0]?.status} and its approval is ${approval.status}; you can decide only a task that is in progress`,
    )
  if (others.length > 0)
    throw conflict(`Task "${key}" is in progress for ${assignees}; set assignee to one of them`)
  return task
}

const listOf = (names: readonly (string | number)[]): string => [...new Set(names)].join(', ')

export default approvals
