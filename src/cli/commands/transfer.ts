import type { Command } from 'commander'
import { ARCHIVE } from '../../client/connection.ts'
import { clientCommand } from '../client-command.ts'
import { readInput } from '../read-input.ts'
import { writeOutput } from '../write-output.ts'

/** `export` and `import`: a workspace as an archive. */
export const addTransferCommands = (program: Command): void => {
  clientCommand(
    program
      .command('export')
      .argument('<file>', 'archive to write; - for stdout')
      .description('Export data and files of a workspace to an archive.'),
    ['export ./before.tar'],
    async ({ connection, terminal }, [file = '']) => {
      const target = file === '-' ? undefined : file
      await terminal.showProgress('exporting', writeOutput(connection, '/export', target))
      if (target !== undefined) terminal.answer({ exported: file }, () => `exported to ${file}`)
    },
  )
  clientCommand(
    program
      .command('import')
      .argument('<file>', 'archive of an export; - for stdin')
      .description('Replace data and files of a workspace by those of an export.'),
    ['import ./before.tar', 'import - --workspace copy < ./before.tar'],
    async ({ connection, terminal }, [file = '']) => {
      const bytes = await readInput(file, ARCHIVE)
      const work = connection.json<object>('PUT', '/export', { bytes })
      terminal.answer(await terminal.showProgress('importing', work), () => `imported ${file}`)
    },
  )
}
