// Tables of the smaller sections.
import { countText, spreadText } from './grid.mjs'

const ms = (value) => value.toFixed(2)

/** A row for each program that was started. */
export const startRows = ({ programs }) =>
  Object.entries(programs).map(([name, { ms: times, cpuMs, restMiB }]) => ({
    Program: name,
    'Start ms': spreadText(times, 0),
    '/ node:http': (times.median / programs['node:http'].ms.median).toFixed(2),
    'CPU ms': spreadText(cpuMs, 0),
    'Memory MiB': restMiB.median.toFixed(0),
    '/ Fastify': (restMiB.median / programs.fastify.restMiB.median).toFixed(2),
  }))

const timeRow = (name, { median, p95, highest }) => ({
  What: name,
  'Median ms': ms(median),
  'p95 ms': ms(p95),
  'Slowest ms': ms(highest),
})

/** A row for each call of the control plane. */
export const controlRows = ({ times }) =>
  Object.entries(times).map(([name, spread]) => timeRow(name, spread))

/** A row for each time of a server with many workspaces and of the library. */
export const workspaceRows = ({ firstCall, wait, libraryStart }) => [
  timeRow('First call of a workspace', firstCall),
  timeRow('Wait for a call, after it was answered', wait),
  timeRow('Start of the library', libraryStart),
]

/** A row for each way of moving a file. */
export const transferRows = ({ speeds }) =>
  Object.entries(speeds).map(([name, { mibPerSecond, ratio }]) => ({
    Transfer: name,
    'MiB/s': spreadText(mibPerSecond, 0),
    '/ copy': spreadText(ratio),
  }))

/** A row for each read, with a column for each size. */
export const growthRows = (sizes) =>
  sizes[0].reads.map(({ name }, index) => ({
    Call: name,
    ...Object.fromEntries(
      sizes.map(({ size, reads }) => [
        countText(size),
        `${ms(reads[index].median)} (${ms(reads[index].p95)})`,
      ]),
    ),
    'Largest / smallest': sizes.at(-1).reads[index].ratio.toFixed(2),
  }))

/** A row for each size: the longest write and the longest list. */
export const longRows = (sizes) =>
  sizes.map(({ size, e7, e10 }) => ({
    Rows: countText(size),
    'E7 with 100,000 members, ms': e7.ms.toFixed(0),
    '/livez beside E7, ms': e7.livezMs.toFixed(0),
    'E10 of all members, ms': e10.ms.toFixed(0),
    '/livez beside E10, ms': e10.livezMs.toFixed(0),
    'E10, additional MiB': (e10.peakMiB - e10.beforeMiB).toFixed(0),
  }))

const PLACES = 12

/** A row for each place that takes the most processor time, with a column for each operation. */
export const profileRows = (profiles) =>
  Array.from({ length: PLACES }, (_, rank) =>
    Object.fromEntries(
      profiles.map(({ operation, us, places }) => {
        const { place, share } = places[rank] ?? {}
        return [
          `${operation}, ${us.toFixed(0)} µs`,
          place ? `${(share * 100).toFixed(1)} % ${place}` : '',
        ]
      }),
    ),
  )
