// Rows of results as text.

/** Rows as a Markdown table with even columns, which a terminal shows well, too. */
export const grid = (rows) => {
  if (rows.length === 0) return ''
  const heads = Object.keys(rows[0])
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  const text = (line) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`
  const [head, ...body] = lines.map(text)
  return `${head}| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n${body.join('')}\n`
}

/** A median with its lowest and highest value in brackets; empty where nothing was measured. */
export const spreadText = (spread, digits = 2) =>
  spread
    ? `${spread.median.toFixed(digits)} (${spread.lowest.toFixed(digits)} to ${spread.highest.toFixed(digits)})`
    : ''

/** A whole number with separators of thousands. */
export const countText = (value) => Math.round(value).toLocaleString('en-US')
