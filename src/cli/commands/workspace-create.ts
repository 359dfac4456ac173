import type { Command } from 'commander'
import type { Connection } from '../../client/connection.ts'
import type { CreatedWorkspace, WorkspaceOptions } from '../../client/generated/control.ts'
import { reuseWorkspace } from '../../client/reuse-workspace.ts'
import { postWorkspace } from '../../client/server-client.ts'
import { clientCommand, type Options, textOf, UsageError } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { readInstant } from '../instants.ts'
import { readPairs } from '../pairs.ts'
import type { Terminal } from '../terminal.ts'

/** `workspace create`. */
export const addCreateCommand = (group: Command): void => {
  const command = group
    .command('create')
    .description('Create a workspace, and print its URL and credentials.')
    .option('--name <name>', 'name of the workspace')
    .option(
      '--seed <name or folder>',
      'demo, minimal or a folder of seed files on the server (the command seed sends a local one); default that of the server',
    )
    .option('--ttl <duration>', 'lifetime, such as 2h; default unlimited', readDuration)
    .option('--freeze <instant>', 'instant at which its clock is frozen', readInstant)
    .option('--assume <pairs>', 'variants of assumptions, such as A-20-1=envelope', readPairs)
    .option(
      '--reuse',
      'an existing workspace of this name is no error, unless its seed or variants differ; it keeps its data, clock and lifetime',
    )
  clientCommand(
    command,
    [
      'workspace create --name checkout --ttl 2h',
      'workspace create --name checkout --reuse --json',
      'workspace create --freeze 2026-03-04T05:06:07Z',
    ],
    async ({ connection, terminal }, _args, options) => {
      terminal.answer(await create(connection, options, terminal), (made: CreatedWorkspace) =>
        (['id', 'name', 'baseUrl', 'accessToken', 'clientId', 'clientKey'] as const).map(
          (key) => `${key.padEnd(12)} ${made[key]}`,
        ),
      )
    },
  )
}

const create = async (
  connection: Connection,
  options: Options,
  terminal: Terminal,
): Promise<CreatedWorkspace> => {
  const wanted = optionsOf(options)
  if (options.reuse !== true) return postWorkspace(connection, wanted)
  const { name } = wanted
  if (name === undefined) throw new UsageError('--reuse needs --name')
  const { workspace, isNew } = await reuseWorkspace(connection, { ...wanted, name })
  if (!isNew) terminal.note(`workspace "${name}" was there already`)
  return workspace
}

const optionsOf = ({ name, seed, ttl, freeze, assume }: Options): WorkspaceOptions => ({
  ...(textOf(name) && { name: textOf(name) ?? '' }),
  ...(textOf(seed) && { seed: textOf(seed) ?? '' }),
  ...(typeof ttl === 'number' && { ttlMs: ttl }),
  ...(typeof freeze === 'number' && { clock: { mode: 'frozen', now: freeze } }),
  ...(assume !== undefined && { assume: assume as Record<string, string> }),
})
