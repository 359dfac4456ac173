import { OPERATIONS } from '../../client/generated/constants.ts'
import { clearCoverage, readCoverage } from '../../client/report-control.ts'
import type { Coverage } from '../../coverage/coverage-schema.ts'
import { mergeCoverage } from '../../coverage/summarise-coverage.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec, Context } from '../command.ts'
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
    '--missing': {
      help: 'sentences about what was never met, instead of a report',
      conflicts: ['format', 'output'],
    },
    '--min <n>': [
      `exit code 1 when fewer of the ${KNOWN} operations were answered with a success`,
      readBetween(0, KNOWN),
    ],
    '--from <files...>': 'JSON files of earlier runs to merge, instead of a server',
    '--clear': { help: 'delete the counts after they are shown', conflicts: ['from'] },
  },
  examples: [
    `coverage --min ${KNOWN}`,
    'coverage --missing',
    'coverage --format junit --output coverage.xml',
    'coverage --from unit.json e2e.json --output coverage.md',
  ],
  isOfServer: true,
  async run(context, _args, { missing, min, from, clear, ...given }: Options) {
    const { connection, terminal } = context
    const found = await coverageFrom(context, from)
    const byName = given.output === undefined ? undefined : formatOfFile(given.output)
    if (missing) terminal.answer(found.missing, (sentences) => sentences)
    else await putReport(coverageReport(found), given, byName ?? 'table', terminal)
    if (clear) await clearCoverage(connection)
    return judge(found, min, terminal)
  },
}

const coverageFrom = async (
  { connection, io }: Context,
  files: readonly string[] | undefined,
): Promise<Coverage> => {
  if (!files) return readCoverage(connection)
  const loaded: Coverage[] = []
  for (const file of files) loaded.push(await loadCoverage(file, io.stdin))
  return mergeCoverage(loaded)
}

const judge = (coverage: Coverage, min: number | undefined, terminal: Terminal): number => {
  const { seen, known } = coverage.summary.operations
  if (min === undefined || seen >= min) return EXIT.ok
  terminal.fail(`${seen} of ${known} operations were answered with a success; ${min} are required`)
  for (const sentence of uncoveredSentences(coverage)) terminal.fail(sentence)
  return EXIT.refused
}
