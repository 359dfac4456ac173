/** What a printed file says first, so that nobody edits it. */
export const printedFrom = (...sources: readonly string[]): string =>
  `Printed from ${sources.map(code).join(' and ')} by \`npm run docs\`; change it there.`

/** A table: its heads, and its rows of cells. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map(row).join('\n')

/** A text as code. */
export const code = (text: string): string => `\`${text}\``

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
