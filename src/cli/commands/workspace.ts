import type { Command } from 'commander'
import type { Connection } from '../../client/connection.ts'
import type { WorkspaceDetail, WorkspaceSummary } from '../../client/generated/control.ts'
import { deleteWorkspace, listWorkspaces, showWorkspace } from '../../client/server-client.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { clientCommand } from '../client-command.ts'
import { columns } from '../terminal.ts'
import { addCreateCommand } from './workspace-create.ts'

/** `workspace create|list|show|delete`. */
export const addWorkspaceCommands = (program: Command): void => {
  const group = program
    .command('workspace')
    .description('Create, list, show and delete workspaces.')
  addCreateCommand(group)
  clientCommand(
    group.command('list').description('List all workspaces.'),
    ['workspace list', 'workspace list --json'],
    async ({ connection, terminal }) => {
      terminal.answer(await listWorkspaces(connection), (all: WorkspaceSummary[]) =>
        columns(
          ['ID', 'NAME', 'SEED', 'CLOCK', 'LAST USED'],
          all.map((one) => [
            one.id,
            one.name,
            one.seed,
            one.clock,
            formatInstant(one.lastUsedAtMs),
          ]),
        ),
      )
    },
  )
  clientCommand(
    group
      .command('show')
      .argument('[id or name]', 'workspace')
      .description('Show a workspace with sizes and counts.'),
    ['workspace show checkout'],
    async ({ connection, terminal }, [wanted]) => {
      const detail = await showWorkspace(connection, wanted ?? currentOf(connection))
      terminal.answer(detail, formatDetail)
    },
  )
  clientCommand(
    group
      .command('delete')
      .argument('<id or name>', 'workspace')
      .description('Delete a workspace with everything in it.'),
    ['workspace delete checkout'],
    async ({ connection, terminal }, [wanted = '']) => {
      await deleteWorkspace(connection, wanted)
      terminal.answer({ deleted: wanted }, () => `deleted ${wanted}`)
    },
  )
}

/** The workspace that the connection is for. */
const currentOf = ({ workspace, url }: Connection): string =>
  workspace ?? /\/w\/([^/]+)$/.exec(url)?.[1] ?? 'default'

const formatDetail = (detail: WorkspaceDetail): string[] => [
  `${detail.name} (${detail.id})  ${detail.baseUrl}`,
  `seed ${detail.seed}, clock ${detail.clock}, last used ${formatInstant(detail.lastUsedAtMs)}`,
  detail.expiresAtMs === null ? 'expires never' : `expires ${formatInstant(detail.expiresAtMs)}`,
  `${detail.sizeBytes} bytes of data, ${detail.fileBytes} bytes of files`,
  `quota: ${formatPairs(detail.quota, (part, bytes) => `${QUOTA_PARTS.get(part) ?? part} ${bytes} bytes`)}`,
  `variation: ${formatVariation(detail)}`,
  `variants: ${formatPairs(detail.variants, (id, variant) => `${id}=${variant}`)}`,
  ...columns(['KIND', 'COUNT'], Object.entries(detail.counts)),
]

const formatVariation = ({ variation }: WorkspaceDetail): string =>
  variation ? `seed ${variation.seed}, ${variation.kinds.join(', ')}` : 'none'

const QUOTA_PARTS: ReadonlyMap<string, string> = new Map([
  ['databaseBytes', 'data'],
  ['fileBytes', 'files'],
  ['snapshotBytes', 'snapshots'],
])

const formatPairs = (values: object, format: (name: string, value: unknown) => string): string =>
  Object.entries(values)
    .map(([name, value]) => format(name, value))
    .join(', ') || 'none'
