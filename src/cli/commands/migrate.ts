import { shippedFolders } from '../../start/shipped-folders.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { formatValue } from '../terminal.ts'

export const migrate: CommandSpec = {
  summary: 'Try an upgrade on the databases of a backup.',
  help: 'Try the migrations of this version on copies of all databases of a backup, before an upgrade. Nothing is changed: a server migrates each database when it opens it.',
  takes: {
    '--check': 'required: only try the migrations',
    '--backup <folder>': 'folder of a backup of the server',
    '--json': 'JSON output',
  },
  examples: ['migrate --check --backup ./backup'],
  async local({ terminal }, _args, { check, backup }: { check?: boolean; backup?: string }) {
    if (!check || backup === undefined)
      throw new UsageError(
        '--check and --backup are required; a server migrates its databases by itself',
      )
    const { readBackup } = await import('../../control/backup/backup-folder.ts')
    const { checkMigrations } = await import('../../control/backup/check-migrations.ts')
    const onProgress = (count: number, of: number) => terminal.progress(`${count} of ${of} tried`)
    const { migrations } = shippedFolders()
    const checked = checkMigrations(backup, readBackup(backup), migrations, onProgress)
    terminal.progress('')
    terminal.answer(checked, ({ current, pending, failed }) =>
      formatValue({ current, pending, failed: failed.length }),
    )
    if (checked.failed.length === 0) return undefined
    for (const { owner, why } of checked.failed) terminal.note(`dam-sandbox: ${owner}: ${why}`)
    return terminal.fail(
      `this version cannot migrate ${checked.failed.length} databases; stay with the version that runs, and report it`,
    )
  },
}
