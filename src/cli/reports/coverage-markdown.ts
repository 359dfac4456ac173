import type { Coverage } from '../../coverage/coverage-schema.ts'
import { sharesOf, totalsOf } from './coverage-text.ts'

/** Coverage as a Markdown document: the totals, a table, and what is missing. */
export const coverageAsMarkdown = (coverage: Coverage): string => {
  const { operations, missing } = coverage
  const rows = operations.map((covered) => {
    const { outcomes, fields, variants } = sharesOf(covered)
    const { operation, summary, calls } = covered
    return `| ${operation} | ${summary} | ${calls} | ${outcomes} | ${fields} | ${variants} |`
  })
  return [
    '# Coverage',
    '',
    `${totalsOf(coverage).join('. ')}.`,
    '',
    '| Operation | Name | Calls | Outcomes | Optional fields | Variants |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows,
    ...(missing.length > 0 ? ['', '## Missing', ''] : []),
    ...missing.map((sentence) => `- ${sentence}`),
  ].join('\n')
}
