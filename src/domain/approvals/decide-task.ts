import type { Store } from '../../store/db/store.ts'
import { setAssetApproval } from '../assets/asset-approval.ts'
import type { BareContext } from '../call.ts'
import { type ApprovalState, findApproval, type Task } from './find-approval.ts'
import { ingestObjects, objectsOf } from './objects.ts'

/** Status of a task by its decision (A-9-2). */
const DECISIONS = { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const

export type Decision = keyof typeof DECISIONS

/** Not before its start, also when the clock was set back. */
const END_TASK = `UPDATE approval_tasks SET status = ?, comment = ?, ended_at_ms = max(created_at_ms, ?)
   WHERE sequence = ?`

const START_STEP = `UPDATE approval_tasks SET status = 'IN_PROGRESS', created_at_ms = ?
   WHERE approval_id = ? AND step = ? AND status = 'PENDING'`

export type DecisionContext = Pick<BareContext, 'store' | 'nowMs' | 'variant'>

/** Decides a task in progress, at an instant by the workspace's clock, and starts the next step (A-9-2). */
export const decideTask = (
  context: DecisionContext,
  task: Task,
  { decision, comment }: { decision: Decision; comment: string | undefined },
): void => {
  const { store, nowMs } = context
  store.run(END_TASK, DECISIONS[decision], comment ?? null, nowMs, task.sequence)
  const state = findApproval(store, task.approvalId)
  if (!state) throw new Error(`task ${task.id} belongs to no approval`)
  if (decision === 'approve' && !state.tasks.every(isApproved)) startNext(store, state, nowMs)
  else end(context, state, { decision, userId: task.assignee })
}

const isApproved = ({ status }: Task): boolean => status === DECISIONS.approve

/** Starts the pending tasks of the first step that is not completely approved. */
const startNext = (store: Store, { approval, tasks }: ApprovalState, nowMs: number): void => {
  const next = tasks.find((task) => !isApproved(task))
  if (next) store.run(START_STEP, nowMs, approval.id, next.step)
}

/** Ends an approval: its atoms are ingested where it was approved (A-9-8), and its assets change. */
const end = (
  { store, nowMs, variant }: DecisionContext,
  { approval, tasks }: ApprovalState,
  { decision, userId }: { decision: Decision; userId: number },
): void => {
  for (const { sequence } of tasks.filter(({ status }) => status === 'IN_PROGRESS'))
    store.run(END_TASK, DECISIONS.withdraw, null, nowMs, sequence)
  store.run('UPDATE approvals SET status = ? WHERE id = ?', DECISIONS[decision], approval.id)
  if (decision === 'approve' && variant('A-9-8') === 'ingested')
    ingestObjects(store, approval, nowMs)
  const change = { status: DECISIONS[decision], userId, nowMs }
  setAssetApproval(store, objectsOf(store, approval.id), change)
}
