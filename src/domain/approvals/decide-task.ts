import { and, eq, sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { approvals, approvalTasks } from '../../db/tables/workspace/approvals.ts'
import { setAssetApproval } from '../assets/asset-approval.ts'
import type { BareContext } from '../call.ts'
import { type ApprovalState, findApproval, type Task } from './find-approval.ts'
import { ingestObjects, objectsOf } from './objects.ts'

/** Status of a task by its decision (A-9-2). */
const DECISIONS = { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const

/** A decision about a task. */
export type Decision = keyof typeof DECISIONS

const endTask = prepared((store) =>
  store.orm
    .update(approvalTasks)
    .set({
      status: sql`${sql.placeholder('status')}`,
      comment: sql`${sql.placeholder('comment')}`,
      // Not before its start, also when the clock was set back.
      endedAtMs: sql`max(${approvalTasks.createdAtMs}, ${sql.placeholder('nowMs')})`,
    })
    .where(eq(approvalTasks.sequence, sql.placeholder('sequence')))
    .prepare(),
)

const startStep = prepared((store) =>
  store.orm
    .update(approvalTasks)
    .set({ status: 'IN_PROGRESS', createdAtMs: sql`${sql.placeholder('nowMs')}` })
    .where(
      and(
        eq(approvalTasks.approvalId, sql.placeholder('approvalId')),
        eq(approvalTasks.step, sql.placeholder('step')),
        eq(approvalTasks.status, 'PENDING'),
      ),
    )
    .prepare(),
)

const endApproval = prepared((store) =>
  store.orm
    .update(approvals)
    .set({ status: sql`${sql.placeholder('status')}` })
    .where(eq(approvals.id, sql.placeholder('id')))
    .prepare(),
)

/** What a decision needs, which also the control plane has. */
export type DecisionContext = Pick<BareContext, 'store' | 'nowMs' | 'variant'>

/** Decides a task in progress, at an instant by the workspace's clock, and starts the next step (A-9-2). */
export const decideTask = (
  context: DecisionContext,
  task: Task,
  { decision, comment }: { decision: Decision; comment: string | undefined },
): void => {
  const { store, nowMs } = context
  endTask(store).run({
    sequence: task.sequence,
    status: DECISIONS[decision],
    comment: comment ?? null,
    nowMs,
  })
  const state = findApproval(store, task.approvalId)
  if (!state) throw new Error(`task ${task.id} belongs to no approval`)
  if (decision === 'approve' && !state.tasks.every(isApproved)) startNext(store, state, nowMs)
  else end(context, state, { decision, userId: task.assignee })
}

const isApproved = ({ status }: Task): boolean => status === DECISIONS.approve
const isOpen = ({ status }: Task): boolean => status === 'IN_PROGRESS'

/** Starts the pending tasks of the first step that is not completely approved. */
const startNext = (store: Store, { approval, tasks }: ApprovalState, nowMs: number): void => {
  const next = tasks.find((task) => !isApproved(task))
  if (next) startStep(store).run({ approvalId: approval.id, step: next.step, nowMs })
}

/** Ends an approval: its atoms are ingested where it was approved (A-9-8), and its assets change. */
const end = (
  { store, nowMs, variant }: DecisionContext,
  { approval, tasks }: ApprovalState,
  { decision, userId }: { decision: Decision; userId: number },
): void => {
  for (const { sequence } of tasks.filter(isOpen))
    endTask(store).run({ sequence, status: DECISIONS.withdraw, comment: null, nowMs })
  endApproval(store).run({ id: approval.id, status: DECISIONS[decision] })
  if (decision === 'approve' && variant('A-9-8') === 'ingested')
    ingestObjects(store, approval, nowMs)
  setAssetApproval(store, objectsOf(store, approval.id), {
    status: DECISIONS[decision],
    userId,
    nowMs,
  })
}
