import type { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import { flagsOf } from '../../config/flags.ts'
import type { StartOptions } from '../../config/generated/start-options.ts'
import { optionsOf } from '../../config/library-options.ts'
import type { SettingTexts } from '../../config/setting-source.ts'
import type * as Library from '../../index.ts'
import { loadBuilt } from '../built.ts'
import { withExamples } from '../client-command.ts'
import { runCommand } from '../run-command.ts'
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
      process.exitCode = await runWithServer(commandLine, givenSettings(command))
    },
  )
  withExamples(command, [
    'exec -- npx vitest run',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
  ])
}

const runWithServer = async (
  commandLine: readonly string[],
  flags: SettingTexts,
): Promise<number> => {
  const env = readCliEnvironment()
  const given = flagsOf(flags)
  // The port of the environment is that of another server.
  const { port: _, ...settings } = env.settings
  // Checked here, where flags and variables are known by their names.
  readConfig(given, { ...env.all, SANDBOX_PORT: undefined })
  const options = optionsOf({ ...settings, ...flags })
  for (const sentence of env.ignoredCredentials(given))
    process.stderr.write(`dam-sandbox: ${sentence}\n`)
  const sandbox = await startServer(options)
  try {
    const { accessToken, clientId, clientKey } = sandbox.default
    const { adminKey } = options
    // SANDBOX_WORKSPACE belongs to another server, too.
    const { SANDBOX_WORKSPACE: __, ...inherited } = env.all
    return await runCommand(commandLine, {
      ...inherited,
      SANDBOX_URL: sandbox.url,
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_KEY: clientKey,
      ...(adminKey !== undefined && { SANDBOX_ADMIN_KEY: adminKey }),
    })
  } finally {
    await sandbox.close()
  }
}

const startServer = async (options: StartOptions): Promise<Library.RunningSandbox> => {
  const { startSandbox } = loadBuilt('index.cjs') as typeof Library
  try {
    return await startSandbox(options)
  } catch (error) {
    // exec ignores the variable.
    if (error instanceof Error) error.message = error.message.replace('SANDBOX_PORT', '--port')
    throw error
  }
}
