import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../client/connection.ts'
import type { SettingTexts } from '../config/settings.ts'
import { Interrupted, onSignal } from './run-command.ts'
import { runSuite } from './suite.ts'
import type { Terminal } from './terminal.ts'

/** How a run of a command ended. */
export interface RunResult {
  readonly name: string
  readonly hasPassed: boolean
  readonly exitCode: number
}

/** A command that runs again and again, each time with a server of its own. */
export interface RepeatedCommand {
  readonly commandLine: readonly string[]
  readonly flags: SettingTexts
  readonly terminal: Terminal
  /** Looks at the server at the end of each run, and returns why the run counts as failed. */
  readonly inspect: (connection: Connection) => Promise<readonly string[]>
}

/** Runs a command with changed settings, and says how it ended; shows the end of what a failed one wrote. */
export type RunWith = (name: string, settings: SettingTexts) => Promise<RunResult>

/** Lets a function run a command again and again; throws `Interrupted` after a signal. */
export const repeating = async <T>(
  { commandLine, flags, terminal, inspect }: RepeatedCommand,
  use: (run: RunWith) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-runs-'))
  let signal: NodeJS.Signals | undefined
  let isRepeated = false
  const stopListening = onSignal((received) => {
    signal ??= received
  })
  const run: RunWith = async (name, settings) => {
    const output = openSync(join(folder, 'output'), 'w+')
    try {
      const reasons: string[] = []
      const look = async (connection: Connection): Promise<void> => {
        reasons.push(...(await inspect(connection)))
      }
      const suite = { commandLine, flags: { ...flags, ...settings }, output, isRepeated }
      const exitCode = await runSuite({ ...suite, inspect: look })
      isRepeated = true
      if (signal) throw new Interrupted(signal)
      if (exitCode !== 0) reasons.unshift(`exit code ${exitCode}`)
      const hasPassed = reasons.length === 0
      terminal.note(`${name}: ${hasPassed ? 'passed' : `failed (${reasons.join('; ')})`}`)
      if (!hasPassed) process.stderr.write(endOf(output))
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
