// docs/performance.md and its charts, from results of sections.mjs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterWriteRows } from './after-writes-summary.mjs'
import { barChart, lineChart } from './charts.mjs'
import { PEER_OPERATION } from './contenders.mjs'
import { goalsOf, goalTable } from './goals.mjs'
import { countText, grid } from './grid.mjs'
import { callRows, overallRows, peerRows } from './peers-summary.mjs'
import {
  controlRows,
  growthRows,
  longRows,
  profileRows,
  startRows,
  transferRows,
  workspaceRows,
} from './section-rows.mjs'
import { missingOf } from './sections.mjs'
import { phaseRows, sampleRows } from './soak/summary.mjs'

const OPERATIONS_CHART = 'performance-operations.svg'
const SOAK_CHART = 'performance-soak.svg'

const distinct = (facts, name) => [...new Set(facts.map((one) => one[name]))].join(', ')

const howMeasured = (results) => {
  const missing = missingOf(results)
  if (missing.length === 0) return 'in a complete run'
  return `in part: a draft that lacks ${missing.join(', ')}`
}

const introduction = (
  results,
) => `Measured on ${distinct(results.facts, 'date')} at commit ${distinct(results.facts, 'commit')} ${howMeasured(results)}.

- Machine: ${distinct(results.facts, 'machine')}; Node.js ${distinct(results.facts, 'node')}. Server and load share it, over the loopback.
- Ours has the \`demo\` seed in memory, its journal on and \`SANDBOX_LOG=silent\`, unless a section says otherwise.
- Numbers are medians of all rounds, with the lowest and the highest in brackets. Ratios of calls and of files compare programs within a
  round; those of starts compare medians.
- Processor time is the system's accounting of all threads of a program and of the processes that it starts.

To repeat: \`npm ci && npm run build\`, \`npm ci --prefix bench\`, then \`npm run bench -- --million --write\`, on a machine that does nothing else. It needs Linux,
\`wrk\`, and Java for WireMock. \`bench/README.md\` describes every part of it.`

const goals = (results) => {
  const missed = goalsOf(results).filter(({ isMet }) => !isMet)
  return `## Goals

${missed.length === 0 ? 'Every goal is met.' : `${missed.length} of ${goalsOf(results).length} goals are missed.`} A limit of a ratio "a / b" is one of a divided by b.

${goalTable(results)}`
}

const operations = ({ peers, facts }) => `## Operations

![Each operation beside bare Fastify](images/${OPERATIONS_CHART})

${peers.rounds} rounds. In each, every program is started anew and called in turn by ${distinct(facts, 'load')} (one thread, five connections), ${peers.seconds} s for
each operation after a warm-up. The bare servers answer the same bytes to the same bodies, and do nothing else: they are the ceilings.
A ratio of 1 is as fast as the bare server, or takes as little processor time; more is better: "Rate / Fastify" is the rate of ours divided by that of
Fastify, "CPU / Fastify" the processor time of Fastify divided by that of ours. The load repeats one call. Ours may answer a repeated read from memory
until something is written to the workspace; "Reads after a write" shows what these calls cost then.

${grid(callRows(peers))}${grid(overallRows(peers))}`

const afterWrites = ({ afterWrites: found }) => `## Reads after a write

Ours keeps the answers to some of its own lookups until anything is written to the workspace, so a repeated read costs less than the first one
after a write. Here one connection sends a read again and again, then ${found.write} and the read in turn, whose cost less that of ${found.write} alone is shown; the bare
Fastify is called by one connection, too, and answers every read as if nothing was ever written. ${found.rounds} rounds. With one connection a call costs every
program more than with the five above, so compare within this table. Ratios are those of "Operations"; the goals are judged by repeated calls.

${grid(afterWriteRows(found))}`

const profiles = ({ profiles: found }) => `## Where the processor time goes

The ${found.length} operations that are the lowest beside bare Fastify, by samples of the running server: modules of ours, packages and native functions, as shares of
a request's processor time, profiler included. \`node bench/profile.mjs E8\` shows any other.

${grid(profileRows(found))}`

const peers = ({ peers: found }) => `## Peers

${PEER_OPERATION}, with the same answer, in the same rounds. Each peer is set up as its documentation advises for a server that runs by itself, and called
for 10 s before it is measured; ours has been called with other operations for about as long by then. The call is repeated, and nothing is written
meanwhile. Ours keeps the last 10,000 calls in its journal. WireMock keeps
all of them by default, and the goal is judged beside that and, more strictly, beside WireMock without a journal; the one with the bound of ours
is shown and not judged. json-server has no fixed answers to POST, so it is asked by GET and prints the JSON its own way.

${grid(peerRows(found, found.versions))}`

const starts = ({ starts: found }) => `## Start and memory at rest

Start is the time from the start of the process until its first answer; of ours, until \`/readyz\` is 200. CPU is the processor time until
then, memory the resident memory half a second later.

${grid(startRows(found))}`

