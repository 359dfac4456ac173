import { createReadStream, statSync } from 'node:fs'
import { DECISIONS } from '../../client/generated/constants.ts'
import { sendArchive } from '../../client/send-archive.ts'
import type { CommandGroup, CommandSpec } from '../command.ts'
import { controlCommand } from '../control-command.ts'
import { readJsonInput, requireFile, writeAnswer } from '../user-files.ts'

export const seed: CommandSpec = {
  help: 'Add data to a workspace, all or nothing.',
  takes: {
    '<file or folder>': 'JSON file in the seed format, or a seed folder; - for stdin',
    '--replace': 'replace records that have the same ids',
  },
  examples: ['seed ./packs.json', 'seed - < ./packs.json', 'seed ./my-seed --replace'],
  async run({ control, io, terminal }, [path]: [string], { replace }: { replace?: boolean }) {
    const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()
    // The file is parsed here so that an error can name the line. The server refuses anything but an object.
    const data = isFolder ? { folder: path } : await readJsonInput(path, io.stdin)
    const added = await control.seed(data as object, { replace: replace ?? false })
    terminal.answer(added, () => JSON.stringify(added))
  },
}

export const exportArchive: CommandSpec = {
  help: 'Export the data and files of a workspace to a file.',
  takes: { '<file>': 'file to write; - for stdout' },
  async run(context, [file]: [string]) {
    const target = file === '-' ? undefined : file
    await writeAnswer(context, 'GET /export', target)
    if (target !== undefined)
      context.terminal.answer({ exported: file }, () => `exported to ${file}`)
  },
}

export const importArchive: CommandSpec = {
  help: 'Replace the data and files of a workspace with an export.',
  takes: { '<file>': 'export to read; - for stdin' },
  examples: ['import ./before.tar', 'import - --workspace copy < ./before.tar'],
  async run({ connection, io, terminal }, [file]: [string]) {
    if (file !== '-') requireFile(file)
    const archive = file === '-' ? io.stdin : createReadStream(file)
    const answer = JSON.parse(await sendArchive(connection, archive)) as object
    terminal.answer(answer, () => `imported ${file}`)
  },
}

export const records: CommandSpec = controlCommand('GET /records/{kind}', {
  takes: { '<kind>': 'kind' },
  list: 'records',
})

export const fixtures: CommandSpec = controlCommand('GET /fixtures')

const deciding = (decision: string): CommandSpec =>
  controlCommand('POST /approvals/{approvalId}/tasks/{key}/decision', {
    help: `Decide a task: ${decision}.`,
    takes: {
      '<approvalId>': ['approvalId', 'id that E9 returned'],
      '<key>': ['key', 'key of the task, as in E5'],
      '--assignee <id or email>': ['assignee', 'user that the task is assigned to'],
      '--comment <text>': 'comment',
    },
    sends: { decision },
  })

export const approval: CommandGroup = {
  help: 'Approve or reject approval tasks.',
  commands: Object.fromEntries(DECISIONS.map((decision) => [decision, deciding(decision)])),
}
