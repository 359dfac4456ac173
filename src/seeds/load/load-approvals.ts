import { reserveIds, takeIds } from '../../db/sequences.ts'
import type { Store } from '../../db/store.ts'
import {
  approvalObjects,
  approvals,
  approvalTasks,
  processDefinitions,
} from '../../db/tables/workspace/approvals.ts'
import { APPROVAL_CATEGORY } from '../../domain/approvals/categories.ts'
import { orderSteps } from '../../domain/approvals/steps.ts'
import { rowsOfIds } from '../../domain/assets/id-kinds.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { distinct } from '../../kernel/lists.ts'
import { streamUuid } from '../../kernel/streams.ts'
import type { Seed } from '../seed-format.ts'
import { highestId, insertAll } from './insert-rows.ts'

type SeedApproval = NonNullable<Seed['approvals']>[number]
type TaskRow = typeof approvalTasks.$inferSelect

/** Loads process definitions and approvals with their tasks. */
export const loadApprovals = (store: Store, seed: Seed, generatorSeed: number): void => {
  const seedApprovals = seed.approvals ?? []
  insertAll(store, processDefinitions, seed.processDefinitions ?? [])
  insertAll(store, approvals, seedApprovals.map(toApproval))
  insertAll(
    store,
    approvalObjects,
    seedApprovals.flatMap((approval) => toObjects(store, approval)),
  )
  const categoryOf = categories(store)
  const tasks = seedApprovals.flatMap((approval) =>
    toTasks(store, approval, categoryOf(approval.processDefinitionId), generatorSeed),
  )
  insertAll(store, approvalTasks, tasks)
  reserveIds(store, 'approval', highestId(seedApprovals))
}

const toObjects = (store: Store, { id, assetIds, objects = [] }: SeedApproval) => {
  const further = distinct(objects).filter((object) => !assetIds.includes(object))
  return [
    ...assetIds.map((assetId) => ({ approvalId: id, objectId: assetId, assetId })),
    ...rowsOfIds(store, further).map(({ id: objectId, assetId, atomId, becameId }) => {
      if (assetId === null && atomId === null)
        throw new InvalidDataError(
          `approvals, id ${id}: objects names ${objectId}, which is neither an asset nor an atom`,
        )
      return { approvalId: id, objectId, assetId: assetId ?? becameId }
    }),
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
  const first = takeIds(store, 'approvalTask', approval.tasks.length)
  return approval.tasks.map((task, index) => {
    const sequence = first + index
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

const categories = (store: Store) => {
  const rows = store.orm.select().from(processDefinitions).all()
  const byId = new Map(rows.map(({ id, processCategory }) => [id, processCategory]))
  return (definitionId: number): string => {
    const category = byId.get(definitionId)
    if (category === undefined)
      throw new InvalidDataError(`process definition ${definitionId} is named but does not exist`)
    return category
  }
}
