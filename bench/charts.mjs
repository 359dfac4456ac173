// Charts of results as SVG, without a library: those that need no page to draw on are larger than what is drawn here. Colours follow the reader's theme.

const WIDTH = 760
const FONT = 11
const STYLE = `svg{color-scheme:light dark;font:${FONT}px sans-serif}.back{fill:#fff}text{fill:#24292f}.grid{stroke:#d0d7de}.spread{stroke:#24292f}.s0{fill:#2f6fca;stroke:#2f6fca}.s1{fill:#c4611a;stroke:#c4611a}.s2{fill:#2a8a4a;stroke:#2a8a4a}.line{fill:none;stroke-width:1.5}@media(prefers-color-scheme:dark){.back{fill:#0d1117}text{fill:#d1d7e0}.grid{stroke:#3d444d}.spread{stroke:#d1d7e0}.s0{fill:#6ea8fe;stroke:#6ea8fe}.s1{fill:#f0a060;stroke:#f0a060}.s2{fill:#5fcf85;stroke:#5fcf85}.line{fill:none}}`

const escaped = (text) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign],
  )

const fixed = (value) => Number(value.toFixed(1))

const picture = (title, height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img"><title>${escaped(title)}</title><style>${STYLE}</style><rect class="back" width="100%" height="100%"/>${parts.join('')}</svg>\n`

const label = (x, y, text, anchor = 'start') =>
  `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}">${escaped(text)}</text>`

const rule = (x1, y1, x2, y2, kind = 'grid') =>
  `<line class="${kind}" x1="${fixed(x1)}" y1="${fixed(y1)}" x2="${fixed(x2)}" y2="${fixed(y2)}"/>`

/** The names of series beside their colours. */
const legend = (names, y) =>
  names.map((name, index) => {
    const x = 70 + index * 180
    return `<rect class="s${index}" x="${x}" y="${y - 9}" width="10" height="10"/>${label(x + 15, y, name)}`
  })

const ROW = 30
const BAR = 11
const LEFT = 44

/**
 * Bars from 0 to 1 or more for each row, one for each series, with a line from its lowest to its highest value. `marks` are
 * values with a vertical line.
 */
export const barChart = ({ title, series, rows, marks }) => {
  const height = rows.length * ROW + 64
  const highest = Math.max(1, ...rows.flatMap(({ values }) => values.map((one) => one.highest)))
  const x = (value) => LEFT + (value / highest) * (WIDTH - LEFT - 60)
  const bottom = height - 24
  const lines = marks.flatMap((mark) => [
    rule(x(mark), 30, x(mark), bottom),
    label(x(mark), bottom + 14, `${mark}`, 'middle'),
  ])
  const bars = rows.flatMap(({ name, values }, row) => [
    label(LEFT - 6, 36 + row * ROW + BAR + 5, name, 'end'),
    ...values.map(({ median, lowest, highest: most }, index) => {
      const y = 36 + row * ROW + index * (BAR + 1)
      return [
        `<rect class="s${index}" x="${LEFT}" y="${y}" width="${fixed(x(median) - LEFT)}" height="${BAR}"/>`,
        rule(x(lowest), y + BAR / 2, x(most), y + BAR / 2, 'spread'),
        label(x(Math.max(median, most)) + 5, y + BAR, median.toFixed(2)),
      ].join('')
    }),
  ])
  return picture(title, height, [...legend(series, 18), ...lines, ...bars])
}

const PANEL = 130
const PLOT = 90

/** A round number that is at least as large, so that an axis ends there. */
const roundUp = (value) => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 1.5, 2, 3, 4, 5, 7.5, 10].map((factor) => factor * unit).find((end) => end >= value)
}

const panelOf = ({ name, lines }, top, x) => {
  const end = roundUp(Math.max(...lines.flat().map(([, value]) => value)))
  const y = (value) => top + PLOT - (Math.min(value, end) / end) * PLOT
  return [
    label(LEFT + 6, top - 8, name),
    ...[0, 0.5, 1].flatMap((share) => [
      rule(x(0), y(share * end), x(1), y(share * end)),
      label(LEFT, y(share * end) + 4, `${share * end}`, 'end'),
    ]),
    ...lines.map((points, index) => {
      const path = points.map(([share, value]) => `${fixed(x(share))} ${fixed(y(value))}`).join('L')
      return `<path class="s${index} line" style="fill:none" d="M${path}"/>`
    }),
  ]
}

/** Panels below each other with the same horizontal axis, from 0 to 1; each has a line of points `[share, value]` for each series. */
export const lineChart = ({ title, series, panels, axis }) => {
  const height = panels.length * PANEL + 66
  const x = (share) => LEFT + 6 + share * (WIDTH - LEFT - 26)
  const parts = panels.flatMap((panel, index) => panelOf(panel, 56 + index * PANEL, x))
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    label(x(share), height - 8, `${share * 100} %`, share === 1 ? 'end' : 'middle'),
  )
  return picture(title, height, [
    ...legend(series, 18),
    ...parts,
    ...ticks,
    label(WIDTH / 2 + 60, height - 8, axis),
  ])
}
