import { OPERATIONS } from '../../client/generated/constants.ts'
import type { Coverage } from '../../coverage/coverage-schema.ts'
import { mergeCoverage } from '../../coverage/summarise-coverage.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { readBetween } from '../readers.ts'
import { formatCoverage, loadCoverage, uncoveredSentences } from '../reports/coverage.ts'
import type { Terminal } from '../terminal.ts'

const KNOWN = Object.keys(OPERATIONS).length

export const coverage: CommandSpec = {
  summary: 'Show what calls have exercised.',
  help:
    'Show what the calls to the whole server, or to a workspace that is given, have exercised: operations, ' +
    'outcomes, optional fields and variants. A reset keeps it.',
  takes: {
    '--missing': 'sentences about what was never met, instead of a table',
    '--min <n>': [
      `exit code 1 when fewer of the ${KNOWN} operations were answered with a success`,
      readBetween(0, KNOWN),
    ],
    '--from <files...>': 'JSON files of earlier runs to merge, instead of a server',
    '--clear': ['delete the counts after they are shown', undefined, ['from']],
  },
  examples: [
    `coverage --min ${KNOWN}`,
    'coverage --missing',
    'coverage --from unit.json e2e.json --json > all.json',
  ],
  isOfServer: true,
  async run({ control, io, terminal }, _args, { missing, min, from, clear }: Options) {
    const loaded: Coverage[] = []
    for (const file of from ?? []) loaded.push(await loadCoverage(file, io.stdin))
    const found = from ? mergeCoverage(loaded) : await control.coverage()
    if (missing) terminal.answer(found.missing, (sentences) => sentences)
    else terminal.answer(found, formatCoverage)
    if (clear) await control.clearCoverage()
    return judge(found, min, terminal)
  },
}

interface Options {
  missing?: boolean
  min?: number
  from?: string[]
  clear?: boolean
}

const judge = (coverage: Coverage, min: number | undefined, terminal: Terminal): number => {
  const { seen, known } = coverage.summary.operations
  if (min === undefined || seen >= min) return EXIT.ok
  terminal.fail(`${seen} of ${known} operations were answered with a success; ${min} are required`)
  for (const sentence of uncoveredSentences(coverage)) terminal.fail(sentence)
  return EXIT.refused
}
