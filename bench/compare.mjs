// Two builds side by side: throughput of the 22 operations, as ratios of rounds in turn. Needs `wrk` (Debian has it).
// node bench/compare.mjs FOLDER-OF-THE-OTHER-BUILD [rounds] [seconds] [operations such as E8,E22]
import { join, resolve } from 'node:path'
import { operationCalls } from './operation-calls.mjs'
import { readOptions, refuse } from './options.mjs'
import { startServer } from './server.mjs'
import { median } from './spread.mjs'
import { callBusily } from './wrk.mjs'

const [other, rounds = '7', seconds = '1', only] = readOptions(
  import.meta.url,
  {},
  { isPositional: true },
).positionals
if (!other) refuse(import.meta.url, 'name the folder of the other build')

const say = (line) => process.stdout.write(`${line}\n`)

const programs = [join(import.meta.dirname, '..'), resolve(other)]
const servers = []
for (const program of programs) servers.push(await startServer({ program }))
const reset = ({ url }) => fetch(`${url}/_sandbox/reset`, { method: 'POST' })

const calls = await operationCalls(servers[0].url, only)
const ratios = new Map(calls.map(({ id }) => [id, []]))
for (let round = 0; round < Number(rounds); round += 1) {
  const inTurn = round % 2 === 0 ? [0, 1] : [1, 0]
  for (const call of calls) {
    const rates = []
    for (const index of inTurn) {
      await reset(servers[index])
      rates[index] = (await callBusily(servers[index].url, call, seconds)).rate
    }
    ratios.get(call.id).push(rates[0] / rates[1])
  }
}
for (const [id, all] of ratios)
  say(
    `${id.padEnd(4)} median ${median(all).toFixed(3)}  lowest ${Math.min(...all).toFixed(3)}  highest ${Math.max(...all).toFixed(3)}`,
  )
const medians = [...ratios.values()].map(median)
say(`all  median ${median(medians).toFixed(3)}  lowest median ${Math.min(...medians).toFixed(3)}`)
for (const server of servers) await server.stop()
