import type { Command } from 'commander'
import { readCliEnvironment } from '../../config/config.ts'
import { flagOf } from '../../config/settings.ts'
import { optionsOf, type StartOptions } from '../../config/start-options.ts'
import type * as Library from '../../index.ts'
import { loadBuilt } from '../built.ts'
import { withExamples } from '../client-command.ts'
import { runCommand } from '../run-command.ts'
import { addSettingFlags, givenSettings } from './start.ts'

/** Notes on settings that have another default than in `start`. */
const NOTES = {
  SANDBOX_PORT: 'default: a free port; SANDBOX_PORT is ignored',
  SANDBOX_LOG: 'SANDBOX_LOG; default: silent',
  SANDBOX_GRACE_MS: 'SANDBOX_GRACE_MS; default: 1000',
}

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
  addSettingFlags(command, NOTES).action(async (commandLine: string[]) => {
    process.exitCode = await runWithServer(commandLine, givenSettings(command))
  })
  withExamples(command, [
    'exec -- npx vitest run',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
  ])
}

const runWithServer = async (
  commandLine: readonly string[],
  flags: Readonly<Record<string, string>>,
): Promise<number> => {
  const env = readCliEnvironment()
  // SANDBOX_PORT in the environment belongs to another server.
  const { SANDBOX_PORT: _, ...settings } = env.settings
  const options = optionsOf({ ...settings, ...flags })
  const given = Object.keys(flags).map((name) => `--${flagOf(name)}`)
  for (const sentence of env.credentialsLeft(given))
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
