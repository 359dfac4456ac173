import type { Command } from 'commander'
import type { SettingTexts } from '../../config/setting-source.ts'
import { printable } from '../../kernel/text.ts'
import { withExamples } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { CONDITIONS_HELP, type Condition, failuresOf, readConditions } from '../fail-on.ts'
import { runSuite } from '../suite.ts'
import { addSettingFlags } from './start.ts'

/** `exec`: a server that runs as long as a command. */
export const addExecCommand = (program: Command): void => {
  const command = program
    .command('exec')
    .summary('Run a command with its own server.')
    .argument('<command...>', 'command to run, after --')
    .description(
      'Start a server on a free port, run a command with SANDBOX_URL, SANDBOX_ACCESS_TOKEN, ' +
        'SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY in its environment, and stop the server. The exit code is ' +
        'that of the command. Signals are passed on to it. The server logs only with --log.',
    )
    .option(
      '--fail-on <conditions>',
      `make the exit code 1 after a successful command: ${CONDITIONS_HELP}; repeatable, or separated by commas`,
      readConditions,
    )
  addSettingFlags(command, { isLibrary: true, ignoredVariables: ['port'] }).action(
    async (commandLine: string[]) => {
      const { failOn = [], ...flags } = command.opts<SettingTexts & { failOn?: Condition[] }>()
      const failures: string[] = []
      const code = await runSuite({
        commandLine,
        flags,
        inspect: async (connection) => {
          failures.push(...(await failuresOf(connection, failOn)))
        },
      })
      for (const failure of failures) process.stderr.write(`dam-sandbox: ${printable(failure)}\n`)
      process.exitCode = code === EXIT.ok && failures.length > 0 ? EXIT.refused : code
    },
  )
  withExamples(command, [
    'exec -- npx vitest run',
    'exec --fail-on findings,unused-faults -- npm test',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
  ])
}
