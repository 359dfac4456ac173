/** What a printed file says first, so that nobody edits it. */
export const printedFrom = (...sources: readonly string[]): string =>
  `Printed from ${sources.map(code).join(' and ')} by \`npm run docs\`; change it there.`

/** A text as code. */
export const code = (text: string): string => `\`${text}\``

/** A table: its heads, and its rows of cells; columns are aligned as the formatter wants them. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = heads.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = '', ...body] = cells.map(lineOf)
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}
