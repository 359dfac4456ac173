import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { InvalidArgumentError } from 'commander'
import type { Coverage, OperationCoverage } from '../../coverage/coverage-schema.ts'
import { COVERAGE_FORMAT, isCovered, outcomeText } from '../../coverage/summarise-coverage.ts'
import { messageOf, shorten } from '../../kernel/text.ts'
import { UsageError } from '../cli-errors.ts'
import { columns, type Paint } from '../terminal.ts'
import { readInput } from '../user-files.ts'
import type { Report, ReportCase } from './report.ts'

/** The formats of coverage. */
export const COVERAGE_FORMATS = ['table', 'json', 'markdown', 'junit'] as const

const BY_EXTENSION: ReadonlyMap<string, (typeof COVERAGE_FORMATS)[number]> = new Map([
  ['.txt', 'table'],
  ['.json', 'json'],
  ['.md', 'markdown'],
  ['.xml', 'junit'],
])

/** The format that the name of a file asks for; undefined for an unknown extension. */
export const formatOfFile = (file: string) => BY_EXTENSION.get(extname(file).toLowerCase())

/** A reader of the name of a file for coverage, whose extension chooses the format. */
export const readCoverageFile = (file: string): string => {
  if (formatOfFile(file)) return file
  const known = [...BY_EXTENSION].map(([extension, format]) => `${extension} (${format})`)
  throw new InvalidArgumentError(`The name of the file must end with ${known.join(', ')}.`)
}

/** Reads coverage from a file that was written as JSON. */
export const loadCoverage = async (file: string, stdin: Readable): Promise<Coverage> => {
  const wrong = (problem: string) => new UsageError(`${file} is not coverage: ${problem}`)
  const text = await (await readInput(file, stdin)).text()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw wrong(`not valid JSON: ${messageOf(error)}`)
  }
  const { format } = Object(value) as { format?: unknown }
  if (format !== COVERAGE_FORMAT)
    throw wrong(
      `format is ${JSON.stringify(format) ?? 'missing'}; expected "${COVERAGE_FORMAT}", as dam-sandbox coverage --format json writes it`,
    )
  // Loaded for this option only: the validator takes longer to load than most commands run.
  const { Coverage: schema } = await import('../../coverage/coverage-schema.ts')
  const { findError } = await import('../../validation/validator.ts')
  const { refusalFor } = await import('../../validation/describe-error.ts')
  const error = findError(schema, value)
  if (error) throw wrong(refusalFor(error, 'the file').message)
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

/** Coverage as a report. */
export const coverageReport = (coverage: Coverage): Report => ({
  name: 'coverage',
  value: coverage,
  lines: (paint) => linesOf(coverage, paint),
  cases: () => coverage.operations.flatMap(casesOf),
  markdown: () => markdownOf(coverage),
})

/** A case for each outcome of an operation, which fails when it was never met. */
const casesOf = ({ operation, calls, outcomes, successes }: OperationCoverage): ReportCase[] =>
  [
    ...outcomes.map(({ name, calls }) => ({ name, calls, means: outcomeText(name) })),
    ...successes,
  ].map((outcome) => {
    const never = calls === 0 ? 'called' : outcome.means
    const failure = `${operation} was never ${never}`
    return { group: operation, name: outcome.name, ...(outcome.calls === 0 && { failure }) }
  })

/** The totals, a table, and what is missing. */
const markdownOf = (coverage: Coverage): string => {
  const { operations, missing } = coverage
  return [
    '# Coverage',
    '',
    `${totalsOf(coverage).join('. ')}.`,
    '',
    '| Operation | Name | Calls | Outcomes | Optional fields | Variants |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...operations.map((covered) => {
      const [operation, ...cells] = cellsOf(covered)
      return `| ${[operation, covered.summary, ...cells].join(' | ')} |`
    }),
    ...(missing.length > 0 ? ['', '## Missing', ''] : []),
    ...missing.map((sentence) => `- ${sentence}`),
  ].join('\n')
}

/** Width of the table. */
const WIDTH = 80

/** A table of 80 columns, with the totals below. */
const linesOf = (coverage: Coverage, paint: Paint): string[] => {
  const { operations, supportingRoutes, missing, uncounted } = coverage
  const heads = ['', 'calls', 'outcomes', 'fields', 'variants']
  const [head = '', ...lines] = columns(heads, operations.map(cellsOf))
  const width = lines.reduce((widest, { length }) => Math.max(widest, length), head.length)
  const named = operations.map((operation, index) => {
    const name = shorten(operation.summary, WIDTH - width - 2)
    const text = `${lines[index]?.padEnd(width)}  ${name}`
    return isCovered(operation) ? text : paint('red', text)
  })
  const routes = supportingRoutes.map(({ operation, calls }) => [operation, calls])
  return [
    paint('bold', head),
    ...named,
    ...(routes.length > 0 ? ['', ...columns(['supporting route', 'calls'], routes)] : []),
    '',
    ...totalsOf(coverage),
    ...(uncounted > 0 ? [`${uncounted} further calls count for the whole server only`] : []),
    missing.length > 0
      ? `${missing.length} things were never met; --missing lists them`
      : 'nothing is missing',
  ]
}

/** An operation, its calls, and what was met of what is known. */
const cellsOf = (covered: OperationCoverage): string[] => {
  const { operation, calls, outcomes, successes, fields, variants } = covered
  const expected = [...outcomes.filter(({ isExpected }) => isExpected), ...successes]
  return [operation, String(calls), ...[expected, fields, variants].map(shareOf)]
}

const shareOf = (counted: readonly { calls: number }[]): string =>
  counted.length === 0
    ? '-'
    : `${counted.filter(({ calls }) => calls > 0).length}/${counted.length}`

/** The totals as two lines. */
const totalsOf = ({ summary }: Coverage): string[] => {
  const { operations, outcomes, fields, variants } = summary
  return [
    `${operations.seen} of ${operations.known} operations were answered with a success`,
    `${outcomes.seen} of ${outcomes.known} outcomes, ${fields.seen} of ${fields.known} optional fields, ${variants.seen} of ${variants.known} variants`,
  ]
}
