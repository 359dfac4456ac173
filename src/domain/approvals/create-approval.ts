import { eq, sql } from 'drizzle-orm'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared } from '../../db/store.ts'
import {
  approvalObjects,
  approvals,
  approvalTasks,
  processDefinitions,
} from '../../db/tables/world/approvals.ts'
import { assets } from '../../db/tables/world/assets.ts'
import { refuse } from '../../kernel/errors.ts'
import { distinct } from '../../kernel/lists.ts'
import type { Call } from '../call.ts'
import { mustExist } from '../existence.ts'
import { keptJson } from '../kept-json.ts'
import { mustBeUsers } from '../users/query-users.ts'
import { ASSET_APPROVAL, setAssetApproval } from './asset-approval.ts'
import { APPROVAL_CATEGORY, PUBLISHING_CATEGORY } from './categories.ts'
import { orderSteps } from './steps.ts'

/** What E9 asks for. */
export interface ApprovalRequest {
  processDefinitionId: number
  category: string
  submitter: number
  assignees: Readonly<Record<string, readonly number[]>>
  objects?: readonly number[]
  name?: string
  detailName?: string
  variables?: object
}

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

/** Creates an approval with its tasks and answers its id (E9). */
export const createApproval = (call: Call, request: ApprovalRequest): number => {
  const processName = checkRequest(call, request)
  const steps = orderSteps(request.assignees)
  if (steps.every((step) => step.assignees.length === 0)) throw refuse.noTask('param.assignees')
  const { store, nowMs } = call
  const id = takeIds(store, 'approval')
  insertApproval(store).run({
    id,
    processDefinitionId: request.processDefinitionId,
    name: request.name ?? '',
    detailName: request.detailName ?? '',
    category: request.category,
    variables: keptJson('param.variables', request.variables ?? {}),
    submitter: request.submitter,
    status: 'IN_PROGRESS',
    createdAtMs: nowMs,
  })
  for (const assetId of distinct(request.objects ?? []))
    insertObject(store).run({ approvalId: id, assetId })
  setAssetApproval(store, id, ASSET_APPROVAL.inProgress)
  const taskFacts = { approvalId: id, processName, submitter: request.submitter }
  const startsAtOnce = call.assume('A-9-2') === 'at-once'
  const filled = steps.filter((step) => step.assignees.length > 0)
  for (const [index, { key, assignees }] of filled.entries())
    for (const assignee of assignees)
      createTask(call, { ...taskFacts, key, step: index, assignee }, startsAtOnce || index === 0)
  return id
}

const checkRequest = (call: Call, request: ApprovalRequest): string => {
  const { store } = call
  const definition = definitionById(store).get({ id: request.processDefinitionId })
  if (!definition)
    throw refuse.unknownProcessDefinition('param.processDefinitionId', request.processDefinitionId)
  mustBeUsers(store, 'param.submitter', [request.submitter])
  for (const [key, ids] of Object.entries(request.assignees))
    mustBeUsers(store, `param.assignees.${key}`, ids)
  mustBeAssets(store, 'param.objects', request.objects ?? [])
  if (call.assume('A-9-1') === 'definition') return definition.name
  return request.name ?? definition.name
}

interface TaskFacts {
  approvalId: number
  processName: string
  submitter: number
  key: string
  step: number
  assignee: number
}

const createTask = (call: Call, facts: TaskFacts, isStarted: boolean): void => {
  const sequence = takeIds(call.store, 'approvalTask')
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
