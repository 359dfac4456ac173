// What rounds of peers.mjs found: medians and ratios with their spread.
import { CONTENDERS, PEER_OPERATION } from './contenders.mjs'
import { grid, spreadText } from './grid.mjs'
import { median, spreadOf } from './spread.mjs'

const CEILINGS = ['fastify', 'node:http']
const MEASURES = ['rate', 'p50', 'p99', 'cpuUs']

/** The samples of runs that measured a part of the rounds each. */
export const mergeSamples = (runs) => {
  const merged = {}
  for (const run of runs)
    for (const [name, { startMs, restMiB, afterMiB, calls }] of Object.entries(run)) {
      merged[name] ??= { startMs: [], restMiB: [], afterMiB: [], calls: {} }
      merged[name].startMs.push(...startMs)
      merged[name].restMiB.push(...restMiB)
      merged[name].afterMiB.push(...afterMiB)
      for (const [id, found] of Object.entries(calls))
        merged[name].calls[id] = [...(merged[name].calls[id] ?? []), ...found]
    }
  return merged
}

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
        { startMs: spreadOf(startMs), restMiB: spreadOf(restMiB), afterMiB: spreadOf(afterMiB) },
      ]),
  ),
})

/** The median ratio of each operation to a ceiling. */
export const ratiosTo = ({ calls }, name, measure) =>
  Object.entries(calls).map(([id, row]) => ({ id, ratio: row[measure][name].median }))

/** Median and lowest of the ratios of all operations to a ceiling. */
export const overall = (summary, name, measure) => {
  const ratios = ratiosTo(summary, name, measure)
  const lowest = ratios.reduce((least, one) => (one.ratio < least.ratio ? one : least))
  return { median: median(ratios.map(({ ratio }) => ratio)), lowest }
}

/** A row for each operation. */
export const callRows = ({ calls }) =>
  Object.entries(calls).map(([id, { programs, rate, cpu }]) => {
    const { ours, 'ours at info': info } = programs
    return {
      Operation: id,
      'Requests/s': ours.rate.median.toFixed(0),
      'p50 ms': ours.p50.median.toFixed(2),
      'p99 ms': ours.p99.median.toFixed(2),
      'CPU µs': ours.cpuUs.median.toFixed(0),
      ...(info && {
        'Requests/s at info': info.rate.median.toFixed(0),
        'CPU µs at info': info.cpuUs.median.toFixed(0),
      }),
      'Rate / Fastify': spreadText(rate.fastify),
      'CPU / Fastify': spreadText(cpu.fastify),
      'Rate / node:http': spreadText(rate['node:http']),
      'CPU / node:http': spreadText(cpu['node:http']),
    }
  })

/** A row for each ceiling and measure: the median of all operations, and the lowest. */
export const overallRows = (summary) =>
  CEILINGS.flatMap((name) =>
    ['rate', 'cpu'].map((measure) => {
      const { median: middle, lowest } = overall(summary, name, measure)
      return {
        'All operations': `${measure === 'cpu' ? 'CPU' : 'Rate'} / ${name}`,
        Median: middle.toFixed(2),
        Lowest: `${lowest.ratio.toFixed(2)} (${lowest.id})`,
      }
    }),
  )

/** A row for each peer, with what it keeps of a call. */
export const peerRows = ({ calls }, versions) => {
  const row = calls[PEER_OPERATION]
  return Object.keys(row?.programs ?? {})
    .filter((name) => CONTENDERS[name].isPeer)
    .map((name) => ({
      Peer: `${name} ${versions[name]}`,
      'Requests/s': row.programs[name].rate.median.toFixed(0),
      'p50 ms': row.programs[name].p50.median.toFixed(2),
      'p99 ms': row.programs[name].p99.median.toFixed(2),
      'CPU µs': row.programs[name].cpuUs.median.toFixed(0),
      'Ours / peer, rate': spreadText(row.rate[name]),
      'Ours / peer, CPU': spreadText(row.cpu[name]),
      'Keeps of each call': CONTENDERS[name].keeps,
    }))
}

const processRows = ({ processes }) =>
  Object.entries(processes).map(([name, { startMs, restMiB, afterMiB }]) => ({
    Program: name,
    'Start ms': spreadText(startMs),
    'MiB at rest': restMiB.median.toFixed(0),
    'MiB after the calls': afterMiB.median.toFixed(0),
  }))

/** Rows of memory after all calls, for the document, which has starts and rest of their own. */
export const tableOf = (summary, versions) =>
  [callRows(summary), overallRows(summary), peerRows(summary, versions), processRows(summary)]
    .map(grid)
    .join('')
