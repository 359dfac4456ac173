import { join } from 'node:path'
import { Connection } from '../../client/connection.ts'
import { sendArchive } from '../../client/send-archive.ts'
import type { Backup, DamagedPart } from '../../control/backup/backup-folder.ts'
import { formatBytes } from '../../kernel/text.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec, Context } from '../command.ts'
import { type OfFleet, onEachServer } from '../fleet-map.ts'
import { readBetween, readInstant } from '../readers.ts'
import { formatValue, type Terminal } from '../terminal.ts'

/** Of earlier backups and the newest together. */
const MAX_KEPT = 1_000

const FOLDER = { '<folder>': 'folder of the backup' }

/** Without a workspace, which the routes of backups do not know. */
const serverOf = ({ connection: { serverUrl: url, adminKey } }: Context) =>
  new Connection({ url, adminKey })

interface BackupOptions {
  verify?: boolean
  keep?: number
}

const create: CommandSpec = {
  help: 'Back up a running server, including credentials. A folder that already has a backup is updated.',
  takes: {
    ...FOLDER,
    '--verify': 'first read all of an existing backup, and copy altered files again',
    '--keep <number>': [
      'keep earlier backups too, up to this number in all; default: replace the newest',
      readBetween(1, MAX_KEPT),
    ],
    '--map <file>': "a fleet's nodes.map: back up each node to a folder named by its prefix",
  },
  examples: [
    'backup create ./backup',
    'backup create ./backup --keep 14',
    'backup create ./backup --verify',
  ],
  async run(context, [folder]: [string], options: OfFleet & BackupOptions) {
    const { terminal } = context
    const server = serverOf(context)
    const whole = { ...context, connection: server }
    const { answers, code } = await onEachServer(whole, options, (one, node) =>
      backUp(one, node ? join(folder, node.prefix) : folder, options, terminal),
    )
    terminal.answer(options.map === undefined ? answers[0] : { nodes: answers }, () =>
      answers.flatMap(({ damaged: _, ...shown }) => formatValue(shown)),
    )
    const damaged = answers.flatMap((answer) => answer.damaged)
    if (damaged.length === 0) return code
    const why = `the backup is complete except for ${damaged.length} damaged databases or files; reset these workspaces, restore a snapshot of each, or restore them from the backup`
    const damage = terminal.warnOfDamage(why, damaged.map(describeDamaged))
    return code ?? damage
  },
}

const backUp = async (
  server: Connection,
  folder: string,
  { verify = false, keep }: BackupOptions,
  terminal: Terminal,
) => {
  // The modules of backups load SQLite, which no other command needs.
  const { createBackup } = await import('../../control/backup/create-backup.ts')
  const request = async (base: string) => {
    const bytes = new Blob([base], { type: 'text/plain' })
    const { body } = await server.open('POST /backup', { bytes })
    return body as unknown as AsyncIterable<Uint8Array>
  }
  const { backup, copied } = await createBackup(folder, request, {
    verifies: verify,
    keep,
    onVerified: showVerified(terminal),
    onCopied: ({ databases, files, bytes }) =>
      terminal.progress(`${databases} databases, ${files} files, ${formatBytes(bytes)} copied`),
  }).finally(() => terminal.progress(''))
  return { folder, ...factsOf(backup), copied, damaged: backup.damaged ?? [] }
}

const describeDamaged = ({ name, owner, why, keptFromMs }: DamagedPart): string => {
  const kept =
    keptFromMs === null ? 'the backup has no copy' : `kept the copy of ${formatInstant(keptFromMs)}`
  return `${owner}: ${name}: ${why}; ${kept}`
}

const factsOf = ({ takenAtMs, databases, files }: Backup) => ({
  takenAtMs,
  databases: databases.length,
  files: files.length,
})

const showVerified = (terminal: Terminal) => (count: number, of: number) =>
  terminal.progress(`${count} of ${of} verified`)

const readAll = async (folder: string): Promise<[Backup, ...Backup[]]> => {
  const { readBackups } = await import('../../control/backup/backup-folder.ts')
  return readBackups(folder) as [Backup, ...Backup[]]
}

const verify: CommandSpec = {
  help: 'Verify that a backup is complete and unaltered, with all earlier backups in its folder.',
  takes: { ...FOLDER, '--json': 'JSON output' },
  async local({ terminal }, [folder]: [string]) {
    const { verifyBackups } = await import('../../control/backup/verify-backup.ts')
    const backups = await readAll(folder)
    await verifyBackups(folder, backups, showVerified(terminal)).finally(() =>
      terminal.progress(''),
    )
    const [newest, ...earlier] = backups
    terminal.answer({ folder, ...factsOf(newest), earlierBackups: earlier.length }, formatValue)
  },
}

