import type { Connection } from '../../client/connection.ts'
import type { WorkspaceOptions, WorkspaceSummary } from '../../client/generated/control.ts'
import { reuseWorkspace } from '../../client/reuse-workspace.ts'
import { listWorkspaces, postWorkspace, showWorkspace } from '../../client/server-client.ts'
import { formatBytes } from '../../kernel/text.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec } from '../command.ts'
import { controlCommand, routeInput, type Taken } from '../control-command.ts'
import { MAP, type OfFleet, onEachServer } from '../fleet-map.ts'
import {
  readLabelChanges,
  readLabels,
  readLifetime,
  readName,
  readPairs,
  readSizes,
} from '../readers.ts'
import { formatValue } from '../terminal.ts'
import { WITH_LABEL } from './chosen-workspaces.ts'

const QUOTA =
  'maximum sizes of databaseBytes, fileBytes and snapshotBytes, such as databaseBytes=100MiB,fileBytes=1GiB'

const CREATED = routeInput('POST /workspaces', {
  '--name <name>': ['name', 'name of the workspace', readName],
  '--seed <name or folder>': [
    'seed',
    'demo, minimal or a folder of seed files on the server (to send a local folder, use the command seed); default: the server setting',
  ],
  '--ttl <duration>': 'ttlMs',
  '--label <name=value>': ['labels', 'label of the workspace, such as team=web', readLabels],
  '--quota <sizes>': ['quota', QUOTA, readSizes],
  '--freeze <instant>': ['clock.now', 'instant at which its clock is frozen'],
  '--assume <pairs>': ['assume', 'variants of assumptions, such as A-20-1=envelope', readPairs],
})

const create: CommandSpec = {
  help: 'Create a workspace and print its URL and credentials.',
  takes: {
    ...CREATED.takes,
    '--reuse':
      'accept an existing workspace of this name unless its seed or variants differ; its data, clock and lifetime stay unchanged',
  },
  examples: [
    'workspace create --name checkout --ttl 2h --label team=web',
    'workspace create --name checkout --reuse --json',
    'workspace create --freeze 2026-03-04T05:06:07Z',
  ],
  async run({ connection, terminal }, args, options: { reuse?: boolean; freeze?: number }) {
    const fixed = options.freeze === undefined ? {} : { clock: { mode: 'frozen' } }
    const { json } = CREATED.requestOf(args, options, fixed)
    const wanted = json as WorkspaceOptions
    const { name } = wanted
    if (options.reuse && name === undefined) throw new UsageError('--reuse needs --name')
    const { workspace: made, isNew } =
      options.reuse && name !== undefined
        ? await reuseWorkspace(connection, { ...wanted, name })
        : { workspace: await postWorkspace(connection, wanted), isNew: true }
    if (!isNew) terminal.note(`workspace "${name}" already exists`)
    terminal.answer(made, ({ fixtures: _, ...shown }) => formatValue(shown))
  },
}

const CHANGED = routeInput('PATCH /workspaces/{id}', {
  '<id or name>': ['id', 'workspace'],
  '--name <name>': ['name', 'new name of the workspace', readName],
  '--ttl <duration>': ['ttlMs', 'new lifetime, counted from now, or never', readLifetime],
  '--label <name=value>': [
    'labels',
    'label to set; without a value, the label is removed',
    readLabelChanges,
  ],
  '--quota <sizes>': ['quota', `${QUOTA}; none removes a limit`, readSizes],
})

const update: CommandSpec = {
  help: 'Change the name, lifetime, quota or labels of a workspace.',
  takes: CHANGED.takes,
  examples: [
    'workspace update checkout --ttl 2h --label team=web --label run=',
    'workspace update checkout --name basket --quota fileBytes=1GiB',
  ],
  async run({ connection, terminal }, args, { ttl, ...options }: { ttl?: number | 'never' }) {
    const request =
      ttl === 'never'
        ? CHANGED.requestOf(args, options, { ttlMs: null })
        : CHANGED.requestOf(args, { ...options, ttl })
    terminal.answer(await connection.call<object>('PATCH /workspaces/{id}', request), formatValue)
  },
}

const COLUMNS = [
  'id',
  'name',
  'seed',
  'clock',
  'lastUsedAtMs',
  'expiresAtMs',
  'database',
  'files',
  'snapshots',
  'quotaUsed',
  'labels',
  'damage',
]

/** Sizes of a workspace by the names of their quotas. */
const sizesOf = ({ databaseBytes, fileBytes, snapshotBytes }: WorkspaceSummary) => ({
  databaseBytes: databaseBytes ?? 0,
  fileBytes: fileBytes ?? 0,
  snapshotBytes,
})

