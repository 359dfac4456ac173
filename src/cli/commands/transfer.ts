import { existsSync, openAsBlob } from 'node:fs'
import type { Command } from 'commander'
import { ARCHIVE } from '../../client/workspace-control.ts'
import { clientCommand, textOf, UsageError } from '../client-command.ts'
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
      .argument('<file>', 'what export has written')
      .description('Give a workspace the data and files of an export, in place of its own.'),
    ['import ./before.tar'],
    async ({ connection, terminal }, [file = '']) => {
      if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
      const bytes = await openAsBlob(file, { type: ARCHIVE })
      const work = connection.json<object>('PUT', '/export', { bytes })
      terminal.answer(await terminal.during('importing', work), () => `imported ${textOf(file)}`)
    },
  )
}
