import { Argument, type Command } from 'commander'
import type { Fixtures } from '../../client/workspace-types.ts'
import { clientCommand } from '../client-command.ts'
import { readOneOf } from '../pairs.ts'

/** What records there are; a test holds this list against that of the server. */
export const KINDS = [
  'tracking',
  'notifications',
  'collaborators',
  'marketing-tasks',
  'image-search',
  'metadata',
  'approvals',
  'uploads',
  'atoms',
  'crowd-packs',
] as const

/** `records` and `fixtures`: what a workspace has that no operation shows, and ids to call with. */
export const addRecordCommands = (program: Command): void => {
  const kind = new Argument('<kind>', 'which records').choices(KINDS).argParser(readOneOf(KINDS))
  clientCommand(
    program
      .command('records')
      .addArgument(kind)
      .description('Print what operations have written and none shows, the newest first.'),
    ['records notifications', 'records approvals --json'],
    async ({ control, terminal }, [wanted = '']) => {
      const page = await control.records(wanted)
      const { records, total } = page
      terminal.answer(page, () => records.map((record) => JSON.stringify(record)))
      if (records.length < total)
        terminal.tell(`${records.length} of ${total} records shown, the newest`)
      if (total === 0 && !terminal.isJson) terminal.tell(`no records of ${wanted}`)
    },
  )
  clientCommand(
    program
      .command('fixtures')
      .description('Print credentials, and ids that are there to call with.'),
    ['fixtures', 'fixtures --json'],
    async ({ control, terminal }) =>
      terminal.answer(await control.readFixtures(), (fixtures: Fixtures) => leavesOf(fixtures)),
  )
}

/** Every value with its path, one on a line. */
const leavesOf = (value: unknown, path = ''): string[] => {
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || value === null || (isList && value.every(isPlain)))
    return [`${path} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, path === '' ? key : `${path}.${key}`),
  )
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
