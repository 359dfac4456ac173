import { readCliEnvironment } from '../../config/environment.ts'
import type { Repaired } from '../../control/backup/repair-folder.ts'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { formatValue } from '../terminal.ts'

interface RepairFlags {
  readonly data?: string
  readonly backup?: string
  readonly seed?: string
  readonly node?: string
}

export const repair: CommandSpec = {
  summary: 'Rebuild the registry of a stopped server from its databases.',
  help: 'Rebuild the registry of a stopped server from its databases. Lost entries are created again with new credentials, which are printed once. Nothing is deleted: unusable files stay where they are or move to the folder unknown.',
  takes: {
    '--data <folder>': 'data folder of the server (SANDBOX_DATA)',
    '--backup <folder>': 'backup of the server, for lost names, credentials and keys',
    '--seed <name or folder>': 'seed for workspaces whose seed is unknown; default demo',
    '--node <prefix>': 'SANDBOX_NODE of the server',
    '--json': 'JSON output',
  },
  examples: ['repair --data ./data', 'repair --data ./data --backup ./backup --json'],
  async local({ io, terminal }, _args, { seed = 'demo', ...flags }: RepairFlags) {
    const { data } = { ...readCliEnvironment(io.env).settings, ...flags }
    if (data === undefined) throw new UsageError('--data or SANDBOX_DATA is required')
    const { repairFolder } = await import('../../control/backup/repair-folder.ts')
    const { migrations } = shippedFolders()
    const repaired = await repairFolder({ ...flags, data, seed, migrations })
    terminal.answer(repaired, describe)
    const unrepaired = repaired.workspaces.filter(({ result }) => result === 'unrepaired')
    if (unrepaired.length === 0) return undefined
    const lines = unrepaired.map(
      ({ id, name, databaseFile }) =>
        `workspace ${name} (${id}): ${databaseFile} is missing or damaged, and no other database of this workspace exists`,
    )
    const why = `${unrepaired.length} workspaces have no intact database; start the server, then reset them, restore a snapshot, or restore them from a backup`
    return terminal.warnOfDamage(why, lines)
  },
}

const describe = ({ registry, formerRegistry, workspaces, left }: Repaired): string[] => [
  `registry ${registry}${formerRegistry === null ? '' : `, the previous one is ${formerRegistry}`}`,
  ...workspaces.flatMap(({ credentials, snapshots, ...workspace }) => [
    `${workspace.result} ${workspace.id} ${workspace.name} ${workspace.databaseFile}${snapshots.map((name) => `, snapshot ${name}`).join('')}`,
    ...(credentials ? formatValue(credentials).map((line) => `  ${line}`) : []),
  ]),
  ...(workspaces.some(({ result }) => result.endsWith('forgotten'))
    ? [
        'forgotten: in the backup but not in the data folder; dam-sandbox backup restore --workspace restores what you did not delete yourself',
      ]
    : []),
  ...left.map(({ path, why }) => `left ${path}: ${why}`),
]