const controlTimes = ({
  where,
  rounds,
  busy,
  times,
}) => `The server's own time (\`server-timing\`), ${where}, ${rounds} rounds beside ${busy} other workspaces, each called ten times a second:

${grid(controlRows({ times }))}`

const library = (
  found,
) => `A server with ${countText(found.workspaces)} workspaces, ${found.where}: ${found.createdMiB} MiB of resident memory after they are created, ${found.openedMiB} MiB after a call of
each. The library is started and closed ${found.libraryStart.count} times in one process that has started it once before.

${grid(workspaceRows(found))}`

const workspaces = ({ control, workspaces: found }) => `## Workspaces and library

${control.map(controlTimes).join('')}${found ? library(found) : ''}`

const files = ({ files: found }) => `## Files

Files of ${found.sizeMiB} MiB (${found.rounds.length} in turn), ${found.where}: each is sent in parts of 8 MiB by ${found.clients} clients at once and completed by E13, then fetched by its signed URL. The copy beside
it reads the same bytes from one file and writes them to another by streams of Node.js, with an MD5. A download is received with an
MD5 and not written. An upload is written twice, as parts and as the file that E13 merges of them, each time with an MD5 and a SHA-256.

${grid(transferRows(found))}The server had ${found.beforeMiB} MiB of resident memory before and ${found.peakMiB} MiB at most. E8, asked every 20 ms meanwhile: median ${found.e8.median.toFixed(1)} ms, p99 ${found.e8.p99.toFixed(1)} ms,
slowest ${found.e8.highest.toFixed(1)} ms.`

const growth = ({ growth: found }) => `## Growth

Each measured read follows a write, so that nothing is answered from memory. Data folders with ${found.map(({ size }) => countText(size)).join(', ')} assets, contents of one block, members of one pack and approval tasks, and a tenth as many collections.
Times are medians of one client over a kept connection, in milliseconds, with p95 in brackets.

${grid(growthRows(found))}${grid(longRows(found))}`

const soak = ({ soak: found }) => `## Soak

![Memory, latency and descriptors over the calls](images/${SOAK_CHART})

Every phase has a server of its own and ${found.connections} connections that send one call after another: all 22 operations, tokens, uploads and downloads,
weighted as a client would call them. After every ${countText(found.writesPerReset)} writes the workspace is reset. Memory is called flat if a straight line through the
samples after the first fifth rises by at most 10 % of their median: the garbage collector alone moves single samples by more.

${grid(phaseRows(found))}${found.phases
  .map(
    (phase) =>
      `### ${phase.phase[0].toUpperCase()}${phase.phase.slice(1)}\n\n${grid(sampleRows(phase))}`,
  )
  .join('')}`

const SECTIONS = [
  ['peers', operations],
  ['afterWrites', afterWrites],
  ['profiles', profiles],
  ['peers', peers],
  ['starts', starts],
  ['control', workspaces],
  ['files', files],
  ['growth', growth],
  ['soak', soak],
]

/** The document as Markdown; a part that was not measured is left out. */
export const documentOf = (results) =>
  [
    '# Performance',
    introduction(results),
    goals(results),
    ...SECTIONS.filter(([part]) => results[part]).map(([, write]) => write(results)),
  ]
    .map((text) => `${text.trim()}\n`)
    .join('\n')

const operationsChart = ({ peers: { calls } }) =>
  barChart({
    title: 'Each operation beside bare Fastify, which is 1',
    series: ['requests a second', 'processor time'],
    marks: [0.25, 0.5, 1],
    rows: Object.entries(calls).map(([name, { rate, cpu }]) => ({
      name,
      values: [rate.fastify, cpu.fastify],
    })),
  })

const soakChart = ({ soak: { phases } }) => {
  const panelOf = (name, measure) => ({
    name,
    lines: phases.map(({ samples, calls }) =>
      samples.map((one) => [one.calls / calls, one[measure]]),
    ),
  })
  return lineChart({
    title: 'Memory, latency and descriptors over the calls of a soak',
    series: phases.map(({ phase, calls }) => `${phase}, ${countText(calls)} calls`),
    panels: [
      panelOf('Resident memory, MiB', 'residentMiB'),
      panelOf('p99, ms', 'p99'),
      panelOf('Open descriptors', 'descriptors'),
    ],
    axis: 'of the calls',
  })
}

/** The charts by name of their file. */
export const chartsOf = (results) => ({
  ...(results.peers && { [OPERATIONS_CHART]: operationsChart(results) }),
  ...(results.soak && { [SOAK_CHART]: soakChart(results) }),
})

/** Writes the document and its charts into a folder. */
export const writeDocument = (results, folder) => {
  mkdirSync(join(folder, 'images'), { recursive: true })
  writeFileSync(join(folder, 'performance.md'), documentOf(results))
  for (const [name, text] of Object.entries(chartsOf(results)))
    writeFileSync(join(folder, 'images', name), text)
}
