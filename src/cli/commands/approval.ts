import { type Command, Option } from 'commander'
import { DECISIONS } from '../../client/generated/constants.ts'
import type {
  ApprovalRow,
  ApprovalTaskView,
  ApprovalView,
  Decision,
} from '../../client/generated/control.ts'
import { clientCommand, type Options, textOf } from '../client-command.ts'
import { readOneOf, readWhole } from '../pairs.ts'
import { columns } from '../terminal.ts'

const STATUSES = ['PENDING', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const

/** `approval list|approve|reject|withdraw`. */
export const addApprovalCommands = (program: Command): void => {
  const group = program.command('approval').description('List and decide tasks of approvals.')
  addList(group)
  for (const decision of DECISIONS) addDecision(group, decision)
}

/** A task with the approval that it belongs to. */
type ListedTask = Pick<ApprovalRow, 'approvalId' | 'name'> & {
  approvalStatus: string
  taskId: string
} & Omit<ApprovalTaskView, 'id'>

const addList = (group: Command): void => {
  const command = group
    .command('list')
    .option('--assignee <id or email>', 'only tasks of this user')
    .addOption(
      new Option(
        '--status <status>',
        `only tasks in this status: ${STATUSES.join(', ')}`,
      ).argParser(readOneOf(STATUSES)),
    )
    .option('--approval <id>', 'only tasks of this approval', readWhole)
    .description('List the tasks of approvals with their people, the newest approval first.')
  clientCommand(
    command,
    ['approval list', 'approval list --assignee editor@example.com --status IN_PROGRESS'],
    async ({ control, terminal }, _args, options) => {
      const { records, total } = await control.records('approvals')
      const tasks = records.flatMap(tasksOf).filter(isWanted(options))
      terminal.answer(tasks, formatTasks)
      if (records.length < total)
        terminal.note(`tasks of ${records.length} of ${total} approvals, the newest`)
      if (tasks.length === 0 && !terminal.isJson) terminal.note('no tasks')
    },
  )
}

const tasksOf = ({ approvalId, name, status, tasks }: ApprovalRow): ListedTask[] =>
  tasks.map(({ id, ...task }) => ({
    approvalId,
    name,
    approvalStatus: status,
    taskId: id,
    ...task,
  }))

const isWanted = ({ assignee, status, approval }: Options) => {
  const person = textOf(assignee)?.toLowerCase()
  return (task: ListedTask): boolean =>
    (person === undefined ||
      [String(task.assignee), task.assigneeEmail.toLowerCase()].includes(person)) &&
    (status === undefined || task.status === status) &&
    (approval === undefined || task.approvalId === approval)
}

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

const addDecision = (group: Command, decision: Decision['decision']): void => {
  const command = group
    .command(decision)
    .argument('<approvalId>', 'id that E9 answered', readWhole)
    .argument('<key>', 'key of the task, as in E5')
    .option('--assignee <id or email>', 'user whose task it is')
    .option('--comment <text>', 'comment on the decision')
    .description(`Decide a task: ${decision}.`)
  clientCommand(
    command,
    [`approval ${decision} 9002 task1 --comment "by a test"`],
    async ({ control, terminal }, [approvalId, key = ''], options) => {
      const comment = textOf(options.comment)
      const answer = await control.decide({
        approvalId: Number(approvalId),
        key,
        decision,
        ...assigneeOf(textOf(options.assignee)),
        ...(comment !== undefined && { comment }),
      })
      terminal.answer(answer, formatApproval)
    },
  )
}

const formatApproval = ({ approvalId, name, status, tasks }: ApprovalView): string => {
  const each = tasks.map(({ key, assigneeEmail, status }) => `${key} (${assigneeEmail}) ${status}`)
  return `approval ${approvalId} "${name}" is ${status}: ${each.join(', ')}`
}

const assigneeOf = (given: string | undefined): { assignee?: number | string } => {
  if (given === undefined) return {}
  return { assignee: /^\d+$/.test(given) ? Number(given) : given }
}
