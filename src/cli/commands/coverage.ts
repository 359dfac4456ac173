import { OPERATIONS } from '../../client/generated/constants.ts'
import type { Coverage } from '../../coverage/coverage-schema.ts'
import { mergeCoverage } from '../../coverage/summarise-coverage.ts'
import { EXIT } from '../cli-errors.ts'
import { type CommandSpec, excluding } from '../command.ts'
import { readBetween, readChoice } from '../readers.ts'
import {
  COVERAGE_FORMATS,
  coverageReport,
  formatOfFile,
  loadCoverage,
  uncoveredSentences,
} from '../reports/coverage.ts'
import { putReport, type ReportOptions } from '../reports/report.ts'
import type { Terminal } from '../terminal.ts'

/** The number of operations. */
const KNOWN = Object.keys(OPERATIONS).length

type Options = ReportOptions & {
  missing?: boolean
  min?: number
  from?: string[]
  clear?: boolean
}

/** `coverage`: what calls have exercised. */
export const coverage: CommandSpec = {
  summary: 'Show what calls have exercised.',
  help:
    'Show what the calls to the whole server, or to a workspace that is given, have exercised: operations, ' +
    'outcomes, optional fields and variants. A reset keeps it.',
  options: {
    '--format <format>': [
      'format of the report, default table or by the output file',
      readChoice(COVERAGE_FORMATS),
    ],
    '--output <file>': 'output file, instead of stdout',
    '--missing': excluding(
      'sentences about what was never met, instead of a report',
      'format',
      'output',
    ),
    '--min <n>': [
      `exit code 1 when fewer of the ${KNOWN} operations were answered with a success`,
      readBetween(0, KNOWN),
    ],
    '--from <files...>': 'JSON files of earlier runs to merge, instead of a server',
    '--clear': excluding('delete the counts after they are shown', 'from'),
  },
  examples: [
    `coverage --min ${KNOWN}`,
    'coverage --missing',
    'coverage --format junit --output coverage.xml',
    'coverage --from unit.json e2e.json --output coverage.md',
  ],
  isOfServer: true,
  async run({ control, io, terminal }, _args, options: Options) {
    const { missing, min, from, clear, ...given } = options
    const loaded: Coverage[] = []
    for (const file of from ?? []) loaded.push(await loadCoverage(file, io.stdin))
    const found = from ? mergeCoverage(loaded) : await control.coverage()
    if (missing) terminal.answer(found.missing, (sentences) => sentences)
    else await putReport(coverageReport(found), given, formatOfFile(given.output), terminal)
    if (clear) await control.clearCoverage()
    return judge(found, min, terminal)
  },
}

const judge = (coverage: Coverage, min: number | undefined, terminal: Terminal): number => {
  const { seen, known } = coverage.summary.operations
  if (min === undefined || seen >= min) return EXIT.ok
  terminal.fail(`${seen} of ${known} operations were answered with a success; ${min} are required`)
  for (const sentence of uncoveredSentences(coverage)) terminal.fail(sentence)
  return EXIT.refused
}
