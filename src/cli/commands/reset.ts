import type { Command } from 'commander'
import type { ApprovalView } from '../../client/handle-types.ts'
import { clientCommand, textOf, UsageError } from '../client-command.ts'
import { readWhole } from '../pairs.ts'
import { readInput } from '../read-input.ts'

const DECISIONS = ['approve', 'reject', 'withdraw'] as const

/** `seed` and `approval ...`: what tests do that the interface does not offer. */
export const addActCommands = (program: Command): void => {
  clientCommand(
    program
      .command('seed')
      .argument('<file>', 'JSON in the format of seed files; - reads stdin')
      .description('Add data to a living workspace, as a whole or not at all.'),
    ['seed ./packs.json', 'seed - < ./packs.json'],
    async ({ control, terminal }, [file = '']) =>
      terminal.answer(await control.seed(await fragmentOf(file)), (answer: object) =>
        JSON.stringify(answer),
      ),
  )
  const group = program
    .command('approval')
    .description('Decide tasks of approvals, as people would.')
  for (const decision of DECISIONS) addDecision(group, decision)
}

const addDecision = (group: Command, decision: (typeof DECISIONS)[number]): void => {
  const command = group
    .command(decision)
    .argument('<approvalId>', 'the id that E9 answered', readWhole)
    .argument('<key>', 'the key of the task, as E5 answers it')
    .option('--assignee <id or email>', 'whose task it is')
    .option('--comment <text>', 'what the person says')
    .description(`Let a person ${decision} a task.`)
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
      terminal.answer(answer, approvalInWords)
    },
  )
}

const approvalInWords = ({ approvalId, name, status, tasks }: ApprovalView): string => {
  const each = tasks.map((task) => `${task.key} ${task.status}`).join(', ')
  return `approval ${approvalId} "${name}" is ${status}: ${each}`
}

const assigneeOf = (given: string | undefined): { assignee?: number | string } => {
  if (given === undefined) return {}
  return { assignee: /^\d+$/.test(given) ? Number(given) : given }
}

const fragmentOf = async (file: string): Promise<object> => {
  const content = await (await readInput(file)).text()
  try {
    return JSON.parse(content)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${file === '-' ? 'stdin' : file} is not JSON: ${reason}`)
  }
}
