import { takeIds } from '../db/sequences.ts'
import { ASSET_APPROVAL } from '../domain/assets/asset-approval.ts'
import type { Seed, SeedRow } from '../seeds/seed-format.ts'
import { type AssetIds, takeAsset, textAsset } from './builders.ts'
import { defineState, type StateContext } from './named-state.ts'

type Task = SeedRow<'approvals'>['tasks'][number]

interface ApprovalIds extends AssetIds {
  /** The value with which E5 lists only the tasks of the state. */
  createTimeForm: number
}

/** The first instant from now on at which no task but those of the approvals starts. */
const afterOthers = ({ store, nowMs }: StateContext, own: readonly number[] = []): number => {
  const latest = store.sqlite
    .prepare<[string], number | null>(
      `SELECT max(created_at_ms) FROM approval_tasks
       WHERE approval_id NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .get(JSON.stringify(own))
  return Math.max(nowMs, (latest ?? 0) + 1)
}

/** Keeps the time unless other tasks have started since. */
const renew = <I extends ApprovalIds>(context: StateContext, ids: I, own: readonly number[]): I => {
  const isAlone = afterOthers({ ...context, nowMs: 0 }, own) <= ids.createTimeForm
  return isAlone ? ids : { ...ids, createTimeForm: afterOthers(context, own) }
}

const approvalOf = (
  { baseline }: StateContext,
  ids: ApprovalIds & { approvalId: number },
  tasks: Task[],
): SeedRow<'approvals'> => ({
  id: ids.approvalId,
  processDefinitionId: baseline.processDefinitionId,
  name: `Ingestion ${ids.approvalId}`,
  detailName: 'A text from outside.',
  category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
  submitter: baseline.owner.id,
  createdAtMs: ids.createTimeForm,
  assetIds: [ids.assetId],
  tasks,
})

const running = (key: string, assignee: number, { createTimeForm }: ApprovalIds): Task => ({
  key,
  assignee,
  status: 'IN_PROGRESS',
  createdAtMs: createTimeForm,
})

const taken = (context: StateContext) => ({
  createTimeForm: afterOthers(context),
  ...takeAsset(context.store),
})

/** An approval with one task, ended or in progress. */
const approvalWith = (sentence: string, status: Task['status'], approvalStatus: number) =>
  defineState({
    sentence,
    take: (context) => ({
      approvalId: takeIds(context.store, 'approval'),
      key: 'task1',
      assignee: context.baseline.editor.id,
      assigneeEmail: context.baseline.editor.email,
      ...taken(context),
    }),
    renew: (context, ids) => renew(context, ids, [ids.approvalId]),
    seed: (context, ids): Seed => {
      const started = running(ids.key, ids.assignee, ids)
      const ended = { ...started, status, endedAtMs: ids.createTimeForm }
      return {
        assets: [textAsset(context, ids, { approvalStatus })],
        approvals: [approvalOf(context, ids, [status === 'IN_PROGRESS' ? started : ended])],
      }
    },
  })

const { inProgress, approved, rejected } = ASSET_APPROVAL
const FIFTY = 50

/** States of the approval center. */
export const approvalStates = {
  'approval-in-progress': approvalWith(
    'An approval waits for its only task, which the editor has to decide.',
    'IN_PROGRESS',
    inProgress,
  ),

  'approval-two-tasks': defineState({
    sentence: 'An approval waits for task1 of the editor; task2 of the viewer starts after it.',
    take: (context) => {
      const { editor, viewer } = context.baseline
      return {
        approvalId: takeIds(context.store, 'approval'),
        ...taken(context),
        keys: ['task1', 'task2'],
        assignees: [editor.id, viewer.id],
        assigneeEmails: [editor.email, viewer.email],
      }
    },
    renew: (context, ids) => renew(context, ids, [ids.approvalId]),
    seed: (context, ids) => ({
      assets: [textAsset(context, ids, { approvalStatus: inProgress })],
      approvals: [
        approvalOf(context, ids, [
          running('task1', ids.assignees[0] ?? 0, ids),
          { key: 'task2', assignee: ids.assignees[1] ?? 0, status: 'PENDING' },
        ]),
      ],
    }),
  }),

  'approval-approved': approvalWith(
    'An approval is approved, and its asset says so.',
    'APPROVED',
    approved,
  ),

  'approval-rejected': approvalWith(
    'An approval is rejected, and its asset says so.',
    'REJECTED',
    rejected,
  ),

  'approval-tasks-fifty': defineState({
    sentence: `${FIFTY} tasks have started since createTimeForm, three pages of E5.`,
    take: (context) => {
      const first = takeIds(context.store, 'approval', FIFTY)
      return {
        approvalIds: Array.from({ length: FIFTY }, (_, index) => first + index),
        createTimeForm: afterOthers(context),
        totalCount: FIFTY,
        totalPage: 3,
        ...takeAsset(context.store),
      }
    },
    renew: (context, ids) => renew(context, ids, ids.approvalIds),
    seed: (context, ids) => ({
      assets: [textAsset(context, ids, { approvalStatus: inProgress })],
      approvals: ids.approvalIds.map((approvalId) =>
        approvalOf(context, { ...ids, approvalId }, [
          running('task1', context.baseline.editor.id, ids),
        ]),
      ),
    }),
  }),
}
