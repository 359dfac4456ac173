import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { clientCommand } from '../client-command.ts'
import { readJsonInput } from '../read-input.ts'

/** `seed`: data that is added to a workspace. */
export const addSeedCommand = (program: Command): void => {
  clientCommand(
    program
      .command('seed')
      .argument(
        '<file or folder>',
        'JSON file in the format of seeds, or a seed folder; - for stdin',
      )
      .option('--replace', 'replacement of what has the same ids')
      .description('Add data to a workspace, all of it or nothing.'),
    ['seed ./packs.json', 'seed - < ./packs.json', 'seed ./my-seed --replace'],
    async ({ control, terminal }, [path = ''], { replace }) => {
      const sent = control.seed(await seedOf(path), { replace: replace === true })
      terminal.answer(await terminal.showProgress('sending', sent), (answer: object) =>
        JSON.stringify(answer),
      )
    },
  )
}

/** A folder is sent with its files; a file is read here, so that an error names its line. */
const seedOf = async (path: string): Promise<object> =>
  path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? { folder: path }
    : // Any other JSON value is refused by the server.
      ((await readJsonInput(path)) as object)
