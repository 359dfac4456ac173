import type { Connection } from '../../client/connection.ts'
import type { WorkspaceDetail, WorkspaceOptions } from '../../client/generated/control.ts'
import { reuseWorkspace } from '../../client/reuse-workspace.ts'
import {
  deleteWorkspace,
  listWorkspaces,
  postWorkspace,
  showWorkspace,
} from '../../client/server-client.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { UsageError } from '../cli-errors.ts'
import { answering, type CommandGroup, type CommandSpec, present } from '../command.ts'
import { readDuration, readInstant, readPairs } from '../readers.ts'
import { columns } from '../terminal.ts'

const create: CommandSpec = {
  help: 'Create a workspace, and print its URL and credentials.',
  options: {
    '--name <name>': 'name of the workspace',
    '--seed <name or folder>':
      'demo, minimal or a folder of seed files on the server (the command seed sends a local one); default that of the server',
    '--ttl <duration>': ['lifetime, such as 2h; default unlimited', readDuration],
    '--freeze <instant>': ['instant at which its clock is frozen', readInstant],
    '--assume <pairs>': ['variants of assumptions, such as A-20-1=envelope', readPairs],
    '--reuse':
      'an existing workspace of this name is no error, unless its seed or variants differ; it keeps its data, clock and lifetime',
  },
  examples: [
    'workspace create --name checkout --ttl 2h',
    'workspace create --name checkout --reuse --json',
    'workspace create --freeze 2026-03-04T05:06:07Z',
  ],
  run: answering(
    async ({ connection, terminal }, _args, { reuse, ...given }: CreateOptions) => {
      const wanted = wantedOf(given)
      if (!reuse) return postWorkspace(connection, wanted)
      const { name } = wanted
      if (name === undefined) throw new UsageError('--reuse needs --name')
      const { workspace, isNew } = await reuseWorkspace(connection, { ...wanted, name })
      if (!isNew) terminal.note(`workspace "${name}" was there already`)
      return workspace
    },
    (made) =>
      (['id', 'name', 'baseUrl', 'accessToken', 'clientId', 'clientKey'] as const).map(
        (key) => `${key.padEnd(12)} ${made[key]}`,
      ),
  ),
}

type CreateOptions = Pick<WorkspaceOptions, 'name' | 'seed' | 'assume'> & {
  ttl?: number
  freeze?: number
  reuse?: boolean
}

const wantedOf = ({ name, seed, ttl, freeze, assume }: CreateOptions): WorkspaceOptions => ({
  ...present({ name, seed, ttlMs: ttl, assume }),
  ...(freeze !== undefined && { clock: { mode: 'frozen', now: freeze } }),
})

/** The workspace that the connection is for. */
const currentOf = ({ workspace, url }: Connection): string =>
  workspace ?? /\/w\/([^/]+)$/.exec(url)?.[1] ?? 'default'

const formatDetail = (detail: WorkspaceDetail): string[] => {
  const { variation, quota } = detail
  const varied = variation ? `seed ${variation.seed}, ${variation.kinds.join(', ')}` : 'none'
  return [
    `${detail.name} (${detail.id})  ${detail.baseUrl}`,
    `seed ${detail.seed}, clock ${detail.clock}, last used ${formatInstant(detail.lastUsedAtMs)}`,
    detail.expiresAtMs === null ? 'expires never' : `expires ${formatInstant(detail.expiresAtMs)}`,
    `${detail.sizeBytes} bytes of data, ${detail.fileBytes} bytes of files`,
    `quota: ${formatPairs(quota, (part, bytes) => `${QUOTA_PARTS.get(part) ?? part} ${bytes} bytes`)}`,
    `variation: ${varied}`,
    `variants: ${formatPairs(detail.variants, (id, variant) => `${id}=${variant}`)}`,
    ...columns(['KIND', 'COUNT'], Object.entries(detail.counts)),
  ]
}

const QUOTA_PARTS: ReadonlyMap<string, string> = new Map([
  ['databaseBytes', 'data'],
  ['fileBytes', 'files'],
  ['snapshotBytes', 'snapshots'],
])

const formatPairs = (values: object, format: (name: string, value: unknown) => string): string =>
  Object.entries(values)
    .map(([name, value]) => format(name, value))
    .join(', ') || 'none'

/** `workspace create|list|show|delete`. */
export const workspace: CommandGroup = {
  help: 'Create, list, show and delete workspaces.',
  default: 'list',
  commands: {
    create,
    list: {
      help: 'List all workspaces.',
      examples: ['workspace list', 'workspace list --json'],
      run: answering(
        ({ connection }) => listWorkspaces(connection),
        (all) =>
          columns(
            ['ID', 'NAME', 'SEED', 'CLOCK', 'LAST USED'],
            all.map(({ id, name, seed, clock, lastUsedAtMs }) => [
              id,
              name,
              seed,
              clock,
              formatInstant(lastUsedAtMs),
            ]),
          ),
      ),
    },
    show: {
      help: 'Show a workspace with sizes and counts.',
      arguments: { '[id or name]': 'workspace' },
      examples: ['workspace show checkout'],
      run: answering(
        ({ connection }, [wanted]: [string?]) =>
          showWorkspace(connection, wanted ?? currentOf(connection)),
        formatDetail,
      ),
    },
    delete: {
      help: 'Delete a workspace with everything in it.',
      arguments: { '<id or name>': 'workspace' },
      examples: ['workspace delete checkout'],
      run: answering(
        async ({ connection }, [wanted]: [string]) => {
          await deleteWorkspace(connection, wanted)
          return { deleted: wanted }
        },
        ({ deleted }) => `deleted ${deleted}`,
      ),
    },
  },
}
