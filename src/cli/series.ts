import { closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../client/connection.ts'
import type { SettingTexts } from '../config/setting-source.ts'
import { EXIT } from './exit-codes.ts'
import { PASSED_ON } from './run-command.ts'
import { runSuite } from './suite.ts'

/** How a run of a command ended. */
export interface RunResult {
  /** What is special about the run, such as `seed 3`. */
  readonly name: string
  readonly hasPassed: boolean
  readonly code: number
  /** Why it counts as failed after a successful command. */
  readonly failures: readonly string[]
  /** The file that has what the command wrote. */
  readonly output: string
}

/** One run: its name, its settings beside those of the command line, and a look at the server at its end. */
export interface Run {
  readonly name: string
  readonly settings: SettingTexts
  readonly inspect?: (connection: Connection) => Promise<readonly string[]>
}

/** Thrown when a signal ends a series of runs. */
export class Interruption extends Error {
  override name = 'Interruption'
  readonly exitCode: number

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`)
    this.exitCode = EXIT.signal + constants.signals[signal]
  }
}

/** The end of an output that is shown, in bytes. */
const MAX_SHOWN_BYTES = 65_536

/** Runs one command again and again, each time with a server of its own, and keeps what it writes in files. */
export class Series {
  readonly #commandLine: readonly string[]
  readonly #flags: SettingTexts
  readonly #folder: string
  readonly #isTemporary: boolean
  #signal: NodeJS.Signals | undefined
  #count = 0

  constructor(commandLine: readonly string[], flags: SettingTexts, folder?: string) {
    this.#commandLine = commandLine
    this.#flags = flags
    this.#isTemporary = folder === undefined
    this.#folder = folder ?? mkdtempSync(join(tmpdir(), 'dam-sandbox-runs-'))
    if (folder !== undefined) mkdirSync(folder, { recursive: true })
    for (const signal of PASSED_ON) process.on(signal, this.#interrupt)
  }

  readonly #interrupt = (signal: NodeJS.Signals): void => {
    this.#signal ??= signal
  }

  /** Runs the command once; throws an `Interruption` when a signal came meanwhile. */
  async run({ name, settings, inspect }: Run): Promise<RunResult> {
    const output = join(this.#folder, `${name.replaceAll(/[^\w.+-]+/g, '-')}.log`)
    const descriptor = openSync(output, 'w')
    const failures: string[] = []
    try {
      const code = await runSuite({
        commandLine: this.#commandLine,
        flags: { ...this.#flags, ...settings },
        output: descriptor,
        isRepeated: this.#count > 0,
        inspect: async (connection) => {
          failures.push(...((await inspect?.(connection)) ?? []))
        },
      })
      this.#count += 1
      if (this.#signal) throw new Interruption(this.#signal)
      return { name, code, failures, output, hasPassed: code === 0 && failures.length === 0 }
    } finally {
      closeSync(descriptor)
    }
  }

  /** Removes the outputs, unless they were asked for. */
  close(): void {
    for (const signal of PASSED_ON) process.off(signal, this.#interrupt)
    if (this.#isTemporary) rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Says how a run ended. */
export const describeResult = ({ name, hasPassed, code, failures }: RunResult): string => {
  if (hasPassed) return `${name}: passed`
  const reasons = [...(code === 0 ? [] : [`exit code ${code}`]), ...failures]
  return `${name}: failed (${reasons.join('; ')})`
}

/** The end of what the command of a run wrote. */
export const endOfOutput = ({ output }: RunResult): string => {
  const descriptor = openSync(output, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, MAX_SHOWN_BYTES))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Words of a command line as a shell reads them. */
export const shellWords = (words: readonly string[]): string =>
  words
    .map((word) => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
