// What a run of peers.mjs found: medians and ratios with their spread as JSON, table, Markdown and an SVG chart.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { CONTENDERS, PEER_OPERATION, versionOf } from './contenders.mjs'
import { median } from './operation-calls.mjs'

const OPERATIONS = 22
const CEILINGS = ['fastify', 'node:http']
const MEASURES = ['rate', 'p50', 'p99', 'cpuUs']

const today = () => execFileSync('date', ['-u', '+%Y-%m-%d'], { encoding: 'utf8' }).trim()
const versionOfWrk = () => {
  try {
    execFileSync('wrk', ['-v'], { encoding: 'utf8' })
  } catch (error) {
    return /wrk \S+/.exec(`${error.stdout}`)?.[0] ?? 'wrk'
  }
  return 'wrk'
}

/** When, where and how a run was made. */
export const factsOf = ({ rounds, seconds, operations }, names) => ({
  date: today(),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
  tool: versionOfWrk(),
  versions: Object.fromEntries(
    names.filter((name) => CONTENDERS[name].isPeer).map((name) => [name, versionOf(name)]),
  ),
  rounds: Number(rounds),
  seconds: Number(seconds),
  operations: operations ?? 'all',
})

const spreadOf = (values) => ({
  median: median(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
})

/** Ratios of pairs of the same round; pairs that one of both lacks are left out. */
const ratiosOf = (above, below) => {
  const pairs = Math.min(above?.length ?? 0, below?.length ?? 0)
  if (pairs === 0) return undefined
  return spreadOf(Array.from({ length: pairs }, (_, round) => above[round] / below[round]))
}

const columnOf = (calls, measure) => calls?.map((one) => one[measure])

const operationOf = (samples, id) => {
  const row = { programs: {}, rate: {}, cpu: {} }
  const own = samples.ours.calls[id]
  for (const [name, { calls }] of Object.entries(samples)) {
    const found = calls[id]
    if (!found) continue
    row.programs[name] = Object.fromEntries(
      MEASURES.map((measure) => [measure, spreadOf(columnOf(found, measure))]),
    )
    if (name === 'ours') continue
    row.rate[name] = ratiosOf(columnOf(own, 'rate'), columnOf(found, 'rate'))
    row.cpu[name] = ratiosOf(columnOf(found, 'cpuUs'), columnOf(own, 'cpuUs'))
  }
  return row
}

/** Medians with their spread, and ratios to ours: above 1, ours is faster or takes less processor time. */
export const summaryOf = (samples) => ({
  calls: Object.fromEntries(
    Object.keys(samples.ours.calls).map((id) => [id, operationOf(samples, id)]),
  ),
  processes: Object.fromEntries(
    Object.entries(samples)
      .filter(([, { startMs }]) => startMs.length > 0)
      .map(([name, { startMs, restMiB, afterMiB }]) => [
        name,
        {
          startMs: spreadOf(startMs),
          restMiB: spreadOf(restMiB),
          afterMiB: spreadOf(afterMiB),
        },
      ]),
  ),
})

/** Whether a run measured every operation, at least three rounds, and every peer. */
export const isComplete = ({ calls, rounds }) =>
  Object.keys(calls).length === OPERATIONS &&
  rounds >= 3 &&
  Object.keys(CONTENDERS)
    .filter((name) => CONTENDERS[name].isPeer)
    .every((name) => calls[PEER_OPERATION]?.programs[name]?.rate.median > 0)

const ratioText = (spread) =>
  spread
    ? `${spread.median.toFixed(2)} (${spread.lowest.toFixed(2)} to ${spread.highest.toFixed(2)})`
    : ''

const callRows = ({ calls }) =>
  Object.entries(calls).map(([id, { programs, rate, cpu }]) => {
    const { ours, 'ours at info': info } = programs
    return {
      Operation: id,
      'Requests/s': ours.rate.median.toFixed(0),
      'p50 ms': ours.p50.median.toFixed(2),
      'p99 ms': ours.p99.median.toFixed(2),
      'CPU µs': ours.cpuUs.median.toFixed(0),
      ...(info && { 'Requests/s at info': info.rate.median.toFixed(0) }),
      'Rate / Fastify': ratioText(rate.fastify),
      'CPU / Fastify': ratioText(cpu.fastify),
      'Rate / node:http': ratioText(rate['node:http']),
      'CPU / node:http': ratioText(cpu['node:http']),
    }
  })

const overallRows = ({ calls }) =>
  CEILINGS.flatMap((name) =>
    ['rate', 'cpu'].map((measure) => {
      const medians = Object.values(calls).map((row) => row[measure][name].median)
      return {
        'All operations': `${measure === 'cpu' ? 'CPU' : 'Rate'} / ${name}`,
        Median: median(medians).toFixed(2),
        Lowest: Math.min(...medians).toFixed(2),
      }
    }),
  )

const peerRows = ({ calls, versions }) => {
  const row = calls[PEER_OPERATION]
  return Object.keys(row?.programs ?? {})
    .filter((name) => CONTENDERS[name].isPeer)
    .map((name) => ({
      Peer: `${name} ${versions[name]}`,
      'Requests/s': row.programs[name].rate.median.toFixed(0),
      'p50 ms': row.programs[name].p50.median.toFixed(2),
      'p99 ms': row.programs[name].p99.median.toFixed(2),
      'CPU µs': row.programs[name].cpuUs.median.toFixed(0),
      'Ours / peer, rate': ratioText(row.rate[name]),
      'Ours / peer, CPU': ratioText(row.cpu[name]),
    }))
}

const processRows = ({ processes }) =>
  Object.entries(processes).map(([name, { startMs, restMiB, afterMiB }]) => ({
    Program: name,
    'Start ms': ratioText(startMs),
    'Start / node:http': (startMs.median / processes['node:http'].startMs.median).toFixed(2),
    'MiB at rest': restMiB.median.toFixed(0),
    'MiB after the calls': afterMiB.median.toFixed(0),
  }))

/** Rows as a Markdown table with even columns, which a terminal shows well, too. */
const grid = (rows) => {
  if (rows.length === 0) return ''
  const heads = Object.keys(rows[0])
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  const text = (line) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`
  const [head, ...body] = lines.map(text)
  return `${head}| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n${body.join('')}\n`
}

/** The whole result for a terminal. */
export const tableOf = (result) =>
  [callRows, overallRows, peerRows, processRows].map((rows) => grid(rows(result))).join('')

const BAR = 18
const LEFT = 48
const WIDTH = 720

/** A bar for each operation: requests a second of ours, as part of what bare Fastify does; the line is the spread. */
export const chartOf = ({ calls }) => {
  const rows = Object.entries(calls).map(([id, { rate }]) => ({ id, ...rate.fastify }))
  const height = (rows.length + 2) * BAR
  const x = (ratio) => (LEFT + Math.min(ratio, 1) * (WIDTH - LEFT - 60)).toFixed(1)
  const bars = rows.map(({ id, median: middle, lowest, highest }, index) => {
    const y = (index + 1) * BAR
    const centre = y + BAR / 2 - 2
    return [
      `<text x="${LEFT - 6}" y="${centre + 4}" text-anchor="end">${id}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${(x(middle) - LEFT).toFixed(1)}" height="${BAR - 4}" fill="#3b76c4"/>`,
      `<line x1="${x(lowest)}" x2="${x(highest)}" y1="${centre}" y2="${centre}" stroke="#111"/>`,
      `<text x="${Number(x(Math.max(middle, highest))) + 6}" y="${centre + 4}">${middle.toFixed(2)}</text>`,
    ].join('')
  })
  const marks = [0.25, 0.5, 1].map(
    (ratio) =>
      `<line x1="${x(ratio)}" x2="${x(ratio)}" y1="${BAR - 4}" y2="${height - BAR}" stroke="#999" stroke-dasharray="3 3"/><text x="${x(ratio)}" y="${height - 4}" text-anchor="middle">${ratio}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="sans-serif" font-size="11"><title>Requests a second of each operation, as part of bare Fastify</title><rect width="100%" height="100%" fill="#fff"/>${marks.join('')}${bars.join('')}</svg>\n`
}

