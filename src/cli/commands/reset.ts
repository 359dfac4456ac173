import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { DECISIONS } from '../../client/generated/constants.ts'
import type { ApprovalView, Decision } from '../../client/generated/control.ts'
import { findJsonError } from '../../kernel/json-position.ts'
import { clientCommand, textOf, UsageError } from '../client-command.ts'
import { readWhole } from '../pairs.ts'
import { readInput } from '../read-input.ts'

/** `seed` and `approval ...`: changes that no operation makes. */
export const addActCommands = (program: Command): void => {
  clientCommand(
    program
      .command('seed')
      .argument(
        '<file or folder>',
        'JSON file in the format of seeds, or a seed folder; - for stdin',
      )
      .option('--replace', 'replacement of what has the same ids')
      .description('Add data to a workspace, all of it or nothing.'),
    ['seed ./packs.json', 'seed - < ./packs.json', 'seed ./my-seed --replace'],
    async ({ control, terminal }, [path = ''], { replace }) => {
      const sent = control.seed(await seedOf(path), { replace: replace === true })
      terminal.answer(await terminal.showProgress('sending', sent), (answer: object) =>
        JSON.stringify(answer),
      )
    },
  )
  const group = program.command('approval').description('Decide tasks of approvals.')
  for (const decision of DECISIONS) addDecision(group, decision)
}

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
  const each = tasks.map((task) => `${task.key} (user ${task.assignee}) ${task.status}`).join(', ')
  return `approval ${approvalId} "${name}" is ${status}: ${each}`
}

const assigneeOf = (given: string | undefined): { assignee?: number | string } => {
  if (given === undefined) return {}
  return { assignee: /^\d+$/.test(given) ? Number(given) : given }
}

/** A folder is sent with its files; a file is read here, so that an error names its line. */
const seedOf = async (path: string): Promise<object> =>
  path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? { folder: path }
    : fragmentOf(path)

const fragmentOf = async (file: string): Promise<object> => {
  const content = await (await readInput(file)).text()
  try {
    return JSON.parse(content)
  } catch {
    const { line, column } = findJsonError(content) ?? { line: 1, column: 1 }
    const name = file === '-' ? 'stdin' : file
    throw new UsageError(`${name} is not valid JSON: line ${line}, column ${column}`)
  }
}
