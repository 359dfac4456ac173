import type { Command } from 'commander'
import { ARCHIVE } from '../../client/workspace-control.ts'
import { clientCommand } from '../client-command.ts'
import { readInput } from '../read-input.ts'
import { writeOutput } from '../write-output.ts'

/** `export` and `import`: a workspace as one file. */
export const addTransferCommands = (program: Command): void => {
  clientCommand(
    program
      .command('export')
      .argument('<file>', 'where to; - writes to stdout')
      .description('Write the data of a workspace and its files to one file.'),
    ['export ./before.tar'],
    async ({ connection, terminal }, [file = '']) => {
      const target = file === '-' ? undefined : file
      await terminal.during('exporting', writeOutput(connection, '/export', target))
      if (target !== undefined) terminal.answer({ exported: file }, () => `exported to ${file}`)
    },
  )
  clientCommand(
    program
      .command('import')
      .argument('<file>', 'what export has written; - reads stdin')
      .description('Give a workspace the data and files of an export, in place of its own.'),
    ['import ./before.tar', 'import - --workspace copy < ./before.tar'],
    async ({ connection, terminal }, [file = '']) => {
      const bytes = await readInput(file, ARCHIVE)
      const work = connection.json<object>('PUT', '/export', { bytes })
      terminal.answer(await terminal.during('importing', work), () => `imported ${file}`)
    },
  )
}
