import { Argument, type Command } from 'commander'
import { RECORD_KINDS } from '../../client/generated/constants.ts'
import type { Fixtures } from '../../client/generated/control.ts'
import type { RecordKind } from '../../client/handle-types.ts'
import { clientCommand } from '../client-command.ts'
import { readOneOf } from '../pairs.ts'

/** `records` and `fixtures`: rows that no operation shows, and ready-made ids. */
export const addRecordCommands = (program: Command): void => {
  const kind = new Argument('<kind>', 'kind of records')
    .choices(RECORD_KINDS)
    .argParser(readOneOf(RECORD_KINDS))
  clientCommand(
    program
      .command('records')
      .addArgument(kind)
      .description('Print rows that operations write and none returns, newest first.'),
    ['records notifications', 'records approvals --json'],
    async ({ control, terminal }, [wanted = '']) => {
      const page = await control.records(wanted as RecordKind)
      const { records, total } = page
      terminal.answer(page, () => records.map((record) => JSON.stringify(record)))
      if (records.length < total)
        terminal.note(`${records.length} of ${total} records shown, the newest`)
      if (total === 0 && !terminal.isJson) terminal.note(`no records of ${wanted}`)
    },
  )
  clientCommand(
    program.command('fixtures').description('Print credentials and ready-made ids.'),
    ['fixtures', 'fixtures --json'],
    async ({ control, terminal }) =>
      terminal.answer(await control.readFixtures(), (fixtures: Fixtures) => formatLeaves(fixtures)),
  )
}

/** Every value with its path, one per line. */
const formatLeaves = (value: unknown, path = ''): string[] => {
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || value === null || (isList && value.every(isPlain)))
    return [`${path} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([key, part]) =>
    formatLeaves(part, path === '' ? key : `${path}.${key}`),
  )
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
