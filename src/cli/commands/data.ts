import { statSync } from 'node:fs'
import { ARCHIVE } from '../../client/connection.ts'
import { RECORD_KINDS } from '../../client/generated/constants.ts'
import type { RecordKind } from '../../client/handle-types.ts'
import { answering, type CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'
import { readInput, readJsonInput, writeAnswer } from '../user-files.ts'

/** `seed`: data that is added to a workspace. */
export const seed: CommandSpec = {
  help: 'Add data to a workspace, all of it or nothing.',
  arguments: {
    '<file or folder>': 'JSON file in the format of seeds, or a seed folder; - for stdin',
  },
  options: { '--replace': 'replacement of what has the same ids' },
  examples: ['seed ./packs.json', 'seed - < ./packs.json', 'seed ./my-seed --replace'],
  run: answering(
    async (
      { control, io, terminal },
      [path]: [string],
      { replace = false }: { replace?: boolean },
    ) => {
      const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()
      // A file is read here, so that an error names its line; the server refuses any value but an object.
      const data = isFolder ? { folder: path } : await readJsonInput(path, io.stdin)
      return terminal.showProgress('sending', control.seed(data as object, { replace }))
    },
    (added) => JSON.stringify(added),
  ),
}

/** `export`: a workspace as an archive. */
export const exportArchive: CommandSpec = {
  help: 'Export data and files of a workspace to an archive.',
  arguments: { '<file>': 'archive to write; - for stdout' },
  examples: ['export ./before.tar'],
  async run(context, [file]: [string]) {
    const { terminal } = context
    const target = file === '-' ? undefined : file
    await terminal.showProgress('exporting', writeAnswer(context, '/export', target))
    if (target !== undefined) terminal.answer({ exported: file }, () => `exported to ${file}`)
    return undefined
  },
}

/** `import`: a workspace from an archive. */
export const importArchive: CommandSpec = {
  help: 'Replace data and files of a workspace by those of an export.',
  arguments: { '<file>': 'archive of an export; - for stdin' },
  examples: ['import ./before.tar', 'import - --workspace copy < ./before.tar'],
  async run({ connection, io, terminal }, [file]: [string]) {
    const bytes = await readInput(file, io.stdin, ARCHIVE)
    const work = connection.json<object>('PUT', '/export', { bytes })
    terminal.answer(await terminal.showProgress('importing', work), () => `imported ${file}`)
    return undefined
  },
}

/** `records`: rows that no operation shows. */
export const records: CommandSpec = {
  help: 'Print rows that operations write and none returns, newest first.',
  arguments: { '<kind>': ['kind of records', readChoice(RECORD_KINDS)] },
  examples: ['records notifications', 'records approvals --json'],
  async run({ control, terminal }, [kind]: [RecordKind]) {
    const page = await control.records(kind)
    const { records: shown, total } = page
    terminal.answer(page, () => shown.map((record) => JSON.stringify(record)))
    if (shown.length < total) terminal.note(`${shown.length} of ${total} records shown, the newest`)
    if (total === 0 && !terminal.isJson) terminal.note(`no records of ${kind}`)
    return undefined
  },
}

/** `fixtures`: ready-made ids. */
export const fixtures: CommandSpec = {
  help: 'Print credentials and ready-made ids.',
  examples: ['fixtures', 'fixtures --json'],
  run: answering(
    ({ control }) => control.readFixtures(),
    (found) => formatLeaves(found),
  ),
}

/** Every value with its path, one per line. */
const formatLeaves = (value: unknown, path = ''): string[] => {
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain)))
    return [`${path} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  return Object.entries(Object(value)).flatMap(([key, part]) =>
    formatLeaves(part, path === '' ? key : `${path}.${key}`),
  )
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
