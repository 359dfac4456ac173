import { type Command, Option } from 'commander'
import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type { FindingLevel, FindingsReport } from '../../client/generated/control.ts'
import { clearFindings, readFindings } from '../../client/report-control.ts'
import { printable } from '../../kernel/text.ts'
import { clientCommand, formatOf, textOf, WITHOUT_WORKSPACE } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { readOneOf } from '../pairs.ts'
import { findingsAsJunit } from '../reports/findings-junit.ts'
import { findingsAsSarif } from '../reports/findings-sarif.ts'
import { findingSentences, findingsFrom, formatFindings } from '../reports/findings-text.ts'
import type { Terminal } from '../terminal.ts'
import { putReport } from '../write-output.ts'

const FORMATS = ['text', 'json', 'sarif', 'junit'] as const
type Format = (typeof FORMATS)[number]

/** `findings`: what was odd in calls. */
export const addFindingsCommand = (program: Command): void => {
  const command = program
    .command('findings')
    .summary('Show what was odd in calls.')
    .description(
      'Show what was odd in the calls of the whole server, or of a workspace that is given: level, ' +
        'meaning, remedy, count and calls. A reset keeps them.',
    )
    .addOption(levelOption('--level <level>', 'minimum level, default note'))
    .addOption(
      new Option('--format <format>', 'format of the report, default text')
        .choices(FORMATS)
        .argParser(readOneOf(FORMATS)),
    )
    .option('--output <file>', 'output file, instead of stdout')
    .addOption(levelOption('--fail-on <level>', 'exit code 1 for findings from this level on'))
    .option('--clear', 'delete the findings after they are shown')
  clientCommand(
    command,
    ['findings --level warning', 'findings --format sarif --output findings.sarif'],
    async ({ connection, terminal }, _args, options) => {
      const format = formatOf(options, FORMATS) ?? 'text'
      const level = (options.level ?? 'note') as FindingLevel
      const failOn = options.failOn as FindingLevel | undefined
      const all = await readFindings(connection)
      const wanted = { level, failLevel: failOn ?? level, url: connection.url }
      const reportOn = (shown: Terminal) => reportIn(format, all, wanted, shown)
      const output = textOf(options.output)
      if (terminal.isJson && output === undefined)
        terminal.answer(findingsFrom(all, level), () => '')
      else await putReport(output, reportOn, terminal)
      if (options.clear === true) await clearFindings(connection)
      const failures = failOn === undefined ? [] : findingSentences(findingsFrom(all, failOn))
      for (const failure of failures) terminal.fail(failure)
      return failures.length > 0 ? EXIT.refused : EXIT.ok
    },
    WITHOUT_WORKSPACE.server,
  )
}

const levelOption = (flags: string, help: string): Option =>
  new Option(flags, help).choices(FINDING_LEVELS).argParser(readOneOf(FINDING_LEVELS))

interface Wanted {
  /** Minimum level of the findings that are shown. */
  readonly level: FindingLevel
  /** Level from which a case of JUnit fails. */
  readonly failLevel: FindingLevel
  readonly url: string
}

const reportIn = (
  format: Format,
  all: FindingsReport,
  { level, failLevel, url }: Wanted,
  terminal: Terminal,
): string => {
  const report = findingsFrom(all, level)
  if (format === 'json') return JSON.stringify(report, null, 2)
  if (format === 'sarif') return JSON.stringify(findingsAsSarif(report, url), null, 2)
  if (format === 'junit') return findingsAsJunit(all, failLevel)
  return formatFindings(report, terminal).map(printable).join('\n')
}