const documentOf = (result) => `# Performance

Printed by \`node bench/peers.mjs --peers --info --write\` on ${result.date}.

- Machine: ${result.machine}; Node.js ${result.node}; load by ${result.tool}, one thread, five connections.
- ${result.rounds} rounds; in each, every program is started anew and called in turn, ${result.seconds} s for each operation after a
  warm-up. Numbers are medians; in brackets, the lowest and the highest of the rounds.
- Ours keeps its journal, on the \`demo\` seed, with \`SANDBOX_LOG=silent\`. All programs answer the same bytes to the same bodies.
- Ratios above 1: ours is faster, or takes less processor time.

To repeat: \`npm ci && npm run build\`, \`npm ci --prefix bench\`, then the command above; it needs Linux, \`wrk\`, and Java for WireMock.

## Operations

![Requests a second of each operation, as part of bare Fastify](performance.svg)

${grid(callRows(result))}${grid(overallRows(result))}## Peers

${PEER_OPERATION}, the same answer. json-server has no fixed answers to POST, so it is asked by GET and prints the JSON its own way.

${grid(peerRows(result))}## Start and memory

Start is the time from the start of the process until its first answer; of ours, until \`/readyz\` is 200.

${grid(processRows(result))}`

/** Writes docs/performance.md and its chart. */
export const writeDocument = (result) => {
  const docs = join(import.meta.dirname, '../docs')
  writeFileSync(join(docs, 'performance.md'), `${documentOf(result).trim()}\n`)
  writeFileSync(join(docs, 'performance.svg'), chartOf(result))
}
