import { findAllBy, findBy } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { approvals, approvalTasks } from '../../store/db/tables/workspace/approvals.ts'
import { type ApprovalObject, objectsOf } from './objects.ts'

export type Task = typeof approvalTasks.$inferSelect

export interface ApprovalState {
  approval: typeof approvals.$inferSelect
  objects: ApprovalObject[]
  tasks: Task[]
}

const approvalById = findBy(approvals, approvals.id)

const tasksOf = findAllBy(
  approvalTasks,
  approvalTasks.approvalId,
  approvalTasks.step,
  approvalTasks.sequence,
)

export const findApproval = (store: Store, id: number): ApprovalState | undefined => {
  const approval = approvalById(store, id)
  return approval && { approval, objects: objectsOf(store, id), tasks: tasksOf(store, id) }
}
