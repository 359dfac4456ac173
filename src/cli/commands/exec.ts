import type { Command } from 'commander'
import { withExamples } from '../client-command.ts'
import { runSuite } from '../suite.ts'
import { addSettingFlags, givenSettings } from './start.ts'

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
  addSettingFlags(command, { isLibrary: true, ignoredVariables: ['port'] }).action(
    async (commandLine: string[]) => {
      process.exitCode = await runSuite({ commandLine, flags: givenSettings(command) })
    },
  )
  withExamples(command, [
    'exec -- npx vitest run',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
  ])
}
