import { orderSteps } from '../../domain/approvals/steps.ts'
import { rowsOfIds } from '../../domain/assets/id-kinds.ts'
import { distinct } from '../../kernel/lists.ts'
import { streamUuid } from '../../kernel/streams.ts'
import { reserveIds } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'
import {
  APPROVAL_CATEGORY,
  approvalObjects,
  approvals,
  approvalTasks,
  processDefinitions,
} from '../../store/db/tables/workspace/approvals.ts'
import type { SeedLists, SeedRow } from '../seed-format.ts'
import { fillAll, highestId, putAll, takeIdsAfter } from './insert-rows.ts'

type SeedApproval = SeedRow<'approvals'>

export const loadApprovals = (store: Store, seed: SeedLists, generatorSeed: number): void => {
  putAll(store, processDefinitions, seed.processDefinitions)
  putAll(store, approvals, seed.approvals.map(toApproval))
  const objects = seed.approvals.flatMap((approval) => toObjects(store, approval))
  fillAll(store, approvalObjects, 'approvalId', seed.approvals, objects)
  const tasks = seed.approvals.flatMap((approval) => toTasks(store, approval, generatorSeed))
  fillAll(store, approvalTasks, 'approvalId', seed.approvals, tasks)
  store.run(SET_CATEGORY, JSON.stringify(seed.processDefinitions.map(({ id }) => id)))
  reserveIds(store, 'approval', highestId(seed.approvals))
}

const SET_CATEGORY = `UPDATE approval_tasks SET process_category = d.process_category
  FROM approvals a JOIN process_definitions d ON d.id = a.process_definition_id
  WHERE a.id = approval_tasks.approval_id AND d.id IN (SELECT value FROM json_each(?))`

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

const toTasks = (store: Store, approval: SeedApproval, generatorSeed: number) => {
  const { id, name, submitter, processDefinitionId } = approval
  const steps = orderSteps(Object.fromEntries(approval.tasks.map(({ key }) => [key, []])))
  const stepOf = new Map(steps.map(({ key }, index) => [key, index]))
  const replaced = store.values<number>(SEQUENCES, id)
  const sequences = takeIdsAfter(store, 'approvalTask', replaced, approval.tasks.length)
  const processCategory = store.value<string>(CATEGORY, processDefinitionId) ?? ''
  return approval.tasks.map((task, index) => {
    const sequence = sequences[index] ?? -1
    return {
      ...task,
      sequence,
      id: streamUuid(generatorSeed, 'ids', sequence),
      approvalId: id,
      step: stepOf.get(task.key) ?? -1,
      processName: name,
      processCategory,
      category: APPROVAL_CATEGORY,
      submitter,
      status: task.status as string,
    }
  })
}

const SEQUENCES = 'SELECT sequence FROM approval_tasks WHERE approval_id = ? ORDER BY sequence'
const CATEGORY = 'SELECT process_category FROM process_definitions WHERE id = ?'
