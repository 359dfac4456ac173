import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type { FindingLevel } from '../../client/generated/control.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'
import { findingsFrom, findingsReport, sentenceOf } from '../reports/findings.ts'
import { putReport, type ReportOptions } from '../reports/report.ts'

type Options = ReportOptions & { level?: FindingLevel; failOn?: FindingLevel; clear?: boolean }

const readLevel = readChoice(FINDING_LEVELS)

/** `findings`: what was odd in calls. */
export const findings: CommandSpec = {
  summary: 'Show what was odd in calls.',
  help:
    'Show what was odd in the calls of the whole server, or of a workspace that is given: level, ' +
    'meaning, remedy, count and calls. A reset keeps them.',
  options: {
    '--level <level>': ['minimum level, default note', readLevel],
    '--format <format>': [
      'format of the report, default text',
      readChoice(['text', 'json', 'sarif', 'junit']),
    ],
    '--output <file>': 'output file, instead of stdout',
    '--fail-on <level>': ['exit code 1 for findings from this level on', readLevel],
    '--clear': 'delete the findings after they are shown',
  },
  examples: ['findings --level warning', 'findings --format sarif --output findings.sarif'],
  isOfServer: true,
  async run(
    { connection, control, terminal },
    _args,
    { level = 'note', failOn, clear, ...given }: Options,
  ) {
    const all = await control.findings()
    const shown = { level, failLevel: failOn ?? level, url: connection.url }
    await putReport(findingsReport(all, shown), given, 'text', terminal)
    if (clear) await control.clearFindings()
    const failing = failOn === undefined ? [] : findingsFrom(all, failOn).findings
    for (const summary of failing) terminal.fail(sentenceOf(summary))
    return failing.length > 0 ? EXIT.refused : EXIT.ok
  },
}
