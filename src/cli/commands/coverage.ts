import { type Command, Option } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { OPERATIONS } from '../../client/generated/constants.ts'
import { clearCoverage, readCoverage } from '../../client/report-control.ts'
import type { Coverage } from '../../coverage/coverage-schema.ts'
import { mergeCoverage } from '../../coverage/merge-coverage.ts'
import {
  clientCommand,
  formatOf,
  type Options,
  textOf,
  WITHOUT_WORKSPACE,
} from '../client-command.ts'
import { COVERAGE_FORMATS, formatOfFile, loadCoverage } from '../coverage-files.ts'
import { EXIT } from '../exit-codes.ts'
import { readBetween, readOneOf } from '../pairs.ts'
import { coverageIn, uncoveredSentences } from '../reports/coverage-report.ts'
import type { Terminal } from '../terminal.ts'
import { putReport } from '../write-output.ts'

/** The number of operations. */
const KNOWN = Object.keys(OPERATIONS).length

/** `coverage`: what calls have exercised. */
export const addCoverageCommand = (program: Command): void => {
  const command = program
    .command('coverage')
    .summary('Show what calls have exercised.')
    .description(
      'Show what the calls to the whole server, or to a workspace that is given, have exercised: operations, ' +
        'outcomes, optional fields and variants. A reset keeps it.',
    )
    .addOption(
      new Option('--format <format>', 'format of the report, default table or by the output file')
        .choices(COVERAGE_FORMATS)
        .argParser(readOneOf(COVERAGE_FORMATS)),
    )
    .option('--output <file>', 'output file, instead of stdout')
    .addOption(
      new Option('--missing', 'sentences about what was never met, instead of a report').conflicts([
        'format',
        'output',
      ]),
    )
    .option(
      '--min <n>',
      `exit code 1 when fewer of the ${KNOWN} operations were answered with a success`,
      readBetween(0, KNOWN),
    )
    .option('--from <files...>', 'JSON files of earlier runs to merge, instead of a server')
    .addOption(new Option('--clear', 'delete the counts after they are shown').conflicts('from'))
  clientCommand(
    command,
    [
      `coverage --min ${KNOWN}`,
      'coverage --missing',
      'coverage --format junit --output coverage.xml',
      'coverage --from unit.json e2e.json --output coverage.md',
    ],
    async ({ connection, terminal }, _args, options) => {
      const output = textOf(options.output)
      const byName = output === undefined ? undefined : formatOfFile(output)
      const format = formatOf(options, COVERAGE_FORMATS) ?? byName ?? 'table'
      const coverage = await coverageFrom(connection, options)
      const reportOn = (shown: Terminal) => coverageIn(format, coverage, shown)
      if (options.missing === true)
        terminal.answer(coverage.missing, (missing: string[]) => missing)
      else if (terminal.isJson && output === undefined) terminal.answer(coverage, () => '')
      else await putReport(output, reportOn, terminal)
      if (options.clear === true) await clearCoverage(connection)
      return judge(coverage, options.min, terminal)
    },
    WITHOUT_WORKSPACE.server,
  )
}

const coverageFrom = async (connection: Connection, { from }: Options): Promise<Coverage> =>
  Array.isArray(from) ? mergeCoverage(await loadCoverage(from)) : readCoverage(connection)

const judge = (coverage: Coverage, min: unknown, terminal: Terminal): number => {
  const { seen, known } = coverage.summary.operations
  if (typeof min !== 'number' || seen >= min) return EXIT.ok
  terminal.fail(`${seen} of ${known} operations were answered with a success; ${min} are required`)
  for (const sentence of uncoveredSentences(coverage)) terminal.fail(sentence)
  return EXIT.refused
}
