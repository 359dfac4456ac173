import type { Command } from 'commander'
import type { Connection } from '../../client/connection.ts'
import {
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  showWorkspace,
} from '../../client/server-client.ts'
import type {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceOptions,
  WorkspaceSummary,
} from '../../client/workspace-types.ts'
import { clientCommand, type Options, textOf } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { readInstant, writeInstant } from '../instants.ts'
import { readPairs } from '../pairs.ts'
import { columns } from '../terminal.ts'

/** `workspace create|list|show|delete`. */
export const addWorkspaceCommands = (program: Command): void => {
  const group = program
    .command('workspace')
    .description('Create, list, show and delete workspaces.')
  addCreate(group)
  clientCommand(
    group.command('list').description('List all workspaces.'),
    ['workspace list', 'workspace list --json'],
    async ({ connection, terminal }) => {
      terminal.answer(await listWorkspaces(connection), (all: WorkspaceSummary[]) =>
        columns(
          ['ID', 'NAME', 'SEED', 'CLOCK', 'LAST USED'],
          all.map((one) => [one.id, one.name, one.seed, one.clock, writeInstant(one.lastUsedAtMs)]),
        ),
      )
    },
  )
  clientCommand(
    group.command('show').argument('[id or name]').description('Show what is in a workspace.'),
    ['workspace show checkout'],
    async ({ connection, terminal }, [wanted]) => {
      const detail = await showWorkspace(connection, wanted ?? currentOf(connection))
      terminal.answer(detail, wordsOf)
    },
  )
  clientCommand(
    group.command('delete').argument('<id or name>').description('Delete a workspace for good.'),
    ['workspace delete checkout'],
    async ({ connection, terminal }, [wanted = '']) => {
      await deleteWorkspace(connection, wanted)
      terminal.answer({ deleted: wanted }, () => `deleted ${wanted}`)
    },
  )
}

const addCreate = (group: Command): void => {
  const command = group
    .command('create')
    .description('Create a workspace and print its address and credentials.')
    .option('--name <name>', 'a name to call it by')
    .option('--seed <name or folder>', 'its first content (that of the server)')
    .option('--ttl <duration>', 'how long it lives, such as 2h', readDuration)
    .option('--freeze <instant>', 'its time stands at this instant', readInstant)
    .option('--assume <pairs>', 'variants of the ledger, such as A-20-1=envelope', readPairs)
  clientCommand(
    command,
    ['workspace create --name checkout --ttl 2h', 'workspace create --freeze 2026-03-04T05:06:07Z'],
    async ({ connection, terminal }, _args, options) => {
      terminal.answer(
        await createWorkspace(connection, wantedOf(options)),
        (made: CreatedWorkspace) =>
          (['id', 'name', 'baseUrl', 'accessToken', 'clientId', 'clientKey'] as const).map(
            (key) => `${key.padEnd(12)} ${made[key]}`,
          ),
      )
    },
  )
}

const wantedOf = ({ name, seed, ttl, freeze, assume }: Options): WorkspaceOptions => ({
  ...(textOf(name) && { name: textOf(name) ?? '' }),
  ...(textOf(seed) && { seed: textOf(seed) ?? '' }),
  ...(typeof ttl === 'number' && { ttlMs: ttl }),
  ...(typeof freeze === 'number' && { clock: { mode: 'frozen', now: freeze } }),
  ...(assume !== undefined && { assume: assume as Record<string, string> }),
})

/** The workspace that the connection is for. */
const currentOf = ({ workspace, url }: Connection): string =>
  workspace ?? /\/w\/([^/]+)$/.exec(url)?.[1] ?? 'default'

const wordsOf = (detail: WorkspaceDetail): string[] => [
  `${detail.name} (${detail.id})  ${detail.baseUrl}`,
  `seed ${detail.seed}, clock ${detail.clock}, last used ${writeInstant(detail.lastUsedAtMs)}`,
  detail.expiresAtMs === null
    ? 'lives until it is deleted'
    : `lives until ${writeInstant(detail.expiresAtMs)}`,
  `${detail.sizeBytes} bytes of data, ${detail.fileBytes} bytes of files`,
  `quota: ${listOf(detail.quota, (part, bytes) => `${QUOTA_PARTS.get(part) ?? part} ${bytes} bytes`)}`,
  `variants: ${listOf(detail.variants, (id, variant) => `${id}=${variant}`)}`,
  ...columns(['KIND', 'COUNT'], Object.entries(detail.counts)),
]

const QUOTA_PARTS: ReadonlyMap<string, string> = new Map([
  ['databaseBytes', 'data'],
  ['fileBytes', 'files'],
  ['snapshotBytes', 'snapshots'],
])

const listOf = (values: object, format: (name: string, value: unknown) => string): string =>
  Object.entries(values)
    .map(([name, value]) => format(name, value))
    .join(', ') || 'none'
