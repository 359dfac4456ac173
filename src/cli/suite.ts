import { Connection } from '../client/connection.ts'
import { flagsOf, optionsOf, readConfig } from '../config/config.ts'
import { readCliEnvironment } from '../config/environment.ts'
import type { StartOptions } from '../config/generated/start-options.ts'
import type { SettingTexts } from '../config/settings.ts'
import type * as Library from '../index.ts'
import { loadBuilt } from './built.ts'
import { runCommand } from './run-command.ts'

/** A command with the server that it runs against. */
export interface Suite {
  readonly commandLine: readonly string[]
  /** Settings of the server by flags. */
  readonly flags: SettingTexts
  /** Looks at the server after the command has ended; without it nothing does. */
  readonly inspect?: (connection: Connection) => Promise<void>
  /** Descriptor of a file for what the command writes; without it the terminal. */
  readonly output?: number
  /** Whether a run before has said what is odd about the environment. */
  readonly isRepeated?: boolean
}

/** Starts a server on a free port, runs a command against it and returns its exit code. */
export const runSuite = async (suite: Suite): Promise<number> => {
  const { commandLine, flags, inspect, output, isRepeated = false } = suite
  const env = readCliEnvironment()
  const given = flagsOf(flags)
  // The port of the environment is that of another server.
  const { port: _, ...settings } = env.settings
  // Checked here, where flags and variables are known by their names.
  readConfig(given, { ...env.all, SANDBOX_PORT: undefined })
  const options = optionsOf({ ...settings, ...flags })
  for (const sentence of isRepeated ? [] : env.ignoredCredentials(given))
    process.stderr.write(`dam-sandbox: ${sentence}\n`)
  const sandbox = await startServer(options)
  try {
    const { accessToken, clientId, clientKey } = sandbox.default
    const { adminKey } = options
    // SANDBOX_WORKSPACE belongs to another server, too.
    const { SANDBOX_WORKSPACE: __, ...inherited } = env.all
    const variables = {
      ...inherited,
      SANDBOX_URL: sandbox.url,
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_KEY: clientKey,
      ...(adminKey !== undefined && { SANDBOX_ADMIN_KEY: adminKey }),
    }
    const code = await runCommand(commandLine, variables, output)
    await inspect?.(new Connection({ url: sandbox.url, adminKey }))
    return code
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
