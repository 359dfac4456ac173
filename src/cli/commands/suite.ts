import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../../client/connection.ts'
import { shellWord } from '../../client/curl.ts'
import { flagsOf, optionsOf, readConfig } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import type { SettingTexts } from '../../config/settings.ts'
import type * as Library from '../../index.ts'
import { loadBuilt } from '../built.ts'
import { EXIT, Interrupted } from '../cli-errors.ts'
import { onSignal, runCommand } from '../run-command.ts'
import type { Io, Terminal } from '../terminal.ts'
import { type Inspection, otherFindings } from './conditions.ts'
import { writeReports, writeVerdict } from './exec-artifacts.ts'

export interface Suite {
  readonly io: Io
  readonly terminal: Terminal
  readonly commandLine: readonly string[]
  readonly flags: SettingTexts
  /** The flags of the conditions, as they were given. */
  readonly conditions: readonly string[]
  /** True if the run fails for its reasons, which are warnings otherwise. */
  readonly isJudged: boolean
  /** Inspects the server after the command has ended. */
  readonly inspect: (connection: Connection) => Promise<Inspection>
}

interface SuiteEnd extends Inspection {
  readonly exitCode: number
  readonly hasPassed: boolean
}

const OF_ANOTHER_SERVER = ['SANDBOX_PORT', 'SANDBOX_STORAGE_URL', 'SANDBOX_WORKSPACE']

/** The environment without the variables that are about a server other than the one that is started here. */
const withoutOtherServer = (env: Io['env']): Io['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ANOTHER_SERVER.includes(name)))

/** The command line that runs a suite again in the same way; the settings that differ from run to run come first. */
const repeatOf = (
  { io, commandLine, flags, conditions }: Suite,
  changes: SettingTexts = {},
): string => {
  const { settings } = readCliEnvironment(withoutOtherServer(io.env))
  const all = { ...changes, ...settings, ...flags, ...changes }
  // Do not print secrets.
  const { adminKey: _, clientKey: __, artifacts: ___, ...shown } = all
  return ['dam-sandbox', 'exec', ...flagsOf(shown), ...conditions, '--', ...commandLine]
    .map(shellWord)
    .join(' ')
}

export const runSuite = async (
  suite: Suite,
  output?: number,
  repeat = repeatOf(suite),
): Promise<SuiteEnd> => {
  const { io, commandLine, flags, inspect } = suite
  const inherited = withoutOtherServer(io.env)
  // Checked here, where flags and variables are known by their names.
  readConfig(flagsOf(flags), inherited)
  const settings = { ...readCliEnvironment(inherited).settings, ...flags }
  const options = optionsOf(settings)
  const { startSandbox } = loadBuilt('index.cjs') as typeof Library
  const sandbox = await startSandbox(options)
  let ended: SuiteEnd
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
    const found = await inspect(connection)
    const isWell = !suite.isJudged || found.reasons.length === 0
    ended = { ...found, exitCode, hasPassed: exitCode === EXIT.ok && isWell }
  } finally {
    await sandbox.close()
  }
  if (settings.artifacts !== undefined)
    writeVerdict(settings.artifacts, {
      ...ended,
      commandLine,
      repeat,
      findings: otherFindings(ended),
    })
  return ended
}

export interface RunResult {
  readonly name: string
  readonly hasPassed: boolean
  readonly exitCode: number
  /** Why it failed. */
  readonly reasons: readonly string[]
  /** The command that repeats it. */
  readonly repeat: string
}

/** Runs a command with changed settings and reports how it ended; prints the end of the output of a failed one. */
export type RunWith = (name: string, settings: SettingTexts) => Promise<RunResult>

/** The name of a run's folder, which is in the folder of the artifacts. */
export const folderOf = (name: string): string => name.replaceAll(/[^\w.=-]+/g, '-')

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
      artifacts: join(artifacts, folderOf(name)),
    }
    const changed = { ...suite, flags: { ...flags, ...settings, ...own } }
    const repeat = repeatOf(suite, settings)
    const ended = await runSuite(changed, output, repeat).finally(() => closeSync(output))
    if (signal) throw new Interrupted(signal)
    const { exitCode, hasPassed } = ended
    const reasons = [...(exitCode === 0 ? [] : [`exit code ${exitCode}`]), ...ended.reasons]
    terminal.note(`${name}: ${hasPassed ? 'passed' : `failed (${reasons.join('; ')})`}`)
    if (!hasPassed) io.stderr.write(readFileSync(file).subarray(-MAX_SHOWN_BYTES))
    return { name, hasPassed, exitCode, reasons, repeat }
  }
  try {
    return await use(run)
  } finally {
    stopListening()
    rmSync(folder, { recursive: true, force: true })
  }
}
