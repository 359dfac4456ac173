import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { InvalidArgumentError } from 'commander'
import type { Coverage, OperationCoverage } from '../../coverage/coverage-schema.ts'
import { COVERAGE_FORMAT, isCovered, outcomeText } from '../../coverage/summarise-coverage.ts'
import { UsageError } from '../cli-errors.ts'
import { columns } from '../terminal.ts'
import { readJsonInput } from '../user-files.ts'
import type { Report, ReportCase } from './report.ts'

/** The formats of coverage. */
export const COVERAGE_FORMATS = ['table', 'json', 'markdown', 'junit'] as const

const BY_EXTENSION: ReadonlyMap<string, (typeof COVERAGE_FORMATS)[number]> = new Map([
  ['.txt', 'table'],
  ['.json', 'json'],
  ['.md', 'markdown'],
  ['.xml', 'junit'],
])

/** The format that the name of a file asks for, the table for an unknown extension. */
export const formatOfFile = (file = '') => BY_EXTENSION.get(extname(file).toLowerCase()) ?? 'table'

/** A reader of the name of a file for coverage, whose extension chooses the format. */
export const readCoverageFile = (file: string): string => {
  if (BY_EXTENSION.has(extname(file).toLowerCase())) return file
  const known = [...BY_EXTENSION].map(([extension, format]) => `${extension} (${format})`)
  throw new InvalidArgumentError(`The name of the file must end with ${known.join(', ')}.`)
}

/** Reads coverage from a file that was written as JSON. */
export const loadCoverage = async (file: string, stdin: Readable): Promise<Coverage> => {
  const value = await readJsonInput(file, stdin)
  const { format } = Object(value) as { format?: unknown }
  if (format !== COVERAGE_FORMAT)
    throw new UsageError(
      `${file} is not coverage: format is ${JSON.stringify(format) ?? 'missing'}; expected "${COVERAGE_FORMAT}", as dam-sandbox coverage --format json writes it`,
    )
  // Loaded for this option only: the validator takes longer to load than most commands run.
  const { Coverage: schema } = await import('../../coverage/coverage-schema.ts')
  const { findError } = await import('../../validation/validator.ts')
  const { refusalFor } = await import('../../validation/describe-error.ts')
  const error = findError(schema, value)
  if (error)
    throw new UsageError(`${file} is not coverage: ${refusalFor(error, 'the file').message}`)
  return value as Coverage
}

/** A sentence for each operation that was never answered with a success. */
export const uncoveredSentences = ({ operations }: Pick<Coverage, 'operations'>): string[] =>
  operations
    .filter((covered) => !isCovered(covered))
    .map(({ operation, summary, calls }) => {
      const never = calls === 0 ? 'called' : 'answered with a success'
      return `${operation} (${summary}) was never ${never}`
    })

const HEADS = ['', 'calls', 'outcomes', 'fields', 'variants', '']
const MARKDOWN_HEADS = ['Operation', 'Calls', 'Outcomes', 'Optional fields', 'Variants', 'Name']

/** Coverage as a report. */
export const coverageReport = (coverage: Coverage): Report => {
  const { operations, supportingRoutes, missing, uncounted, summary } = coverage
  const rows = operations.map(cellsOf)
  const totals = [
    `${shareOf(summary.operations)} operations were answered with a success`,
    `${shareOf(summary.outcomes)} outcomes, ${shareOf(summary.fields)} optional fields, ${shareOf(summary.variants)} variants`,
  ]
  const routes = supportingRoutes.map(({ operation, calls }) => [operation, calls])
  return {
    name: 'coverage',
    value: coverage,
    cases: operations.flatMap(casesOf),
    lines: [
      ...columns(HEADS, rows),
      ...(routes.length > 0 ? ['', ...columns(['supporting route', 'calls'], routes)] : []),
      '',
      ...totals,
      ...(uncounted > 0 ? [`${uncounted} further calls count for the whole server only`] : []),
      missing.length > 0
        ? `${missing.length} things were never met; --missing lists them`
        : 'nothing is missing',
    ],
    markdown: [
      '# Coverage',
      '',
      `${totals.join('. ')}.`,
      '',
      ...[MARKDOWN_HEADS, HEADS.map(() => '---'), ...rows].map(
        (cells) => `| ${cells.join(' | ')} |`,
      ),
      ...(missing.length > 0 ? ['', '## Missing', ''] : []),
      ...missing.map((sentence) => `- ${sentence}`),
    ],
  }
}

const shareOf = ({ seen, known }: { seen: number; known: number }): string => `${seen} of ${known}`

/** An operation, its calls, and what was met of what is known. */
const cellsOf = (covered: OperationCoverage): string[] => {
  const { operation, calls, outcomes, successes, fields, variants, summary } = covered
  const expected = [...outcomes.filter(({ isExpected }) => isExpected), ...successes]
  const shares = [expected, fields, variants].map((counted) => {
    const met = counted.filter(({ calls }) => calls > 0).length
    return counted.length === 0 ? '-' : `${met}/${counted.length}`
  })
  return [operation, String(calls), ...shares, summary]
}

/** A case for each outcome of an operation, which fails when it was never met. */
const casesOf = ({ operation, calls, outcomes, successes }: OperationCoverage): ReportCase[] =>
  [
    ...outcomes.map(({ name, calls }) => ({ name, calls, means: outcomeText(name) })),
    ...successes,
  ].map((outcome) => {
    const failure = `${operation} was never ${calls === 0 ? 'called' : outcome.means}`
    return { group: operation, name: outcome.name, ...(outcome.calls === 0 && { failure }) }
  })
