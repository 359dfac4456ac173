import type { Connection } from '../../client/connection.ts'
import { flagsOf } from '../../config/flags.ts'
import type { SettingTexts } from '../../config/setting-source.ts'
import { printable } from '../../kernel/text.ts'
import { UsageError } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import {
  describeResult,
  endOfOutput,
  Interruption,
  type RunResult,
  Series,
  shellWords,
} from '../series.ts'
import { describeReliance, findReliance, variationText } from '../vary-suite.ts'

/** A command that is repeated under several seeds. */
export interface VariedCommand {
  readonly commandLine: readonly string[]
  readonly flags: SettingTexts
  readonly seeds: number
  /** Why a run counts as failed after a successful command; looks at the server at the end of each. */
  readonly inspect: (connection: Connection) => Promise<readonly string[]>
}

/** Settings whose values are secrets, which the command that repeats a run does not show. */
const SECRETS: ReadonlySet<string> = new Set(['adminKey', 'clientKey'])

/** Repeats a command without variation and under each seed; returns the exit code. */
export const execVaried = async (command: VariedCommand): Promise<number> => {
  const { commandLine, flags, seeds, inspect } = command
  if (flags.variation !== undefined)
    throw new UsageError('--variation and --vary exclude each other; --vary chooses the seeds')
  const series = new Series(commandLine, flags)
  const runUnder = async (name: string, variation: string): Promise<RunResult> => {
    const result = await series.run({ name, settings: { variation }, inspect })
    note(describeResult(result))
    return result
  }
  try {
    const usual = await runUnder('without variation', 'off')
    if (!usual.hasPassed) return failByItself(usual)
    const found = await findReliance(runUnder, seeds)
    if (!found) {
      process.stdout.write(`The command passes under ${seeds} seeds.\n`)
      return EXIT.ok
    }
    process.stderr.write(endOfOutput(found.result))
    process.stdout.write(
      `${describeReliance(found)}\nRepeat it: ${repeatOf(command, variationText(found))}\n`,
    )
    return EXIT.refused
  } catch (error) {
    if (error instanceof Interruption) return error.exitCode
    throw error
  } finally {
    series.close()
  }
}

const note = (text: string): void => {
  process.stderr.write(`${printable(text)}\n`)
}

/** Shows why a command fails without anything changed; its exit code stays. */
export const failByItself = (usual: RunResult): number => {
  process.stderr.write(endOfOutput(usual))
  const why =
    usual.code === 0 ? usual.failures : ['the command fails by itself; make it pass first']
  for (const sentence of why) note(`dam-sandbox: ${sentence}`)
  return usual.code === 0 ? EXIT.refused : usual.code
}

const repeatOf = ({ commandLine, flags }: VariedCommand, variation: string): string => {
  const shown = Object.entries(flags).filter(([name]) => !SECRETS.has(name))
  const words = flagsOf({ variation, ...Object.fromEntries(shown) })
  return shellWords(['dam-sandbox', 'exec', ...words, '--', ...commandLine])
}
