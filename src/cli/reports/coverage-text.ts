import type { Coverage, OperationCoverage } from '../../coverage/coverage-schema.ts'
import { isCovered } from '../../coverage/summarise-coverage.ts'
import { columns, type Terminal } from '../terminal.ts'

/** Width of the table. */
const WIDTH = 80

const HEADS = ['', 'calls', 'outcomes', 'fields', 'variants']

/** Coverage as a table of 80 columns, with the totals below. */
export const formatCoverage = (coverage: Coverage, terminal: Terminal): string[] => {
  const { operations, supportingRoutes, missing, uncounted } = coverage
  const [head = '', ...lines] = columns(HEADS, operations.map(cellsOf))
  const width = lines.reduce((widest, { length }) => Math.max(widest, length), head.length)
  const named = lines.map((line, index) => {
    const operation = operations[index]
    const text = `${line.padEnd(width)}  ${shortened(operation?.summary ?? '', WIDTH - width - 2)}`
    return operation && isCovered(operation) ? text : terminal.paint('red', text)
  })
  return [
    terminal.paint('bold', head),
    ...named,
    ...(supportingRoutes.length > 0 ? ['', ...formatRoutes(supportingRoutes)] : []),
    '',
    ...totalsOf(coverage),
    ...(uncounted > 0 ? [`${uncounted} further calls count for the whole server only`] : []),
    ...(missing.length > 0
      ? [`${missing.length} things were never met; --missing lists them`]
      : ['nothing is missing']),
  ]
}

const cellsOf = (covered: OperationCoverage): string[] => {
  const { operation, calls } = covered
  const { outcomes, fields, variants } = sharesOf(covered)
  return [operation, String(calls), outcomes, fields, variants]
}

/** What was met of what is known, such as `3/7`, or `-` where nothing is. */
export const sharesOf = ({ outcomes, successes, fields, variants }: OperationCoverage) => ({
  outcomes: shareOf([...outcomes.filter(({ isExpected }) => isExpected), ...successes]),
  fields: shareOf(fields),
  variants: shareOf(variants),
})

const shareOf = (counted: readonly { calls: number }[]): string =>
  counted.length === 0
    ? '-'
    : `${counted.filter(({ calls }) => calls > 0).length}/${counted.length}`

/** The totals as two lines. */
export const totalsOf = ({ summary }: Coverage): string[] => {
  const { operations, outcomes, fields, variants } = summary
  return [
    `${operations.seen} of ${operations.known} operations were answered with a success`,
    `${outcomes.seen} of ${outcomes.known} outcomes, ${fields.seen} of ${fields.known} optional fields, ${variants.seen} of ${variants.known} variants`,
  ]
}

const formatRoutes = (routes: readonly OperationCoverage[]): string[] =>
  columns(
    ['supporting route', 'calls'],
    routes.map(({ operation, calls }) => [operation, calls]),
  )

const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, Math.max(0, max - 1))}…` : text
