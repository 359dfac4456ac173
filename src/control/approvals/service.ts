import { type Decision, decideTask } from '../../domain/approvals/decide-task.ts'
import {
  type ApprovalState,
  findApproval,
  type Task,
} from '../../domain/approvals/find-approval.ts'
import { findActor } from '../../domain/users/actor.ts'
import { badRequest, conflict, notFound } from '../../errors/problem.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

/** What somebody says about a task; without an assignee the one task in progress of the key is meant. */
export interface TaskDecision {
  decision: Decision
  /** Id or e-mail address of the user whose task it is. */
  assignee?: number | string
  comment?: string
}

/** An approval with all its tasks, also those that have not started. */
export interface ApprovalView {
  approvalId: number
  name: string
  status: string
  tasks: {
    id: string
    key: string
    assignee: number
    status: string
    createTime: number | null
    endTime: number | null
    comment: string | null
  }[]
}

/** Decides an approval task, as a person would in the approval center, and answers what has become of the approval. */
export const decide = (
  { store, clock }: Workspace,
  approvalId: number,
  key: string,
  { decision, assignee, comment }: TaskDecision,
): ApprovalView =>
  store.transaction(() => {
    const state = existing(store, approvalId)
    const userId = assignee === undefined ? undefined : userNamed(store, assignee)
    const task = openTask(state, key, userId)
    decideTask(store, task, { decision, comment, nowMs: clock.now() })
    return viewOf(existing(store, approvalId))
  })

/** An approval as a person sees it in the approval center. */
export const viewOf = ({ approval, tasks }: ApprovalState): ApprovalView => ({
  approvalId: approval.id,
  name: approval.name,
  status: approval.status,
  tasks: tasks.map((task) => ({
    id: task.id,
    key: task.key,
    assignee: task.assignee,
    status: task.status,
    createTime: task.createdAtMs,
    endTime: task.endedAtMs,
    comment: task.comment,
  })),
})

const existing = (database: Workspace['store'], id: number): ApprovalState => {
  const state = findApproval(database, id)
  if (!state) throw notFound(`There is no approval ${id}`)
  return state
}

const userNamed = (database: Workspace['store'], assignee: number | string): number => {
  if (typeof assignee === 'number') return assignee
  const user = findActor(database, assignee)
  if (!user) throw badRequest(`assignee: no user has the e-mail address "${assignee}"`)
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
      `No task "${key}" of approval ${approval.id} is for user ${userId}; it is for ${listOf(assigneesOf(ofKey))}`,
    )
  if (approval.status !== 'IN_PROGRESS')
    throw conflict(`Approval ${approval.id} is ${approval.status} already`)
  const open = meant.filter(({ status }) => status === 'IN_PROGRESS')
  const [task] = open
  if (!task) throw conflict(whyNot(meant))
  if (open.length > 1)
    throw conflict(
      `"${key}" is in progress for ${listOf(assigneesOf(open))}; name one of them as assignee`,
    )
  return task
}

const whyNot = ([task]: readonly Task[]): string =>
  task?.status === 'PENDING'
    ? `"${task.key}" has not started; the key before it has to be approved first`
    : `"${task?.key}" is ${task?.status} already`

const keysOf = (tasks: readonly Task[]): string[] => [...new Set(tasks.map(({ key }) => key))]
const assigneesOf = (tasks: readonly Task[]): number[] => tasks.map(({ assignee }) => assignee)
const listOf = (names: readonly (string | number)[]): string => names.join(', ')
