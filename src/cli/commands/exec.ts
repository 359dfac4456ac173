import type { Command } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { readCoverage } from '../../client/report-control.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import type { SettingTexts } from '../../config/settings.ts'
import { withExamples } from '../client-command.ts'
import { formatOfFile, readCoverageFile } from '../coverage-files.ts'
import { EXIT } from '../exit-codes.ts'
import { CONDITIONS_HELP, type Condition, failuresOf, readConditions } from '../fail-on.ts'
import { coverageIn } from '../reports/coverage-report.ts'
import { runSuite } from '../suite.ts'
import { Terminal } from '../terminal.ts'
import { requirePlaceFor, writeReport } from '../write-output.ts'
import { type Each, execEach, readEach } from './exec-each.ts'
import { addSettingFlags } from './start.ts'

/** `exec`: a server that runs as long as a command. */
export const addExecCommand = (program: Command): void => {
  const command = program
    .command('exec')
    .summary('Run a command with its own server.')
    .argument('<command...>', 'command to run, after --')
    .description(
      'Start a server on a free port, run a command with SANDBOX_URL, SANDBOX_ACCESS_TOKEN, ' +
        'SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY in its environment, and stop the server. The exit code is ' +
        'that of the command, or 1 with --fail-on or --each after no call. Signals are passed on to it. ' +
        'The server logs only with --log. With --each the command runs again, each time with a fresh server: ' +
        'under every other variant of the assumptions that its calls touched, or under seeds of variation until it fails.',
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
      '--each <what>',
      'repeat the command for each variant (variant=all for untouched assumptions, too; or their numbers) or variation=<seeds>',
      readEach,
    )
    .option('--json', 'report of --each, and errors, as JSON')
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
    'exec --each variant -- npm test',
    'exec --each variation=20 -- npm test',
  ])
}

type ExecOptions = SettingTexts & {
  failOn?: Condition[]
  coverage?: string
  each?: Each
  json?: boolean
}

const exec = async (
  commandLine: readonly string[],
  { failOn = [], coverage, each, json = false, ...flags }: ExecOptions,
): Promise<number> => {
  const terminal = new Terminal(json, readCliEnvironment().isColourWanted)
  if (coverage !== undefined) requirePlaceFor(coverage)
  let unwritten = coverage
  const gate = failOn.length > 0 ? '--fail-on' : undefined
  const inspect = async (connection: Connection): Promise<readonly string[]> => {
    // Of repeated runs the first one, without a change, counts.
    if (unwritten !== undefined) await writeCoverage(connection, unwritten)
    unwritten = undefined
    const noCall = await describeNoCall(connection, each ? '--each' : gate)
    return [...noCall, ...(await failuresOf(connection, failOn))]
  }
  if (each) {
    const code = await execEach({ commandLine, flags, terminal, inspect }, each)
    terminal.end()
    return code
  }
  const sentences: string[] = []
  const code = await runSuite({
    commandLine,
    flags,
    inspect: async (connection) => {
      sentences.push(...(await inspect(connection)))
    },
  })
  for (const sentence of sentences) terminal.fail(sentence)
  // Without a gate the only sentence is a warning.
  return code === EXIT.ok && gate && sentences.length > 0 ? EXIT.refused : code
}

/** Writes what the calls to a server have exercised, in the format of the file. */
const writeCoverage = async (connection: Connection, file: string): Promise<void> => {
  const coverage = await readCoverage(connection)
  const format = formatOfFile(file) ?? 'table'
  await writeReport(file, (terminal) => coverageIn(format, coverage, terminal))
}

/** A sentence when a command has called no operation and no supporting route of its server. */
const describeNoCall = async (
  connection: Connection,
  judge: string | undefined,
): Promise<string[]> => {
  const { operations, supportingRoutes } = await readCoverage(connection)
  if ([...operations, ...supportingRoutes].some(({ calls }) => calls > 0)) return []
  const consequence = judge === undefined ? '' : `, so ${judge} judged nothing`
  return [
    `The command called no operation of the server of exec at ${connection.url}${consequence}; calls of another server, such as one of startSandbox(), are not seen: let the suite use SANDBOX_URL`,
  ]
}
