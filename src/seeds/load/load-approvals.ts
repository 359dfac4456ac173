import { reserveIds } from '../../db/sequences.ts'
import type { Store } from '../../db/store.ts'
import {
  APPROVAL_CATEGORY,
  approvalObjects,
  approvals,
  approvalTasks,
  processDefinitions,
} from '../../db/tables/workspace/approvals.ts'
import { orderSteps } from '../../domain/approvals/steps.ts'
import { rowsOfIds } from '../../domain/assets/id-kinds.ts'
import { distinct } from '../../kernel/lists.ts'
import { streamUuid } from '../../kernel/streams.ts'
import { rowsOf, runKept } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { highestId, insertAll, putAll, takeIdsAfter } from './insert-rows.ts'

type SeedApproval = NonNullable<Seed['approvals']>[number]
type TaskRow = typeof approvalTasks.$inferSelect

/** Loads process definitions and approvals with their tasks. */
export const loadApprovals = (store: Store, seed: Seed, generatorSeed: number): void => {
  const seedApprovals = seed.approvals ?? []
  loadDefinitions(store, seed.processDefinitions ?? [])
  putAll(store, approvals, seedApprovals.map(toApproval))
  insertAll(
    store,
    approvalObjects,
    seedApprovals.flatMap((approval) => toObjects(store, approval)),
  )
  const definitions = store.orm.select().from(processDefinitions).all()
  const categories = new Map(definitions.map(({ id, processCategory }) => [id, processCategory]))
  const tasks = seedApprovals.flatMap((approval) =>
    toTasks(store, approval, categories.get(approval.processDefinitionId) ?? '', generatorSeed),
  )
  removeTasks(store, seedApprovals)
  insertAll(store, approvalTasks, tasks)
  reserveIds(store, 'approval', highestId(seedApprovals))
}

/** Tasks have the category of their definition. */
const loadDefinitions = (
  store: Store,
  definitions: NonNullable<Seed['processDefinitions']>,
): void => {
  if (definitions.length === 0) return
  putAll(store, processDefinitions, definitions)
  runKept(
    store,
    `UPDATE approval_tasks SET process_category = d.process_category
     FROM approvals a JOIN process_definitions d ON d.id = a.process_definition_id
     WHERE a.id = approval_tasks.approval_id AND process_definition_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(definitions.map(({ id }) => id)),
  )
}

const toObjects = (store: Store, { id, assetIds, objects = [] }: SeedApproval) => {
  const further = distinct(objects).filter((object) => !assetIds.includes(object))
  return [
    ...assetIds.map((assetId) => ({ approvalId: id, objectId: assetId, assetId })),
    ...rowsOfIds(store, further).map(({ id: objectId, assetId, becameId }) => ({
      approvalId: id,
      objectId,
      assetId: assetId ?? becameId,
    })),
  ]
}

const toApproval = ({ tasks, assetIds: _, objects: __, ...approval }: SeedApproval) => ({
  ...approval,
  variables: '{}',
  status: statusOf(tasks),
})

const statusOf = (tasks: SeedApproval['tasks']): string => {
  const statuses = tasks.map((task) => task.status as string)
  const ended = ['REJECTED', 'WITHDRAWN'].find((status) => statuses.includes(status))
  if (ended) return ended
  return statuses.every((status) => status === 'APPROVED') ? 'APPROVED' : 'IN_PROGRESS'
}

const toTasks = (
  store: Store,
  approval: SeedApproval,
  processCategory: string,
  generatorSeed: number,
): TaskRow[] => {
  const steps = orderSteps(Object.fromEntries(approval.tasks.map(({ key }) => [key, []])))
  const stepOf = new Map(steps.map(({ key }, index) => [key, index]))
  const sequences = sequencesOf(store, approval)
  return approval.tasks.map((task, index) => {
    const sequence = sequences[index] ?? -1
    return {
      sequence,
      id: streamUuid(generatorSeed, 'ids', sequence),
      approvalId: approval.id,
      key: task.key,
      step: stepOf.get(task.key) ?? -1,
      processName: approval.name,
      processCategory,
      category: APPROVAL_CATEGORY,
      submitter: approval.submitter,
      assignee: task.assignee,
      status: task.status as string,
      createdAtMs: task.createdAtMs ?? null,
      endedAtMs: task.endedAtMs ?? null,
      comment: null,
    }
  })
}

/** The sequences of the tasks: those of the approval that it replaces, then new ones. */
const sequencesOf = (store: Store, { id, tasks }: SeedApproval): number[] => {
  const replaced = rowsOf<{ sequence: number }>(
    store,
    'SELECT sequence FROM approval_tasks WHERE approval_id = ? ORDER BY sequence',
    id,
  ).map(({ sequence }) => sequence)
  return takeIdsAfter(store, 'approvalTask', replaced, tasks.length)
}

const removeTasks = (store: Store, replaced: readonly SeedApproval[]): void =>
  runKept(
    store,
    'DELETE FROM approval_tasks WHERE approval_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(replaced.map(({ id }) => id)),
  )
