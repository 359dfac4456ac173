import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { VariableId } from '../../contract/assumptions/index.ts'
import type { Store } from '../../db/store.ts'
import { decideTask as recordDecision } from '../../domain/approvals/decide-task.ts'
import {
  type ApprovalState,
  findApproval,
  type Task,
} from '../../domain/approvals/find-approval.ts'
import { findActor } from '../../domain/users/actor.ts'
import { badRequest, conflict, notFound } from '../../errors/problem.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { defineList } from '../lists.ts'
import { answers } from '../responses.ts'
import { APPROVAL_SQL, ApprovalView, TaskDecision, TaskParams } from './schema.ts'

/** Decisions of approval tasks, which the document leaves to people. */
const approvals: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/approvals/:approvalId/tasks/:key/decision',
    answers('Decide a task of an approval', ApprovalView, {
      params: TaskParams,
      body: TaskDecision,
    }),
    async ({ workspace, params, body }) =>
      decideTask(workspace, params.approvalId, params.key, body) as ApprovalView,
  )
}

/** Decides a task of an approval; without an assignee, the one task of the key that is in progress. */
const decideTask = (
  workspace: Workspace,
  approvalId: number,
  key: string,
  { decision, assignee, comment }: TaskDecision,
): ApprovalView | undefined => {
  const { store, clock } = workspace
  const view = store.transaction(() => {
    const state = findApproval(store, approvalId)
    if (!state) throw notFound(`There is no approval ${approvalId}`)
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
      `assignee: there is no user "${email}"; expected the id or e-mail address of a user`,
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
      `Task "${key}" is ${asked[0]?.status} and its approval ${approval.status}; only a task in progress can be decided`,
    )
  if (others.length > 0)
    throw conflict(`Task "${key}" is in progress for ${assignees}; set assignee to one of them`)
  return task
}

const listOf = (names: readonly (string | number)[]): string => [...new Set(names)].join(', ')

export default approvals
