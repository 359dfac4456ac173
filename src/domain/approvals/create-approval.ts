import { refuse } from '../../contract/errors/refusals.ts'
import type { ApprovalRequest } from '../../contract/resources/approval-shapes.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { findBy, insertInto } from '../../store/db/statements.ts'
import {
  APPROVAL_CATEGORY,
  approvalObjects,
  approvals,
  approvalTasks,
  PUBLISHING_CATEGORY,
  processDefinitions,
} from '../../store/db/tables/workspace/approvals.ts'
import { setAssetApproval } from '../assets/asset-approval.ts'
import type { Actor, ServiceContext } from '../call.ts'
import { otherKind } from '../existence.ts'
import { keptJson } from '../kept-json.ts'
import { findActorById } from '../users/actor.ts'
import { mustBeUsers } from '../users/query-users.ts'
import { resolveObjects } from './objects.ts'
import { orderSteps, type Step } from './steps.ts'

const definitionById = findBy(processDefinitions, processDefinitions.id)
const insertApproval = insertInto(approvals)
const insertObject = insertInto(approvalObjects)
const insertTask = insertInto(approvalTasks)

export const createApproval = (call: ServiceContext, request: ApprovalRequest): number => {
  const { processName, processCategory, objects } = checkRequest(call, request)
  const steps = orderSteps(request.assignees).filter(({ assignees }) => assignees.length > 0)
  if (steps.length === 0) throw refuse.noTask('assignees')
  const { store, nowMs } = call
  const { submitter } = request
  const id = takeIds(store, 'approval')
  insertApproval(store, {
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
  for (const object of objects) insertObject(store, { approvalId: id, ...object })
  setAssetApproval(store, objects, { status: 'IN_PROGRESS', userId: submitter, nowMs })
  createTasks(call, { approvalId: id, processName, processCategory, submitter }, steps)
  return id
}

const INACTIVE = `SELECT id FROM users
   WHERE id IN (SELECT value FROM json_each(?)) AND (status = 0 OR logout_status = 1)`

const checkRequest = (call: ServiceContext, request: ApprovalRequest) => {
  const { store } = call
  const definition = definitionFor(call, request.processDefinitionId)
  const submitter = submitterOf(call, request.submitter)
  const assigned = JSON.stringify(Object.values(request.assignees).flat())
  const inactive = new Set(store.values<number>(INACTIVE, assigned))
  for (const [key, ids] of Object.entries(request.assignees)) {
    mustBeUsers(call, `assignees.${key}`, ids)
    if (!/^(?:initiator|task\d+)$/.test(key)) call.warn('value-not-seen', `assignees.${key}`)
    if (ids.some((id) => inactive.has(id))) call.warn('inactive-user', `assignees.${key}`)
  }
  const objects = resolveObjects(call, submitter, request.objects)
  if (submitter !== call.actor && objects.length > 0)
    resolveObjects(call, call.actor, request.objects)
  const isNamedByIt = call.variant('A-9-1') === 'definition'
  const processName = isNamedByIt ? definition.name : request.name || definition.name
  return { processName, processCategory: definition.processCategory, objects }
}

const submitterOf = (call: ServiceContext, id: number): Actor => {
  const { store, actor } = call
  const submitter = id === actor.id ? actor : findActorById(store, id)
  if (!submitter) throw refuse.unknownUser('submitter', id).with(otherKind(call, [id]))
  return submitter
}

/** The definition that the approval follows, which must be for publishing resources (A-9-9). */
const definitionFor = (call: ServiceContext, id: number) => {
  const field = 'processDefinitionId'
  const definition = definitionById(call.store, id)
  if (!definition) throw refuse.unknownProcessDefinition(field, id).with(otherKind(call, [id]))
  const { processCategory } = definition
  if (processCategory === PUBLISHING_CATEGORY || call.variant('A-9-9') === 'any') return definition
  throw refuse.otherProcessCategory(field, id, processCategory, PUBLISHING_CATEGORY)
}

type TaskFacts = Pick<
  typeof approvalTasks.$inferSelect,
  'approvalId' | 'processName' | 'processCategory' | 'submitter'
>

/** One task per step and assignee; tasks of the first step start immediately, the others by A-9-2. */
const createTasks = (call: ServiceContext, facts: TaskFacts, steps: readonly Step[]): void => {
  const { store, nowMs } = call
  const startsAtOnce = call.variant('A-9-2') === 'at-once'
  if (steps.length > 1 && !startsAtOnce) call.outcome('waiting-task')
  const tasks = steps.flatMap(({ key, assignees }, step) =>
    assignees.map((assignee) => ({ key, step, assignee })),
  )
  const first = takeIds(store, 'approvalTask', tasks.length)
  for (const [index, task] of tasks.entries()) {
    const isStarted = startsAtOnce || task.step === 0
    insertTask(store, {
      ...facts,
      ...task,
      sequence: first + index,
      id: call.uuid(first + index),
      category: APPROVAL_CATEGORY,
      status: isStarted ? 'IN_PROGRESS' : 'PENDING',
      createdAtMs: isStarted ? nowMs : null,
      endedAtMs: null,
      comment: null,
    })
  }
}
