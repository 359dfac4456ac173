import type { Readable } from 'node:stream'
import { OPERATIONS } from '../../client/generated/constants.ts'
import type { Coverage, OperationCoverage } from '../../instruments/coverage/coverage-schema.ts'
import {
  COVERAGE_FORMAT,
  isCovered,
  mergeCoverage,
} from '../../instruments/coverage/summarise-coverage.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { readBetween } from '../readers.ts'
import { formatValue, type Terminal } from '../terminal.ts'
import { readJsonInput } from '../user-files.ts'

const KNOWN = Object.keys(OPERATIONS).length

export const coverage: CommandSpec = {
  summary: 'Show the operations, outcomes, fields and variants that calls have exercised.',
  help:
    'Show what calls to the whole server, or to --workspace, have exercised: operations, ' +
    'outcomes, optional fields and variants. A reset keeps the counts.',
  takes: {
    '--missing': 'list what no call exercised, instead of a table',
    '--min <n>': [
      `exit with code 1 if fewer of the ${KNOWN} operations succeeded at least once`,
      readBetween(0, KNOWN),
    ],
    '--from <files...>': 'merge JSON files of earlier runs instead of asking a server',
    '--clear': ['delete the counts after showing them', undefined, ['from']],
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
  terminal.fail(`${seen} of ${known} operations succeeded at least once; ${min} are required`)
  for (const sentence of uncoveredSentences(coverage)) terminal.fail(sentence)
  return EXIT.refused
}

const loadCoverage = async (file: string, stdin: Readable): Promise<Coverage> => {
  const value = await readJsonInput(file, stdin)
  const { format } = Object(value) as { format?: unknown }
  if (format !== COVERAGE_FORMAT)
    throw new UsageError(
      `${file} is not a coverage file: format is ${JSON.stringify(format) ?? 'missing'}, expected "${COVERAGE_FORMAT}"; dam-sandbox coverage --json writes one`,
    )
  // Loaded only for this option, because loading the validator takes longer than most commands run.
  const { Coverage: schema } = await import('../../instruments/coverage/coverage-schema.ts')
  const { findError } = await import('../../contract/validation/validator.ts')
  const { refusalFor } = await import('../../contract/validation/describe-error.ts')
  const error = findError(schema, value)
  if (error)
    throw new UsageError(`${file} is not a coverage file: ${refusalFor(error, 'the file').message}`)
  return value as Coverage
}

export const uncoveredSentences = ({ operations }: Pick<Coverage, 'operations'>): string[] =>
  operations
    .filter((covered) => !isCovered(covered))
    .map(({ operation, summary, calls }) => {
      const never = calls === 0 ? 'called' : 'successful'
      return `${operation} (${summary}) was never ${never}`
    })

const formatCoverage = (coverage: Coverage): string[] => {
  const { operations, supportingRoutes, missing, uncounted, summary } = coverage
  return [
    ...formatValue(operations.map(rowOf)),
    '',
    ...formatValue(supportingRoutes, ['operation', 'calls']),
    ...(supportingRoutes.length > 0 ? [''] : []),
    `${shareOf(summary.operations)} operations succeeded at least once`,
    `${shareOf(summary.outcomes)} outcomes, ${shareOf(summary.fields)} optional fields, ${shareOf(summary.variants)} variants`,
    ...(uncounted > 0 ? [`${uncounted} more calls count only for the whole server`] : []),
    `${missing.length} items were never exercised; --missing lists them`,
  ]
}

const shareOf = ({ seen, known }: { seen: number; known: number }): string => `${seen} of ${known}`

const rowOf = (covered: OperationCoverage) => {
  const { operation, calls, outcomes, successes, fields, variants, summary } = covered
  const expected = [...outcomes.filter(({ isExpected }) => isExpected), ...successes]
  return {
    operation,
    calls,
    outcomes: metOf(expected),
    fields: metOf(fields),
    variants: metOf(variants),
    summary,
  }
}

const metOf = (counted: readonly { calls: number }[]): string =>
  `${counted.filter(({ calls }) => calls > 0).length}/${counted.length}`
