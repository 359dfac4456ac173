import type { Coverage } from '../../coverage/coverage-schema.ts'
import { isCovered } from '../../coverage/summarise-coverage.ts'
import { printable } from '../../kernel/text.ts'
import type { CoverageFormat } from '../coverage-files.ts'
import type { Terminal } from '../terminal.ts'
import { coverageAsJunit } from './coverage-junit.ts'
import { coverageAsMarkdown } from './coverage-markdown.ts'
import { formatCoverage } from './coverage-text.ts'

/** Coverage in a format. */
export const coverageIn = (
  format: CoverageFormat,
  coverage: Coverage,
  terminal: Terminal,
): string => {
  if (format === 'json') return JSON.stringify(coverage, null, 2)
  if (format === 'junit') return coverageAsJunit(coverage)
  if (format === 'markdown') return coverageAsMarkdown(coverage)
  return formatCoverage(coverage, terminal).map(printable).join('\n')
}

/** A sentence for each operation that was never answered with a success. */
export const uncoveredSentences = ({ operations }: Pick<Coverage, 'operations'>): string[] =>
  operations
    .filter((covered) => !isCovered(covered))
    .map(({ operation, summary, calls }) => {
      const never = calls === 0 ? 'called' : 'answered with a success'
      return `${operation} (${summary}) was never ${never}`
    })
