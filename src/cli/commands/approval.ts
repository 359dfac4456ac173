import { DECISIONS } from '../../client/generated/constants.ts'
import type {
  ApprovalRow,
  ApprovalTaskView,
  ApprovalView,
  Decision,
} from '../../client/generated/control.ts'
import { answering, type CommandGroup, type CommandSpec, present } from '../command.ts'
import { readOneOf, readWhole } from '../readers.ts'
import { columns } from '../terminal.ts'

const STATUSES = ['PENDING', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const

/** A task with the approval that it belongs to. */
type ListedTask = Pick<ApprovalRow, 'approvalId' | 'name'> & {
  approvalStatus: string
  taskId: string
} & Omit<ApprovalTaskView, 'id'>

const list: CommandSpec = {
  help: 'List the tasks of approvals with their people, the newest approval first.',
  options: {
    '--assignee <id or email>': 'only tasks of this user',
    '--status <status>': [`only tasks in this status: ${STATUSES.join(', ')}`, readOneOf(STATUSES)],
    '--approval <id>': ['only tasks of this approval', readWhole],
  },
  examples: ['approval list', 'approval list --assignee editor@example.com --status IN_PROGRESS'],
  async run({ control, terminal }, _args, wanted: Wanted) {
    const { records, total } = await control.records('approvals')
    const tasks = records.flatMap(tasksOf).filter(isWanted(wanted))
    terminal.answer(tasks, formatTasks)
    if (records.length < total)
      terminal.note(`tasks of ${records.length} of ${total} approvals, the newest`)
    if (tasks.length === 0 && !terminal.isJson) terminal.note('no tasks')
    return undefined
  },
}

const tasksOf = ({ approvalId, name, status, tasks }: ApprovalRow): ListedTask[] =>
  tasks.map(({ id, ...task }) => ({
    approvalId,
    name,
    approvalStatus: status,
    taskId: id,
    ...task,
  }))

type Wanted = { assignee?: string; status?: string; approval?: number }

const isWanted =
  ({ assignee, status, approval }: Wanted) =>
  (task: ListedTask): boolean =>
    [String(task.assignee), task.assigneeEmail.toLowerCase(), undefined].includes(
      assignee?.toLowerCase(),
    ) &&
    [task.status, undefined].includes(status) &&
    [task.approvalId, undefined].includes(approval)

const formatTasks = (tasks: ListedTask[]): string[] =>
  tasks.length === 0
    ? []
    : columns(
        ['APPROVAL', 'TASK', 'STATUS', 'ASSIGNEE', 'NAME', 'APPROVAL STATUS', 'SUBJECT'],
        tasks.map((task) => [
          task.approvalId,
          task.key,
          task.status,
          task.assigneeEmail,
          task.assigneeName,
          task.approvalStatus,
          task.name,
        ]),
      )

const deciding = (decision: Decision['decision']): CommandSpec => ({
  help: `Decide a task: ${decision}.`,
  arguments: {
    '<approvalId>': ['id that E9 answered', readWhole],
    '<key>': 'key of the task, as in E5',
  },
  options: {
    '--assignee <id or email>': 'user whose task it is',
    '--comment <text>': 'comment on the decision',
  },
  examples: [`approval ${decision} 9002 task1 --comment "by a test"`],
  run: answering(
    (
      { control },
      [approvalId, key]: [number, string],
      { assignee, comment }: { assignee?: string; comment?: string },
    ) =>
      control.decide({
        approvalId,
        key,
        decision,
        ...present({
          assignee: /^\d+$/.test(assignee ?? '') ? Number(assignee) : assignee,
          comment,
        }),
      }),
    formatApproval,
  ),
})

const formatApproval = ({ approvalId, name, status, tasks }: ApprovalView): string => {
  const each = tasks.map(({ key, assigneeEmail, status }) => `${key} (${assigneeEmail}) ${status}`)
  return `approval ${approvalId} "${name}" is ${status}: ${each.join(', ')}`
}

/** `approval list|approve|reject|withdraw`. */
export const approval: CommandGroup = {
  help: 'List and decide tasks of approvals.',
  default: 'list',
  commands: {
    list,
    ...Object.fromEntries(DECISIONS.map((decision) => [decision, deciding(decision)])),
  },
}