const list: CommandSpec = {
  help: 'List the backups of a folder, newest first.',
  takes: { ...FOLDER, '--json': 'JSON output' },
  async local({ terminal }, [folder]: [string]) {
    const shown = (await readAll(folder)).map((backup) => ({
      ...factsOf(backup),
      damaged: backup.damaged?.length ?? 0,
    }))
    terminal.answer(shown, (rows) => formatValue(rows))
  },
}

const restore: CommandSpec = {
  help: 'Restore a backup to an empty data folder, or one of its workspaces to a running server.',
  takes: {
    ...FOLDER,
    '--data <folder>': 'empty folder to restore to; it becomes the data folder',
    '--skip-damaged': 'with --data, restore the undamaged parts and list the rest',
    '--at <instant>': ['restore the newest backup from this instant or before', readInstant],
  },
  examples: [
    'backup restore ./backup --data ./data',
    'backup restore ./backup --data ./data --skip-damaged',
    'backup restore ./backup --workspace team-a',
    'backup restore ./backup --workspace team-a --at 2026-03-04T00:00:00Z',
  ],
  async run(context, [folder]: [string], { data, skipDamaged = false, at }: RestoreFlags) {
    const { connection, terminal } = context
    const wanted = connection.workspace
    if (data !== undefined) return restoreData(terminal, { folder, data, skipDamaged, at })
    if (wanted === undefined) throw new UsageError('--data or --workspace is required')
    if (skipDamaged) throw new UsageError('--skip-damaged needs --data')
    const { readBackupAt } = await import('../../control/backup/backup-folder.ts')
    const { workspaceArchive } = await import('../../control/backup/workspace-archive.ts')
    const { migrations } = shippedFolders()
    const backup = readBackupAt(folder, at)
    const made = workspaceArchive(folder, backup, wanted, migrations, showVerified(terminal))
    const { id, archive } = await made.finally(() => terminal.progress(''))
    const answer = await sendArchive(serverOf(context), archive, `/backup/workspaces/${id}`)
    return terminal.answer({ id, ...JSON.parse(answer) }, formatValue)
  },
}

interface RestoreFlags {
  readonly data?: string
  readonly skipDamaged?: boolean
  readonly at?: number
}

const restoreData = async (
  terminal: Terminal,
  {
    folder,
    data,
    skipDamaged,
    at,
  }: { folder: string; data: string; skipDamaged: boolean; at: number | undefined },
): Promise<number | undefined> => {
  const { BackupError, readBackupAt } = await import('../../control/backup/backup-folder.ts')
  const { findProblems, partsOf } = await import('../../control/backup/verify-backup.ts')
  const { restoreFolder } = await import('../../control/backup/restore-folder.ts')
  const { describeLeftOut } = await import('../../control/backup/left-out.ts')
  const backup = readBackupAt(folder, at)
  const leftOut = await findProblems(folder, partsOf(backup), showVerified(terminal)).finally(() =>
    terminal.progress(''),
  )
  if (leftOut.size > 0 && !skipDamaged)
    throw new BackupError(
      [
        ...leftOut.values(),
        'nothing was restored; use --skip-damaged to restore the undamaged parts',
      ].join('\n'),
    )
  const onProgress = (count: number, of: number) => terminal.progress(`${count} of ${of} copied`)
  await restoreFolder(folder, backup, data, { leftOut, onProgress }).finally(() =>
    terminal.progress(''),
  )
  const lines = describeLeftOut(folder, backup, leftOut)
  const answer = { data, ...factsOf(backup), ...(skipDamaged && { leftOut: lines }) }
  terminal.answer(answer, ({ leftOut: _, ...shown }) => formatValue(shown))
  if (lines.length === 0) return undefined
  const next = leftOut.has(backup.registry.sha256)
    ? `the registry is one of them; before you start the server, run dam-sandbox repair --data ${data}`
    : 'the server refuses calls to a workspace without its database until you reset it'
  return terminal.warnOfDamage(`${lines.length} parts of the backup were left out; ${next}`, lines)
}

export const backup: CommandGroup = {
  help: 'Back up a running server; list, verify and restore backups.',
  commands: { create, list, verify, restore },
}
