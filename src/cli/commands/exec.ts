import type { Command } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { readCoverage } from '../../client/coverage-control.ts'
import type { SettingTexts } from '../../config/setting-source.ts'
import { printable } from '../../kernel/text.ts'
import { withExamples } from '../client-command.ts'
import { formatOfFile, readCoverageFile } from '../coverage-files.ts'
import { EXIT } from '../exit-codes.ts'
import { CONDITIONS_HELP, type Condition, failuresOf, readConditions } from '../fail-on.ts'
import { describeNoCall } from '../made-calls.ts'
import { readBetween } from '../pairs.ts'
import { coverageIn } from '../reports/coverage-report.ts'
import { runSuite } from '../suite.ts'
import { requirePlaceFor, writeReport } from '../write-output.ts'
import { execVaried } from './exec-varied.ts'
import { addSettingFlags } from './start.ts'

/** Maximum number of seeds of one command. */
const MAX_SEEDS = 1_000

/** `exec`: a server that runs as long as a command. */
export const addExecCommand = (program: Command): void => {
  const command = program
    .command('exec')
    .summary('Run a command with its own server.')
    .argument('<command...>', 'command to run, after --')
    .description(
      'Start a server on a free port, run a command with SANDBOX_URL, SANDBOX_ACCESS_TOKEN, ' +
        'SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY in its environment, and stop the server. The exit code is ' +
        'that of the command, or 1 with --fail-on or --vary after no call. Signals are passed on to it. ' +
        'The server logs only with --log.',
    )
    .option(
      '--fail-on <conditions>',
      `make the exit code 1 after a successful command: ${CONDITIONS_HELP}; repeatable, or separated by commas`,
      readConditions,
    )
    .option(
      '--coverage <file>',
      'file for what calls have exercised, written at the end: .json, .md, .xml (JUnit) or .txt (table)',
      readCoverageFile,
    )
    .option(
      '--vary <seeds>',
      'repeat the command under the seeds 1 to this one, and find the variation under which it fails',
      readBetween(1, MAX_SEEDS),
    )
  addSettingFlags(command, { isLibrary: true, ignoredVariables: ['port'] }).action(
    async (commandLine: string[]) => {
      process.exitCode = await exec(commandLine, command.opts<ExecOptions>())
    },
  )
  withExamples(command, [
    'exec -- npx vitest run',
    'exec --fail-on findings,unused-faults,uncovered -- npm test',
    'exec --coverage coverage.json -- npm test',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
    'exec --vary 20 -- npm test',
  ])
}

type ExecOptions = SettingTexts & { failOn?: Condition[]; coverage?: string; vary?: number }

const exec = async (
  commandLine: readonly string[],
  { failOn = [], coverage, vary, ...flags }: ExecOptions,
): Promise<number> => {
  if (coverage !== undefined) requirePlaceFor(coverage)
  let unwritten = coverage
  const gate = failOn.length > 0 ? '--fail-on' : undefined
  const judge = vary === undefined ? gate : '--vary'
  const inspect = async (connection: Connection): Promise<readonly string[]> => {
    // Of repeated runs the first one, without variation, counts.
    if (unwritten !== undefined) await writeCoverage(connection, unwritten)
    unwritten = undefined
    const noCall = await describeNoCall(connection, 'exec', judge)
    return [...noCall, ...(await failuresOf(connection, failOn))]
  }
  if (vary !== undefined) return execVaried({ commandLine, flags, seeds: vary, inspect })
  const sentences: string[] = []
  const code = await runSuite({
    commandLine,
    flags,
    inspect: async (connection) => {
      sentences.push(...(await inspect(connection)))
    },
  })
  for (const sentence of sentences) process.stderr.write(`dam-sandbox: ${printable(sentence)}\n`)
  // Without a gate the only sentence is a warning.
  return code === EXIT.ok && gate && sentences.length > 0 ? EXIT.refused : code
}

/** Writes what the calls to a server have exercised, in the format of the file. */
const writeCoverage = async (connection: Connection, file: string): Promise<void> => {
  const coverage = await readCoverage(connection)
  const format = formatOfFile(file) ?? 'table'
  await writeReport(file, (terminal) => coverageIn(format, coverage, terminal))
}
