import junit from 'junit-report-builder'
import { printable } from '../../kernel/text.ts'
import { UsageError } from '../cli-errors.ts'
import type { Terminal } from '../terminal.ts'
import { writeText } from '../user-files.ts'

/** One case of a JUnit report: what was judged, and what is wrong with it. */
export interface ReportCase {
  /** Its group, such as the number of an operation. */
  readonly group: string
  readonly name: string
  /** Sentence about what is wrong; without it the case has passed. */
  readonly failure?: string
}

/** What a report is in the formats that it has; `table` is the same as `text`. */
export interface Report {
  readonly name: string
  /** The value that the format `json` prints. */
  readonly value: object
  readonly lines: readonly string[]
  readonly cases: readonly ReportCase[]
  readonly markdown?: readonly string[]
  readonly sarif?: object
}

type Format = 'json' | 'junit' | 'markdown' | 'sarif' | 'table' | 'text'

/** A report in a format. */
export const textIn = (report: Report, format: Format): string => {
  if (format === 'json') return JSON.stringify(report.value, null, 2)
  if (format === 'sarif') return JSON.stringify(report.sarif, null, 2)
  if (format === 'junit') return junitOf(report)
  const lines = format === 'markdown' ? report.markdown : report.lines.map(printable)
  return (lines ?? []).join('\n')
}

type Builder = typeof junit.default

/** Node and bundles give the exports of this CommonJS package, test runners its default export. */
const builder: Builder = 'default' in junit ? junit.default : (junit as Builder)

/** The cases as a JUnit report, which CI systems show as tests. */
const junitOf = ({ name: suiteName, cases }: Report): string => {
  const report = builder.newBuilder()
  const suite = report.testSuite().name(suiteName)
  for (const { group, name, failure } of cases) {
    const testCase = suite.testCase().className(group).name(name)
    if (failure !== undefined) testCase.failure(failure)
  }
  return report.build()
}

/** Where and how a report is wanted. */
export interface ReportOptions {
  readonly format?: Format
  readonly output?: string
}

/** Prints a report, or writes it to a file. */
export const putReport = async (
  report: Report,
  { format, output }: ReportOptions,
  usual: Format,
  terminal: Terminal,
): Promise<void> => {
  const { isJson } = terminal
  if (isJson && format !== undefined && format !== 'json')
    throw new UsageError(`--json excludes --format ${format}; give one of them`)
  const wanted = isJson ? 'json' : (format ?? usual)
  if (output !== undefined) await writeText(output, textIn(report, wanted))
  else if (isJson) terminal.answer(report.value, () => '')
  else terminal.print(textIn(report, wanted))
}
