import { eq, sql } from 'drizzle-orm'
import type { ApprovalRequest } from '../../contract/requests/approval-request.ts'
import { takeIds } from '../../db/sequences.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared, type Store } from '../../db/store.ts'
import {
  APPROVAL_CATEGORY,
  approvalObjects,
  approvals,
  approvalTasks,
  PUBLISHING_CATEGORY,
  processDefinitions,
} from '../../db/tables/workspace/approvals.ts'
import { refuse } from '../../errors/refusals.ts'
import { setAssetApproval } from '../assets/asset-approval.ts'
import type { Actor, ServiceContext } from '../call.ts'
import { keptJson } from '../kept-json.ts'
import { findActorById } from '../users/actor.ts'
import { mustBeUsers } from '../users/query-users.ts'
import { type ApprovalObject, resolveObjects } from './objects.ts'
import { orderSteps, type Step } from './steps.ts'

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
  const { submitter } = request
  const id = takeIds(store, 'approval')
  insertApproval(store).run({
    id,
    processDefinitionId: request.processDefinitionId,
    name: request.name ?? '',
    detailName: request.detailName ?? '',
    category: request.category,
    variables: keptJson('variables', request.variables ?? {}),
    submitter,
    status: 'IN_PROGRESS',
    createdAtMs: nowMs,
  })
  for (const object of objects) insertObject(store).run({ approvalId: id, ...object })
  setAssetApproval(store, objects, { status: 'IN_PROGRESS', userId: submitter, nowMs })
  const filled = steps.filter((step) => step.assignees.length > 0)
  createTasks(call, { approvalId: id, processName, processCategory, submitter }, filled)
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
  const submitter = submitterOf(call, request.submitter)
  mustBeAssignees(store, request.assignees)
  const objects = resolveObjects(call, submitter, request.objects)
  const isNamedByIt = call.variant('A-9-1') === 'definition'
  const processName = isNamedByIt ? definition.name : (request.name ?? definition.name)
  return { processName, processCategory: definition.processCategory, objects }
}

const submitterOf = ({ store, actor }: ServiceContext, id: number): Actor => {
  const submitter = id === actor.id ? actor : findActorById(store, id)
  if (!submitter) throw refuse.unknownUser('submitter', id)
  return submitter
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

const mustBeAssignees = (store: Store, assignees: ApprovalRequest['assignees']): void => {
  for (const [key, ids] of Object.entries(assignees)) mustBeUsers(store, `assignees.${key}`, ids)
}

type TaskFacts = Pick<
  typeof approvalTasks.$inferSelect,
  'approvalId' | 'processName' | 'processCategory' | 'submitter'
>

/** One task per step and assignee; those of the first step start at once, the others by A-9-2. */
const createTasks = (
  call: ServiceContext,
  { approvalId, processName, processCategory, submitter }: TaskFacts,
  steps: readonly Step[],
): void => {
  const { store, nowMs } = call
  const startsAtOnce = call.variant('A-9-2') === 'at-once'
  if (steps.length > 1 && !startsAtOnce) call.outcome('waiting-task')
  const count = steps.reduce((sum, { assignees }) => sum + assignees.length, 0)
  let sequence = takeIds(store, 'approvalTask', count)
  for (const [step, { key, assignees }] of steps.entries()) {
    const createdAtMs = startsAtOnce || step === 0 ? nowMs : null
    for (const assignee of assignees) {
      insertTask(store).run({
        sequence,
        id: call.uuid(sequence),
        approvalId,
        key,
        step,
        processName,
        processCategory,
        category: APPROVAL_CATEGORY,
        submitter,
        assignee,
        status: createdAtMs === null ? 'PENDING' : 'IN_PROGRESS',
        createdAtMs,
        endedAtMs: null,
        comment: null,
      })
      sequence += 1
    }
  }
}
