import type { Backup } from '../../backup/backup-folder.ts'
import { Connection } from '../../client/connection.ts'
import { sendArchive } from '../../client/send-archive.ts'
import { formatBytes } from '../../kernel/text.ts'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec, Context } from '../command.ts'
import { formatValue, type Terminal } from '../terminal.ts'

const FOLDER = { '<folder>': 'folder of the backup' }

/** Without a workspace, which the routes of backups do not know. */
const serverOf = ({ connection: { serverUrl: url, adminKey } }: Context) =>
  new Connection({ url, adminKey })

const create: CommandSpec = {
  help: 'Back up a running server, with credentials; a folder that has a backup is brought up to date.',
  takes: FOLDER,
  async run(context, [folder]: [string]) {
    const { terminal } = context
    const server = serverOf(context)
    // The modules of backups load SQLite, which no other command needs.
    const { createBackup } = await import('../../backup/create-backup.ts')
    const request = async (base: string) => {
      const bytes = new Blob([base], { type: 'text/plain' })
      const { body } = await server.open('POST /backup', { bytes })
      return body as unknown as AsyncIterable<Uint8Array>
    }
    const { backup, copied } = await createBackup(folder, request, ({ databases, files, bytes }) =>
      terminal.progress(`${databases} databases, ${files} files, ${formatBytes(bytes)} copied`),
    ).finally(() => terminal.progress(''))
    terminal.answer({ folder, ...factsOf(backup), copied }, formatValue)
  },
}

const factsOf = ({ takenAtMs, databases, files }: Backup) => ({
  takenAtMs,
  databases: databases.length,
  files: files.length,
})

const verified = async (folder: string, terminal: Terminal): Promise<Backup> => {
  const { readBackup } = await import('../../backup/backup-folder.ts')
  const { verifyBackup } = await import('../../backup/verify-backup.ts')
  const backup = readBackup(folder)
  const onProgress = (count: number, of: number) => terminal.progress(`${count} of ${of} verified`)
  await verifyBackup(folder, backup, onProgress).finally(() => terminal.progress(''))
  return backup
}

const verify: CommandSpec = {
  help: 'Verify that a backup is complete and unaltered.',
  takes: { ...FOLDER, '--json': 'JSON output' },
  async local({ terminal }, [folder]: [string]) {
    terminal.answer({ folder, ...factsOf(await verified(folder, terminal)) }, formatValue)
  },
}

const restore: CommandSpec = {
  help: 'Restore a backup to an empty data folder, or one workspace of it to a running server.',
  takes: { ...FOLDER, '--data <folder>': 'empty folder, which becomes a data folder' },
  examples: ['backup restore ./backup --data ./data', 'backup restore ./backup --workspace team-a'],
  async run(context, [folder]: [string], { data }: { data?: string }) {
    const { connection, terminal } = context
    const wanted = connection.workspace
    if (data !== undefined) {
      const { restoreFolder } = await import('../../backup/restore-folder.ts')
      const backup = await verified(folder, terminal)
      const onProgress = (count: number, of: number) =>
        terminal.progress(`${count} of ${of} copied`)
      await restoreFolder(folder, backup, data, onProgress).finally(() => terminal.progress(''))
      return terminal.answer({ data, ...factsOf(backup) }, formatValue)
    }
    if (wanted === undefined) throw new UsageError('give --data or --workspace')
    const { workspaceArchive } = await import('../../backup/workspace-archive.ts')
    const backup = await verified(folder, terminal)
    const { migrations } = shippedFolders()
    const { id, archive } = await workspaceArchive(folder, backup, wanted, migrations)
    const answer = await sendArchive(serverOf(context), archive, `/backup/workspaces/${id}`)
    return terminal.answer({ id, ...JSON.parse(answer) }, formatValue)
  },
}

export const backup: CommandGroup = {
  help: 'Back up a running server, verify backups and restore them.',
  commands: { create, verify, restore },
}
