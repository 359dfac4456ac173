import type { VariableId } from '../../contract/assumptions/index.ts'
import { prepared } from '../../db/store.ts'
import { decideTask as recordDecision } from '../../domain/approvals/decide-task.ts'
import {
  type ApprovalState,
  findApproval,
  type Task,
} from '../../domain/approvals/find-approval.ts'
import { findActor } from '../../domain/users/actor.ts'
import { badRequest, conflict, notFound } from '../../errors/problem.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { type Expressions, jsonObject } from '../rows.ts'
import type { ApprovalView, TaskDecision } from './schema.ts'

/** Decides a task of an approval; without an assignee, the one task of the key that is in progress. */
export const decideTask = (
  workspace: Workspace,
  approvalId: number,
  key: string,
  { decision, assignee, comment }: TaskDecision,
): ApprovalView => {
  const { store, clock } = workspace
  const view: ApprovalView = store.transaction(() => {
    const state = existing(store, approvalId)
    const userId = assignee === undefined ? undefined : userNamed(store, assignee)
    const task = openTask(state, key, userId)
    const context = {
      store,
      nowMs: clock.now(),
      variant: <Id extends VariableId>(id: Id) => workspace.variant(id),
    }
    recordDecision(context, task, { decision, comment })
    return JSON.parse(viewById(store).get(approvalId) ?? '')
  })
  workspace.mark('approval-decided', `${approvalId} ${key} ${decision}`)
  return view
}

/** The objects of an approval with their assets, in SQL. */
export const MATERIALS = `json((SELECT json_group_array(
    json_object('objectId', object_id, 'materialId', asset_id) ORDER BY object_id)
  FROM approval_objects WHERE approval_id = approvals.id))`

const TASK: Expressions<ApprovalView['tasks'][number]> = {
  id: 'task.id',
  key: 'task.key',
  assignee: 'task.assignee',
  assigneeEmail: 'person.email',
  assigneeName: 'person.nickname',
  status: 'task.status',
  createTime: 'task.created_at_ms',
  endTime: 'task.ended_at_ms',
  comment: 'task.comment',
}

/** The tasks of an approval, started or not, in SQL. */
export const TASKS = `json((SELECT json_group_array(${jsonObject(TASK)} ORDER BY step, sequence)
  FROM approval_tasks task JOIN users person ON person.id = task.assignee
  WHERE approval_id = approvals.id))`

const VIEW: Expressions<ApprovalView> = {
  approvalId: 'id',
  name: 'name',
  status: 'status',
  materials: MATERIALS,
  tasks: TASKS,
}

const viewById = prepared((store) =>
  store.sqlite
    .prepare<[number], string>(`SELECT ${jsonObject(VIEW)} FROM approvals WHERE id = ?`)
    .pluck(),
)

const existing = (database: Workspace['store'], id: number): ApprovalState => {
  const state = findApproval(database, id)
  if (!state) throw notFound(`There is no approval ${id}`)
  return state
}

const userNamed = (database: Workspace['store'], assignee: number | string): number => {
  if (typeof assignee === 'number') return assignee
  const user = findActor(database, assignee)
  if (!user)
    throw badRequest(
      `assignee: there is no user "${assignee}"; expected the id or e-mail address of a user`,
    )
  return user.id
}

const openTask = (
  { approval, tasks }: ApprovalState,
  key: string,
  userId: number | undefined,
): Task => {
  const ofKey = tasks.filter((task) => task.key === key)
  if (ofKey.length === 0)
    throw notFound(`Approval ${approval.id} has no task "${key}"; it has ${listOf(keysOf(tasks))}`)
  const meant = ofKey.filter((task) => userId === undefined || task.assignee === userId)
  if (meant.length === 0)
    throw notFound(
      `Task "${key}" of approval ${approval.id} is not assigned to user ${userId}; it is assigned to ${listOf(assigneesOf(ofKey))}`,
    )
  if (approval.status !== 'IN_PROGRESS')
    throw conflict(`Approval ${approval.id} is already ${approval.status}`)
  const open = meant.filter(({ status }) => status === 'IN_PROGRESS')
  const [task] = open
  if (!task) throw conflict(whyNot(meant))
  if (open.length > 1)
    throw conflict(
      `Task "${key}" is in progress for ${listOf(assigneesOf(open))}; set assignee to one of them`,
    )
  return task
}

const whyNot = ([task]: readonly Task[]): string =>
  task?.status === 'PENDING'
    ? `Task "${task.key}" has not started; approve the step before it first`
    : `Task "${task?.key}" is already ${task?.status}`

const keysOf = (tasks: readonly Task[]): string[] => [...new Set(tasks.map(({ key }) => key))]
const assigneesOf = (tasks: readonly Task[]): number[] => tasks.map(({ assignee }) => assignee)
const listOf = (names: readonly (string | number)[]): string => names.join(', ')
