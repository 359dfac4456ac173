import { eq, sql } from 'drizzle-orm'
import type { ApprovalRequest } from '../../contract/requests/approval-request.ts'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared, type Store } from '../../db/store.ts'
import {
  approvalObjects,
  approvals,
  approvalTasks,
  processDefinitions,
} from '../../db/tables/workspace/approvals.ts'
import { assets } from '../../db/tables/workspace/assets.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'
import { keptJson } from '../kept-json.ts'
import { firstUnknownUser, mustBeUsers } from '../users/query-users.ts'
import { ASSET_APPROVAL, setAssetApproval } from './asset-approval.ts'
import { APPROVAL_CATEGORY, PUBLISHING_CATEGORY } from './categories.ts'
import { orderSteps } from './steps.ts'

const mustBeAssets = mustExist(assets, refuse.unknownAsset)

const definitionById = prepared((store) =>
  store.orm
    .select()
    .from(processDefinitions)
    .where(eq(processDefinitions.id, sql.placeholder('id')))
    .prepare(),
)

const insertApproval = prepared((store) =>
  store.orm.insert(approvals).values(placeholdersFor(approvals)).prepare(),
)

const insertObject = prepared((store) =>
  store.orm.insert(approvalObjects).values(placeholdersFor(approvalObjects)).prepare(),
)

const insertTask = prepared((store) =>
  store.orm.insert(approvalTasks).values(placeholdersFor(approvalTasks)).prepare(),
)

/** Creates an approval with its tasks and returns its id (E9). */
export const createApproval = (call: ServiceContext, request: ApprovalRequest): number => {
  const processName = checkRequest(call, request)
  const steps = orderSteps(request.assignees)
  if (steps.every((step) => step.assignees.length === 0)) throw refuse.noTask('assignees')
  const { store, nowMs } = call
  const id = takeIds(store, 'approval')
  insertApproval(store).run({
    id,
    processDefinitionId: request.processDefinitionId,
    name: request.name ?? '',
    detailName: request.detailName ?? '',
    category: request.category,
    variables: keptJson('variables', request.variables ?? {}),
    submitter: request.submitter,
    status: 'IN_PROGRESS',
    createdAtMs: nowMs,
  })
  for (const assetId of distinct(request.objects ?? []))
    insertObject(store).run({ approvalId: id, objectId: assetId, assetId })
  setAssetApproval(store, id, ASSET_APPROVAL.inProgress)
  const taskFacts = { approvalId: id, processName, submitter: request.submitter }
  const startsAtOnce = call.variant('A-9-2') === 'at-once'
  const filled = steps.filter((step) => step.assignees.length > 0)
  const tasks = filled.flatMap(({ key, assignees }, step) =>
    assignees.map((assignee) => ({ ...taskFacts, key, step, assignee })),
  )
  const firstSequence = takeIds(store, 'approvalTask', tasks.length)
  for (const [index, task] of tasks.entries())
    createTask(call, firstSequence + index, task, startsAtOnce || task.step === 0)
  return id
}

const checkRequest = (call: ServiceContext, request: ApprovalRequest): string => {
  const { store } = call
  const definition = definitionById(store).get({ id: request.processDefinitionId })
  if (!definition)
    throw refuse.unknownProcessDefinition('processDefinitionId', request.processDefinitionId)
  mustBeUsers(store, 'submitter', [request.submitter])
  mustBeAssignees(store, request.assignees)
  mustBeAssets(store, 'objects', request.objects ?? [])
  if (call.variant('A-9-1') === 'definition') return definition.name
  return request.name ?? definition.name
}

/** Refuses unknown assignees, with one query for all steps. */
const mustBeAssignees = (store: Store, assignees: ApprovalRequest['assignees']): void => {
  const steps = Object.entries(assignees)
  const unknown = firstUnknownUser(
    store,
    steps.flatMap(([, ids]) => ids),
  )
  if (unknown === undefined) return
  const [key = ''] = steps.find(([, ids]) => ids.includes(unknown)) ?? []
  throw refuse.unknownUser(`assignees.${key}`, unknown)
}

interface TaskFacts {
  approvalId: number
  processName: string
  submitter: number
  key: string
  step: number
  assignee: number
}

const createTask = (
  call: ServiceContext,
  sequence: number,
  facts: TaskFacts,
  isStarted: boolean,
): void => {
  insertTask(call.store).run({
    ...facts,
    sequence,
    id: call.uuid(sequence),
    processCategory: PUBLISHING_CATEGORY,
    category: APPROVAL_CATEGORY,
    status: isStarted ? 'IN_PROGRESS' : 'PENDING',
    createdAtMs: isStarted ? call.nowMs : null,
    endedAtMs: null,
    comment: null,
  })
}
