import { type Command, InvalidArgumentError } from 'commander'
import type { Connection } from '../../client/connection.ts'
import type { ChangeableAssumption } from '../../client/generated/control.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import type { SettingTexts } from '../../config/setting-source.ts'
import { didYouMean } from '../../errors/did-you-mean.ts'
import { UsageError, withExamples } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { describeNoCall } from '../made-calls.ts'
import { formatMatrix, type MatrixRow, type MatrixRun, matrixReport } from '../matrix-report.ts'
import { describeResult, endOfOutput, Interruption, Series } from '../series.ts'
import { Terminal } from '../terminal.ts'
import { failByItself } from './exec-varied.ts'
import { addSettingFlags } from './start.ts'

type MatrixOptions = SettingTexts & {
  only?: readonly string[]
  all?: boolean
  output?: string
  json?: boolean
}

/** `matrix`: on which assumptions a command depends. */
export const addMatrixCommand = (program: Command): void => {
  const command = program
    .command('matrix')
    .summary('Find the assumptions that a command depends on.')
    .argument('<command...>', 'command to run, after --')
    .description(
      'Run a command with its own server, then once for every other variant of each assumption that its calls ' +
        'touched, each time with a fresh server. A command that fails under a variant depends on the assumption. ' +
        'The exit code is 0 when it depends on none, 1 when it depends on some, and its own when it fails by itself.',
    )
    .option('--only <numbers>', 'numbers of assumptions, separated by commas', readNumbers)
    .option('--all', 'assumptions that its calls did not touch, too')
    .option('--output <folder>', 'folder for what the command writes, one file for each run')
    .option('--json', 'JSON output')
  addSettingFlags(command, { isLibrary: true, ignoredVariables: ['port'] }).action(
    async (commandLine: string[]) => {
      process.exitCode = await runMatrix(commandLine, command.opts<MatrixOptions>())
    },
  )
  withExamples(command, [
    'matrix -- npm test',
    'matrix --only A-20-1,A-1-1 --output runs -- npx vitest run',
  ])
}

const readNumbers = (text: string): string[] => {
  const numbers = text.split(',').map((number) => number.trim())
  if (numbers.every((number) => /^A-[\w-]+$/.test(number))) return numbers
  throw new InvalidArgumentError('It must be numbers of assumptions such as A-20-1,A-1-1.')
}

const runMatrix = async (
  commandLine: readonly string[],
  { only, all = false, output, json = false, ...flags }: MatrixOptions,
): Promise<number> => {
  const env = readCliEnvironment()
  const terminal = new Terminal(json, env.isColourWanted)
  const given = flags.assume ?? env.settings.assume
  const series = new Series(commandLine, flags, output)
  try {
    let known: ChangeableAssumption[] = []
    const inspect = async (connection: Connection): Promise<readonly string[]> => {
      known = await readVariants(connection)
      return describeNoCall(connection, 'matrix', 'matrix')
    }
    const usual = await series.run({ name: 'default', settings: {}, inspect })
    terminal.note(describeResult(usual))
    if (!usual.hasPassed) return failByItself(usual)
    const rows: MatrixRow[] = []
    for (const assumption of wantedOf(known, only, all))
      rows.push({ assumption, runs: await runVariants(series, assumption, given, terminal) })
    terminal.answer(json ? matrixReport(rows) : rows, formatMatrix)
    return matrixReport(rows).dependsOn.length === 0 ? EXIT.ok : EXIT.refused
  } catch (error) {
    if (error instanceof Interruption) return error.exitCode
    throw error
  } finally {
    series.close()
  }
}

/** The assumptions with variants, and which of them calls of any workspace have consulted. */
const readVariants = async (connection: Connection): Promise<ChangeableAssumption[]> => {
  const query = { all: 'true' }
  const answer = await connection.json<{ assumptions: ChangeableAssumption[] }>(
    'GET',
    '/variants',
    { query },
  )
  return answer.assumptions
}

const wantedOf = (
  known: readonly ChangeableAssumption[],
  only: readonly string[] | undefined,
  all: boolean,
): ChangeableAssumption[] => {
  if (only === undefined) return known.filter(({ isTouched }) => all || isTouched)
  const numbers = known.map(({ number }) => number)
  for (const number of only)
    if (!numbers.includes(number))
      throw new UsageError(
        `--only: ${number} is not an assumption with variants${didYouMean(number, numbers)}`,
      )
  return known.filter(({ number }) => only.includes(number))
}

const runVariants = async (
  series: Series,
  { number, variants, chosen }: ChangeableAssumption,
  given: string | undefined,
  terminal: Terminal,
): Promise<MatrixRun[]> => {
  const runs: MatrixRun[] = []
  for (const variant of Object.keys(variants).filter((name) => name !== chosen)) {
    const pair = `${number}=${variant}`
    const assume = given === undefined || given === '' ? pair : `${given},${pair}`
    const result = await series.run({ name: pair, settings: { assume } })
    terminal.note(describeResult(result))
    if (!result.hasPassed) process.stderr.write(endOfOutput(result))
    runs.push({ variant, result })
  }
  return runs
}
