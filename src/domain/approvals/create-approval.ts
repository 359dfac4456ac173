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
import { refuse } from '../../errors/refusals.ts'
import { setAssetApproval } from '../assets/asset-approval.ts'
import type { ServiceContext } from '../call.ts'
import { keptJson } from '../kept-json.ts'
import { findActorById } from '../users/actor.ts'
import { firstUnknownUser } from '../users/query-users.ts'
import { APPROVAL_CATEGORY, PUBLISHING_CATEGORY } from './categories.ts'
import { type ApprovalObject, resolveObjects } from './objects.ts'
import { orderSteps } from './steps.ts'

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
  const { processName, processCategory, objects } = checkRequest(call, request)
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
  for (const object of objects) insertObject(store).run({ approvalId: id, ...object })
  const userId = request.submitter
  setAssetApproval(store, id, { status: 'IN_PROGRESS', userId, nowMs })
  const taskFacts = { approvalId: id, processName, processCategory, submitter: userId }
  const startsAtOnce = call.variant('A-9-2') === 'at-once'
  const filled = steps.filter((step) => step.assignees.length > 0)
  if (filled.length > 1 && !startsAtOnce) call.outcome('waiting-task')
  const tasks = filled.flatMap(({ key, assignees }, step) =>
    assignees.map((assignee) => ({ ...taskFacts, key, step, assignee })),
  )
  const firstSequence = takeIds(store, 'approvalTask', tasks.length)
  for (const [index, task] of tasks.entries())
    createTask(call, firstSequence + index, task, startsAtOnce || task.step === 0)
  return id
}

interface CheckedRequest {
  processName: string
  processCategory: string
  objects: ApprovalObject[]
}

const checkRequest = (call: ServiceContext, request: ApprovalRequest): CheckedRequest => {
  const { store } = call
  const definition = definitionFor(call, request.processDefinitionId)
  const submitter = findActorById(store, request.submitter)
  if (!submitter) throw refuse.unknownUser('submitter', request.submitter)
  mustBeAssignees(store, request.assignees)
  const objects = resolveObjects(call, submitter, request.objects)
  const isNamedByIt = call.variant('A-9-1') === 'definition'
  const processName = isNamedByIt ? definition.name : (request.name ?? definition.name)
  return { processName, processCategory: definition.processCategory, objects }
}

/** The definition that the approval follows, which must be for publishing resources (A-9-9). */
const definitionFor = (call: ServiceContext, id: number) => {
  const field = 'processDefinitionId'
  const definition = definitionById(call.store).get({ id })
  if (!definition) throw refuse.unknownProcessDefinition(field, id)
  const { processCategory } = definition
  if (processCategory === PUBLISHING_CATEGORY || call.variant('A-9-9') === 'any') return definition
  throw refuse.otherProcessCategory(field, id, processCategory, PUBLISHING_CATEGORY)
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
  processCategory: string
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
    category: APPROVAL_CATEGORY,
    status: isStarted ? 'IN_PROGRESS' : 'PENDING',
    createdAtMs: isStarted ? call.nowMs : null,
    endedAtMs: null,
    comment: null,
  })
}
