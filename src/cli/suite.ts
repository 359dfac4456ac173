import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../client/connection.ts'
import { flagsOf, optionsOf, readConfig } from '../config/config.ts'
import { readCliEnvironment } from '../config/environment.ts'
import type { StartOptions } from '../config/generated/start-options.ts'
import type { SettingTexts } from '../config/settings.ts'
import type * as Library from '../index.ts'
import { loadBuilt } from './built.ts'
import { Interrupted } from './cli-errors.ts'
import { onSignal, runCommand } from './run-command.ts'
import type { Io, Terminal } from './terminal.ts'

/** A command with the server that it runs against. */
export interface Suite {
  readonly io: Io
  readonly terminal: Terminal
  readonly commandLine: readonly string[]
  /** Settings of the server by flags. */
  readonly flags: SettingTexts
  /** Looks at the server after the command has ended, and returns why the run counts as failed. */
  readonly inspect: (connection: Connection) => Promise<readonly string[]>
}

/** How a command ended: its exit code, and why the run counts as failed all the same. */
interface Ending {
  readonly exitCode: number
  readonly reasons: readonly string[]
}

/** Starts a server on a free port, runs a command against it, and stops the server. */
export const runSuite = async (
  { io, terminal, commandLine, flags, inspect }: Suite,
  { output, isRepeated = false }: { output?: number; isRepeated?: boolean } = {},
): Promise<Ending> => {
  const env = readCliEnvironment(io.env)
  const given = flagsOf(flags)
  // The port of the environment is that of another server.
  const { port: _, ...settings } = env.settings
  // Checked here, where flags and variables are known by their names.
  readConfig(given, { ...io.env, SANDBOX_PORT: undefined })
  const options = optionsOf({ ...settings, ...flags })
  if (!isRepeated)
    for (const sentence of env.ignoredCredentials(given)) terminal.note(`dam-sandbox: ${sentence}`)
  const sandbox = await startServer(options)
  try {
    const { accessToken, clientId, clientKey } = sandbox.default
    const { adminKey } = options
    // SANDBOX_WORKSPACE belongs to another server, too.
    const { SANDBOX_WORKSPACE: __, ...inherited } = io.env
    const variables = {
      ...inherited,
      SANDBOX_URL: sandbox.url,
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_KEY: clientKey,
      ...(adminKey !== undefined && { SANDBOX_ADMIN_KEY: adminKey }),
    }
    const exitCode = await runCommand(commandLine, variables, io, output)
    return { exitCode, reasons: await inspect(new Connection({ url: sandbox.url, adminKey })) }
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

/** How a run of a repeated command ended. */
export interface RunResult {
  readonly name: string
  readonly hasPassed: boolean
  readonly exitCode: number
}

/** Runs a command with changed settings, and says how it ended; shows the end of what a failed one wrote. */
export type RunWith = (name: string, settings: SettingTexts) => Promise<RunResult>

/** Lets a function run a command again and again; throws `Interrupted` after a signal. */
export const repeating = async <T>(suite: Suite, use: (run: RunWith) => Promise<T>): Promise<T> => {
  const { io, terminal, flags } = suite
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-runs-'))
  let signal: NodeJS.Signals | undefined
  let isRepeated = false
  const stopListening = onSignal((received) => {
    signal ??= received
  })
  const run: RunWith = async (name, settings) => {
    const output = openSync(join(folder, 'output'), 'w+')
    try {
      const changed = { ...suite, flags: { ...flags, ...settings } }
      const { exitCode, reasons } = await runSuite(changed, { output, isRepeated })
      isRepeated = true
      if (signal) throw new Interrupted(signal)
      const failures = [...(exitCode === 0 ? [] : [`exit code ${exitCode}`]), ...reasons]
      const hasPassed = failures.length === 0
      terminal.note(`${name}: ${hasPassed ? 'passed' : `failed (${failures.join('; ')})`}`)
      if (!hasPassed) io.stderr.write(endOf(output))
      return { name, hasPassed, exitCode }
    } finally {
      closeSync(output)
    }
  }
  try {
    return await use(run)
  } finally {
    stopListening()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The end of an output that is shown, in bytes. */
const MAX_SHOWN_BYTES = 65_536

const endOf = (descriptor: number): string => {
  const { size } = fstatSync(descriptor)
  const bytes = Buffer.alloc(Math.min(size, MAX_SHOWN_BYTES))
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
  return bytes.toString('utf8')
}
