import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../../client/connection.ts'
import { flagsOf, optionsOf, readConfig } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import type { SettingTexts } from '../../config/settings.ts'
import type * as Library from '../../index.ts'
import { loadBuilt } from '../built.ts'
import { Interrupted } from '../cli-errors.ts'
import { onSignal, runCommand } from '../run-command.ts'
import type { Io, Terminal } from '../terminal.ts'
import { writeReports, writeVerdict } from './exec-artifacts.ts'

export interface Suite {
  readonly io: Io
  readonly terminal: Terminal
  readonly commandLine: readonly string[]
  readonly flags: SettingTexts
  /** Inspects the server after the command has ended, and returns why the run counts as failed. */
  readonly inspect: (connection: Connection) => Promise<readonly string[]>
}

const OF_ANOTHER_SERVER = ['SANDBOX_PORT', 'SANDBOX_STORAGE_URL', 'SANDBOX_WORKSPACE']

/** The environment without the variables that are about a server other than the one that is started here. */
const withoutOtherServer = (env: Io['env']): Io['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ANOTHER_SERVER.includes(name)))

export const runSuite = async (
  { io, commandLine, flags, inspect }: Suite,
  output?: number,
): Promise<{ exitCode: number; reasons: readonly string[] }> => {
  const inherited = withoutOtherServer(io.env)
  // Checked here, where flags and variables are known by their names.
  readConfig(flagsOf(flags), inherited)
  const settings = { ...readCliEnvironment(inherited).settings, ...flags }
  const options = optionsOf(settings)
  const { startSandbox } = loadBuilt('index.cjs') as typeof Library
  const sandbox = await startSandbox(options)
  let ended: { exitCode: number; reasons: readonly string[] }
  try {
    const { accessToken, clientId, clientKey } = sandbox.default
    const { adminKey } = options
    const variables = {
      ...inherited,
      SANDBOX_URL: sandbox.url,
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_KEY: clientKey,
      ...(adminKey !== undefined && { SANDBOX_ADMIN_KEY: adminKey }),
      ...(sandbox.storageUrl !== undefined && { SANDBOX_STORAGE_URL: sandbox.storageUrl }),
    }
    const exitCode = await runCommand(commandLine, variables, io, output)
    const connection = new Connection({ url: sandbox.url, adminKey })
    if (settings.artifacts !== undefined) await writeReports(settings.artifacts, connection)
    ended = { exitCode, reasons: await inspect(connection) }
  } finally {
    await sandbox.close()
  }
  if (settings.artifacts !== undefined)
    writeVerdict(settings.artifacts, commandLine, ended.exitCode, ended.reasons)
  return ended
}

export interface RunResult {
  readonly name: string
  readonly hasPassed: boolean
  readonly exitCode: number
}

/** Runs a command with changed settings and reports how it ended; prints the end of the output of a failed one. */
export type RunWith = (name: string, settings: SettingTexts) => Promise<RunResult>

const MAX_SHOWN_BYTES = 65_536

/** Lets a function run a command repeatedly; throws `Interrupted` after a signal. */
export const repeating = async <T>(suite: Suite, use: (run: RunWith) => Promise<T>): Promise<T> => {
  const { io, terminal, flags } = suite
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-runs-'))
  const file = join(folder, 'output')
  const { artifacts } = { ...readCliEnvironment(io.env).settings, ...flags }
  let signal: NodeJS.Signals | undefined
  const stopListening = onSignal((received) => {
    signal ??= received
  })
  const run: RunWith = async (name, settings) => {
    const output = openSync(file, 'w')
    const own = artifacts !== undefined && {
      artifacts: join(artifacts, name.replaceAll(/[^\w.=-]+/g, '-')),
    }
    const changed = { ...suite, flags: { ...flags, ...settings, ...own } }
    const ended = runSuite(changed, output).finally(() => closeSync(output))
    const { exitCode, reasons } = await ended
    if (signal) throw new Interrupted(signal)
    const failures = [...(exitCode === 0 ? [] : [`exit code ${exitCode}`]), ...reasons]
    const hasPassed = failures.length === 0
    terminal.note(`${name}: ${hasPassed ? 'passed' : `failed (${failures.join('; ')})`}`)
    if (!hasPassed) io.stderr.write(readFileSync(file).subarray(-MAX_SHOWN_BYTES))
    return { name, hasPassed, exitCode }
  }
  try {
    return await use(run)
  } finally {
    stopListening()
    rmSync(folder, { recursive: true, force: true })
  }
}
