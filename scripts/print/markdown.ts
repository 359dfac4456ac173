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

/** A text with the lines between `<!-- name:start -->` and `<!-- name:end -->` replaced. */
export const replaceBlock = (text: string, name: string, content: string): string => {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`the text has no block ${start} … ${end}`)
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`
}
