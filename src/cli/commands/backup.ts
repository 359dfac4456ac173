import { Connection } from '../../client/connection.ts'
import { reasonOf, UnreachableError } from '../../client/errors.ts'
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
  examples: ['backup create ./backup'],
  async run(context, [folder]: [string]) {
    const { terminal } = context
    const server = serverOf(context)
    const { createBackup } = await import('../../backup/create-backup.ts')
    const created = await createBackup(folder, {
      request: async (base) => {
        const bytes = new Blob([base], { type: 'text/plain' })
        const { body } = await server.open('POST /backup', { bytes })
        return untilEnd(server, (body ?? []) as unknown as AsyncIterable<Uint8Array>)
      },
      onProgress: ({ copiedDatabases, copiedFiles, copiedBytes }) =>
        terminal.progress(
          `${copiedDatabases} databases, ${copiedFiles} files, ${formatBytes(copiedBytes)}`,
        ),
    })
    terminal.answer({ folder, ...created }, formatValue)
  },
}

async function* untilEnd(
  { url }: Connection,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new UnreachableError(`${url} closed the connection before the end: ${reasonOf(error)}`)
  }
}

// The modules of backups load SQLite, which no other command needs.
const verifyAll = async (folder: string, terminal: Terminal) => {
  const { readBackup } = await import('../../backup/backup-folder.ts')
  const { partsOf, verifyBackup } = await import('../../backup/verify-backup.ts')
  const backup = readBackup(folder)
  const parts = partsOf(backup)
  await verifyBackup(folder, parts, (count, of) => terminal.progress(`verified ${count} of ${of}`))
  const sizes = parts.map(({ sizeBytes }) => sizeBytes)
  const facts = {
    takenAtMs: backup.takenAtMs,
    databases: Object.keys(backup.databases).length,
    files: Object.keys(backup.files).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
  return { backup, facts }
}

const verify: CommandSpec = {
  help: 'Verify that a backup is complete and unaltered.',
  takes: { ...FOLDER, '--json': 'JSON output' },
  examples: ['backup verify ./backup'],
  async local({ terminal }, [folder]: [string]) {
    const { facts } = await verifyAll(folder, terminal)
    terminal.answer({ folder, ...facts }, formatValue)
  },
}

const restore: CommandSpec = {
  help: 'Restore a backup to an empty data folder, or one workspace of it to a running server.',
  takes: { ...FOLDER, '--data <folder>': 'empty folder, which becomes a data folder' },
  examples: ['backup restore ./backup --data ./data', 'backup restore ./backup --workspace team-a'],
  async run(context, [folder]: [string], { data }: { data?: string }) {
    const { connection, terminal } = context
    if (data !== undefined) {
      const { restoreFolder } = await import('../../backup/restore-folder.ts')
      const { backup, facts } = await verifyAll(folder, terminal)
      const onProgress = (count: number, of: number) =>
        terminal.progress(`copied ${count} of ${of}`)
      await restoreFolder(folder, backup, data, onProgress)
      return terminal.answer({ data, ...facts }, formatValue)
    }
    const wanted = connection.workspace
    if (wanted === undefined) throw new UsageError('give --data or --workspace')
    const { workspaceArchive } = await import('../../backup/workspace-archive.ts')
    const { migrations } = shippedFolders()
    const { id, archive } = await workspaceArchive(folder, { wanted, migrations })
    const answer = await sendArchive(serverOf(context), archive, `/backup/workspaces/${id}`)
    return terminal.answer({ id, ...JSON.parse(answer) }, formatValue)
  },
}

export const backup: CommandGroup = {
  help: 'Back up a running server, verify backups and restore them.',
  commands: { create, verify, restore },
}
