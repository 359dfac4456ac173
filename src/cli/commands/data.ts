import { statSync } from 'node:fs'
import { ARCHIVE } from '../../client/connection.ts'
import { DECISIONS } from '../../client/generated/constants.ts'
import type { ApprovalRow } from '../../client/generated/control.ts'
import type { CommandGroup, CommandSpec } from '../command.ts'
import { controlCommand } from '../control-command.ts'
import { formatValue } from '../terminal.ts'
import { readInput, readJsonInput, writeAnswer } from '../user-files.ts'

/** `seed`: data that is added to a workspace. */
export const seed: CommandSpec = {
  help: 'Add data to a workspace, all of it or nothing.',
  arguments: {
    '<file or folder>': 'JSON file in the format of seeds, or a seed folder; - for stdin',
  },
  options: { '--replace': 'replacement of what has the same ids' },
  examples: ['seed ./packs.json', 'seed - < ./packs.json', 'seed ./my-seed --replace'],
  async run({ control, io, terminal }, [path]: [string], { replace }: { replace?: boolean }) {
    const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()
    // A file is read here, so that an error names its line; the server refuses any value but an object.
    const data = isFolder ? { folder: path } : await readJsonInput(path, io.stdin)
    const added = await control.seed(data as object, { replace: replace ?? false })
    terminal.answer(added, () => JSON.stringify(added))
  },
}

/** `export`: a workspace as an archive. */
export const exportArchive: CommandSpec = {
  help: 'Export data and files of a workspace to an archive.',
  arguments: { '<file>': 'archive to write; - for stdout' },
  async run(context, [file]: [string]) {
    const target = file === '-' ? undefined : file
    await writeAnswer(context, 'GET /export', target)
    if (target !== undefined)
      context.terminal.answer({ exported: file }, () => `exported to ${file}`)
  },
}

/** `import`: a workspace from an archive. */
export const importArchive: CommandSpec = {
  help: 'Replace data and files of a workspace by those of an export.',
  arguments: { '<file>': 'archive of an export; - for stdin' },
  examples: ['import ./before.tar', 'import - --workspace copy < ./before.tar'],
  async run({ connection, io, terminal }, [file]: [string]) {
    const bytes = await readInput(file, io.stdin, ARCHIVE)
    const answer = await connection.call<object>('PUT /export', { bytes })
    terminal.answer(answer, () => `imported ${file}`)
  },
}

/** `records`: rows that no operation shows. */
export const records: CommandSpec = controlCommand('GET /records/{kind}', {
  takes: { '<kind>': 'kind' },
  list: 'records',
})

/** `fixtures`: ready-made ids. */
export const fixtures: CommandSpec = controlCommand('GET /fixtures')

/** The tasks of an approval, each with what is known of the approval. */
const tasksOf = ({ approvalId, name, status, tasks }: ApprovalRow) =>
  tasks.map(({ id, ...task }) => ({
    approvalId,
    name,
    approvalStatus: status,
    taskId: id,
    ...task,
  }))

const COLUMNS = [
  'approvalId',
  'key',
  'status',
  'assigneeEmail',
  'assigneeName',
  'approvalStatus',
  'name',
]

const listTasks: CommandSpec = {
  help: 'List the tasks of approvals with their people, the newest approval first.',
  options: { '--assignee <email>': 'only tasks of this user' },
  async run({ control, terminal }, _args, { assignee }: { assignee?: string }) {
    const { records, total } = await control.records('approvals')
    const tasks = records
      .flatMap(tasksOf)
      .filter(({ assigneeEmail }) => [assigneeEmail, undefined].includes(assignee))
    terminal.answer(tasks, () => formatValue(tasks, COLUMNS))
    if (records.length < total)
      terminal.note(`tasks of ${records.length} of ${total} approvals, the newest`)
    if (tasks.length === 0 && !terminal.isJson) terminal.note('no tasks')
  },
}

const deciding = (decision: string): CommandSpec =>
  controlCommand('POST /approvals/{approvalId}/tasks/{key}/decision', {
    help: `Decide a task: ${decision}.`,
    takes: {
      '<approvalId>': ['approvalId', 'id that E9 answered'],
      '<key>': ['key', 'key of the task, as in E5'],
      '--assignee <id or email>': ['assignee', 'user whose task it is'],
      '--comment <text>': 'comment',
    },
    sends: { decision },
  })

/** `approval list|approve|reject|withdraw`. */
export const approval: CommandGroup = {
  help: 'List and decide tasks of approvals.',
  default: 'list',
  commands: {
    list: listTasks,
    ...Object.fromEntries(DECISIONS.map((decision) => [decision, deciding(decision)])),
  },
}