const totalOf = (workspace: WorkspaceSummary): number =>
  Object.values(sizesOf(workspace)).reduce((sum, bytes) => sum + bytes)

const rowOf = (workspace: WorkspaceSummary) => {
  const { databaseBytes, fileBytes, snapshotBytes, quota, damage, damagedFiles } = workspace
  const sizes = sizesOf(workspace)
  const shares = (['databaseBytes', 'fileBytes', 'snapshotBytes'] as const).flatMap((kind) =>
    quota[kind] === undefined ? [] : sizes[kind] / quota[kind],
  )
  return {
    ...workspace,
    database: databaseBytes === null ? '?' : formatBytes(databaseBytes),
    files: fileBytes === null ? '?' : formatBytes(fileBytes),
    snapshots: formatBytes(snapshotBytes),
    quotaUsed: shares.length === 0 ? '-' : `${Math.round(100 * Math.max(...shares))}%`,
    damage: damage ?? (damagedFiles > 0 ? `${damagedFiles} damaged files` : null),
  }
}

export const workspace: CommandGroup = {
  help: 'Create, list, show, change and delete workspaces.',
  default: 'list',
  commands: {
    create,
    list: {
      help: 'List workspaces with their sizes, largest first: all, or only those with a given label.',
      takes: { '--label <name=value>': WITH_LABEL, ...MAP },
      examples: ['workspace list', 'workspace list --label team=web'],
      async run(context, _args, options: OfFleet & { label?: string[] }) {
        const { terminal } = context
        const list = (server: Connection) => listWorkspaces(server, options.label)
        const { answers, code } = await onEachServer(context, options, list)
        const found = answers.flat()
        const sorted = () => found.toSorted((one, other) => totalOf(other) - totalOf(one))
        terminal.answer(found, () => formatValue(sorted().map(rowOf), COLUMNS))
        const doubled = doubledNames(found)
        if (doubled.length === 0) return code
        return terminal.fail(
          `two nodes have a workspace of the same name: ${doubled.join(', ')}; rename or delete one of each`,
        )
      },
    },
    show: {
      help: 'Show a workspace with its sizes and counts.',
      takes: { '[id or name]': 'workspace' },
      async run({ connection, terminal }, [wanted]: [string?]) {
        const current = connection.workspace ?? /\/w\/([^/]+)$/.exec(connection.url)?.[1]
        const found = await showWorkspace(connection, wanted ?? current ?? 'default')
        terminal.answer(found, formatValue)
      },
    },
    update,
    delete: controlCommand('DELETE /workspaces/{id}', {
      takes: { '<id or name>': ['id', 'workspace'] },
    }),
  },
}

/** Names that two nodes have, except `default`, which each of them has. */
const doubledNames = (found: readonly WorkspaceSummary[]): string[] => {
  const names = new Set<string>()
  const isKnown = ({ name }: WorkspaceSummary) => names.size === names.add(name).size
  return found.filter((one) => isKnown(one) && one.name !== 'default').map(({ name }) => name)
}

const NAME: Taken = { '<name>': ['name', 'name of the snapshot'] }

export const snapshot: CommandGroup = {
  help: 'Take, list, restore and delete snapshots.',
  default: 'list',
  commands: {
    take: controlCommand('POST /snapshots', { takes: NAME }),
    list: controlCommand('GET /snapshots'),
    restore: controlCommand('POST /snapshots/{name}/restore', { takes: NAME }),
    delete: controlCommand('DELETE /snapshots/{name}', { takes: NAME }),
  },
}

export const state: CommandGroup = {
  help: 'List and set named states.',
  default: 'list',
  commands: {
    list: controlCommand('GET /states'),
    set: controlCommand('POST /states/{name}', {
      takes: { '<name>': ['name', 'name of the state'] },
      examples: ['state set crowd-pack-empty'],
    }),
  },
}

export const clock: CommandGroup = {
  help: 'Show and control the clock of a workspace.',
  default: 'show',
  commands: {
    show: controlCommand('GET /clock'),
    set: controlCommand('PUT /clock', {
      takes: { '<mode>': 'mode', '[instant]': 'now' },
      examples: ['clock set offset 2026-03-04T05:06:07Z'],
    }),
    freeze: controlCommand('PUT /clock', {
      help: 'Freeze the clock at an instant, or at the current time.',
      takes: { '[instant]': 'now' },
      sends: { mode: 'frozen' },
    }),
    advance: controlCommand('POST /clock/advance', {
      help: 'Move the clock forward and print what became due.',
      takes: { '<duration>': ['ms', 'such as 3601s or 2h'] },
      examples: ['clock advance 1h30m'],
    }),
  },
}
