import { takeIds } from '../db/sequences.ts'
import type { Store } from '../db/store.ts'
import { ASSET_APPROVAL } from '../domain/assets/asset-approval.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { type AssetIds, takeAsset, textAsset } from './builders.ts'
import { defineState, type StateContext } from './named-state.ts'

type SeedApproval = NonNullable<Seed['approvals']>[number]
type SeedTask = SeedApproval['tasks'][number]

interface ApprovalIds extends AssetIds {
  approvalId: number
  key: string
  assignee: number
  assigneeEmail: string
  /** The value with which E5 lists only the tasks of the state. */
  createTimeForm: number
}

/** The first instant from now on at which no other task has started yet. */
const afterOthers = ({ store, nowMs }: StateContext, own: readonly number[]): number =>
  Math.max(nowMs, latestStart(store, own) + 1)

const latestStart = (store: Store, own: readonly number[]): number =>
  store.sqlite
    .prepare<[string], number>(
      `SELECT coalesce(max(created_at_ms), 0) FROM approval_tasks
       WHERE approval_id NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .get(JSON.stringify(own)) ?? 0

const take = (context: StateContext): ApprovalIds => ({
  approvalId: takeIds(context.store, 'approval'),
  key: 'task1',
  assignee: context.baseline.editor.id,
  assigneeEmail: context.baseline.editor.email,
  createTimeForm: afterOthers(context, []),
  ...takeAsset(context.store),
})

/** Keeps the time unless other tasks have started since. */
const renew = <I extends { approvalId: number; createTimeForm: number }>(
  { store, nowMs, ...context }: StateContext,
  ids: I,
): I => {
  const own = [ids.approvalId]
  if (latestStart(store, own) < ids.createTimeForm) return ids
  return { ...ids, createTimeForm: afterOthers({ ...context, store, nowMs }, own) }
}

const approvalOf = (
  { baseline }: StateContext,
  ids: { approvalId: number; assetId: number; createTimeForm: number },
  tasks: SeedTask[],
): SeedApproval => ({
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

const running = (key: string, assignee: number, createdAtMs: number): SeedTask => ({
  key,
  assignee,
  status: 'IN_PROGRESS',
  createdAtMs,
})

/** An approval with one task, ended or in progress. */
const seedWith =
  (status: SeedTask['status'], approvalStatus: number) =>
  (context: StateContext, ids: ApprovalIds): Seed => {
    const started = running(ids.key, ids.assignee, ids.createTimeForm)
    const ended = { ...started, status, endedAtMs: ids.createTimeForm }
    return {
      assets: [textAsset(context, ids, { approvalStatus })],
      approvals: [approvalOf(context, ids, [status === 'IN_PROGRESS' ? started : ended])],
    }
  }

const FIFTY = 50

/** States of the approval center. */
export const approvalStates = {
  'approval-in-progress': defineState({
    sentence: 'An approval waits for its only task, which the editor has to decide.',
    take,
    renew,
    seed: seedWith('IN_PROGRESS', ASSET_APPROVAL.inProgress),
  }),

  'approval-two-tasks': defineState({
    sentence: 'An approval waits for task1 of the editor; task2 of the viewer starts after it.',
    take: (context) => {
      const { key: _, assignee, assigneeEmail, ...ids } = take(context)
      const { viewer } = context.baseline
      return {
        ...ids,
        keys: ['task1', 'task2'],
        assignees: [assignee, viewer.id],
        assigneeEmails: [assigneeEmail, viewer.email],
      }
    },
    renew,
    seed: (context, ids) => ({
      assets: [textAsset(context, ids, { approvalStatus: ASSET_APPROVAL.inProgress })],
      approvals: [
        approvalOf(context, ids, [
          running('task1', ids.assignees[0] ?? 0, ids.createTimeForm),
          { key: 'task2', assignee: ids.assignees[1] ?? 0, status: 'PENDING' },
        ]),
      ],
    }),
  }),

  'approval-approved': defineState({
    sentence: 'An approval is approved, and its asset says so.',
    take,
    renew,
    seed: seedWith('APPROVED', ASSET_APPROVAL.approved),
  }),

  'approval-rejected': defineState({
    sentence: 'An approval is rejected, and its asset says so.',
    take,
    renew,
    seed: seedWith('REJECTED', ASSET_APPROVAL.rejected),
  }),

  'approval-tasks-fifty': defineState({
    sentence: `${FIFTY} tasks have started since createTimeForm, three pages of E5.`,
    take: (context) => {
      const first = takeIds(context.store, 'approval', FIFTY)
      return {
        approvalIds: Array.from({ length: FIFTY }, (_, index) => first + index),
        createTimeForm: afterOthers(context, []),
        totalCount: FIFTY,
        totalPage: 3,
        ...takeAsset(context.store),
      }
    },
    renew: (context, ids) => {
      const isAlone = latestStart(context.store, ids.approvalIds) < ids.createTimeForm
      return isAlone ? ids : { ...ids, createTimeForm: afterOthers(context, ids.approvalIds) }
    },
    seed: (context, ids) => ({
      assets: [textAsset(context, ids, { approvalStatus: ASSET_APPROVAL.inProgress })],
      approvals: ids.approvalIds.map((approvalId) =>
        approvalOf(context, { ...ids, approvalId }, [
          running('task1', context.baseline.editor.id, ids.createTimeForm),
        ]),
      ),
    }),
  }),
}
