import { ASSET_APPROVAL } from '../../domain/assets/asset-approval.ts'
import type { SeedRow } from '../../seeds/seed-format.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { addSingleAsset } from './builders.ts'
import type { State, StateSetting } from './named-state.ts'

type Task = SeedRow<'approvals'>['tasks'][number]
type Status = Task['status']

const { inProgress, approved, rejected } = ASSET_APPROVAL

/** The first instant from now on at which no task has started: with it E5 lists only those of the state. */
const freeInstant = ({ store, nowMs }: StateSetting): number => {
  const latest = store.value<number>('SELECT max(created_at_ms) FROM approval_tasks')
  return Math.max(nowMs, (latest ?? 0) + 1)
}

/** Adds approvals of one text, each with these tasks, which start with it unless they are pending. */
const addApprovals = (
  setting: StateSetting,
  tasks: readonly Omit<Task, 'createdAtMs'>[],
  approvalStatus: number,
  count = 1,
) => {
  const { baseline } = setting
  const approvalIds = Array.from({ length: count }, () => takeIds(setting.store, 'approval'))
  const createTimeForm = freeInstant(setting)
  const asset = addSingleAsset(setting, { approvalStatus })
  const started = tasks.map((task) => ({
    ...task,
    ...(task.status !== 'PENDING' && { createdAtMs: createTimeForm }),
    ...(!['PENDING', 'IN_PROGRESS'].includes(task.status) && { endedAtMs: createTimeForm }),
  }))
  setting.load({
    approvals: approvalIds.map((id) => ({
      id,
      processDefinitionId: baseline.processDefinitionId,
      name: `Ingestion ${id}`,
      detailName: 'A text from outside.',
      category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
      submitter: baseline.owner.id,
      createdAtMs: createTimeForm,
      assetIds: [asset.assetId],
      tasks: started,
    })),
  })
  return { approvalIds, createTimeForm, ...asset }
}

const approvalWith = (sentence: string, status: Status, approvalStatus: number): State => ({
  sentence,
  set: (setting) => {
    const { id: assignee, email: assigneeEmail } = setting.baseline.editor
    const key = 'task1'
    const tasks = [{ key, assignee, status }]
    const { approvalIds, ...ids } = addApprovals(setting, tasks, approvalStatus)
    return { approvalId: approvalIds[0], key, assignee, assigneeEmail, ...ids }
  },
})

const FIFTY = 50

export const approvalStates = {
  'approval-in-progress': approvalWith(
    'An approval has one task, which the editor must decide.',
    'IN_PROGRESS',
    inProgress,
  ),

  'approval-two-tasks': {
    sentence:
      "An approval has two tasks: the editor's task1 is in progress, and the viewer's task2 starts after it.",
    set: (setting) => {
      const { editor, viewer } = setting.baseline
      const tasks = [
        { key: 'task1', assignee: editor.id, status: 'IN_PROGRESS' },
        { key: 'task2', assignee: viewer.id, status: 'PENDING' },
      ] as const
      const { approvalIds, ...ids } = addApprovals(setting, tasks, inProgress)
      return {
        approvalId: approvalIds[0],
        ...ids,
        keys: ['task1', 'task2'],
        assignees: [editor.id, viewer.id],
        assigneeEmails: [editor.email, viewer.email],
      }
    },
  },

  'approval-approved': approvalWith(
    'An approval is approved, and the approvalStatus of its asset is 2.',
    'APPROVED',
    approved,
  ),

  'approval-rejected': approvalWith(
    'An approval is rejected, and the approvalStatus of its asset is 3.',
    'REJECTED',
    rejected,
  ),

  'approval-tasks-fifty': {
    sentence: `${FIFTY} tasks have started since createTimeForm: three pages in E5.`,
    set: (setting) => {
      const { editor } = setting.baseline
      const tasks = [{ key: 'task1', assignee: editor.id, status: 'IN_PROGRESS' }] as const
      return { ...addApprovals(setting, tasks, inProgress, FIFTY), totalCount: FIFTY, totalPage: 3 }
    },
  },
} as const satisfies Record<string, State>
