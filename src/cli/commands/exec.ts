import type { Command } from 'commander'
import { readCliEnvironment } from '../../config/config.ts'
import { flagOf } from '../../config/settings.ts'
import { optionsOf, type StartOptions } from '../../config/start-options.ts'
import type * as Library from '../../index.ts'
import { loadBuilt } from '../built.ts'
import { withExamples } from '../client-command.ts'
import { runCommand } from '../run-command.ts'
import { addSettingFlags, givenSettings } from './start.ts'

/** What counts without a flag where it is not as for `start`. */
const OTHERWISE = {
  SANDBOX_PORT: 'without it: a free one, whatever SANDBOX_PORT says',
  SANDBOX_LOG: 'SANDBOX_LOG; without it: silent',
  SANDBOX_GRACE_MS: 'SANDBOX_GRACE_MS; without it: 1000',
}

/** `exec`: a server for as long as a command runs. */
export const addExecCommand = (program: Command): void => {
  const command = program
    .command('exec')
    .summary('Run a command with a server of its own.')
    .argument('<command...>', 'the command, after --')
    .description(
      'Start a server on a free port, run a command with SANDBOX_URL, SANDBOX_ACCESS_TOKEN, ' +
        'SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY in its environment, stop the server, and end with ' +
        'the exit code of the command. Signals are passed on. The server logs nothing unless told to.',
    )
  addSettingFlags(command, OTHERWISE).action(async (words: string[]) => {
    process.exitCode = await runWithServer(words, givenSettings(command))
  })
  withExamples(command, [
    'exec -- npx vitest run',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
  ])
}

const runWithServer = async (
  words: readonly string[],
  flags: Readonly<Record<string, string>>,
): Promise<number> => {
  const env = readCliEnvironment()
  // The port of the environment is that of another server.
  const { SANDBOX_PORT: _, ...settings } = env.settings
  const options = optionsOf({ ...settings, ...flags })
  const given = Object.keys(flags).map((name) => `--${flagOf(name)}`)
  for (const sentence of env.credentialsLeft(given))
    process.stderr.write(`dam-sandbox: ${sentence}\n`)
  const sandbox = await startServer(options)
  try {
    const { accessToken, clientId, clientKey } = sandbox.default
    const { adminKey } = options
    // So is its workspace.
    const { SANDBOX_WORKSPACE: __, ...inherited } = env.all
    return await runCommand(words, {
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
    // The variable has no effect here.
    if (error instanceof Error) error.message = error.message.replace('SANDBOX_PORT', '--port')
    throw error
  }
}
