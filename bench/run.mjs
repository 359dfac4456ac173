// Runs measurements, with --other in turn with another build, and prints medians of the rounds in milliseconds (MiB where the name says so).
// node bench/run.mjs [start speed reads control files storage fairness fleet] [--other FOLDER] [--rounds 9] [--million] [--json]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './spread.mjs'

const NAMES = ['start', 'speed', 'reads', 'control', 'files', 'storage', 'fairness', 'fleet']

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    other: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    million: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const unknown = positionals.find((name) => !NAMES.includes(name))
if (unknown !== undefined)
  throw new Error(`"${unknown}" is not a measurement; known are ${NAMES.join(', ')}`)

const here = join(import.meta.dirname, '..')
const programs = { here, ...(options.other && { other: resolve(options.other) }) }
const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** The values of all rounds, by program and name; the order of the programs changes from round to round. */
const measure = async (name) => {
  const { measure: once, maxRounds = Number.POSITIVE_INFINITY } = await import(`./${name}.mjs`)
  const rounds = Math.min(Number(options.rounds), maxRounds)
  const found = Object.fromEntries(Object.keys(programs).map((program) => [program, {}]))
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`${name}: round ${round + 1} of ${rounds}\n`)
    const order = Object.entries(programs)
    if (round % 2 === 1) order.reverse()
    for (const [program, root] of order) {
      const values = await once({ root, folder, isMillion: options.million })
      for (const [key, value] of Object.entries(values))
        found[program][key] = [...(found[program][key] ?? []), value]
    }
  }
  return found
}

/** Above 1 where this build takes less time than the other in the middle one of the rounds. */
const ratioOf = (own, others) => median(own.map((value, round) => others[round] / value))

const rowsOf = ({ here: own, other }) =>
  Object.entries(own).map(([name, values]) => ({
    name,
    median: median(values),
    lowest: Math.min(...values),
    highest: Math.max(...values),
    ...(other?.[name] && { other: median(other[name]), ratio: ratioOf(values, other[name]) }),
  }))

const textOf = (rows) =>
  rows
    .map(({ name, ...numbers }) => {
      const cells = Object.entries(numbers).map(([key, value]) => `${key} ${value.toFixed(2)}`)
      return `${name.padEnd(36)}${cells.map((cell) => cell.padEnd(18)).join('')}\n`
    })
    .join('')

const results = {}
for (const name of positionals.length > 0 ? positionals : NAMES) {
  results[name] = rowsOf(await measure(name))
  if (!options.json) process.stdout.write(`\n${name}\n${textOf(results[name])}`)
}
if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
process.exit()
