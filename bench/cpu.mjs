// Two builds side by side: processor time of the server for a request of each operation, by the system's accounting of its threads, which
// other programs disturb less than throughput. Linux only.
// node bench/cpu.mjs FOLDER-OF-THE-OTHER-BUILD [rounds] [requests] [operations such as E8,E22]
import { join, resolve } from 'node:path'
import { openConnection, requestText } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { readOptions, refuse } from './options.mjs'
import { processorSince } from './processor-time.mjs'
import { startServer } from './server.mjs'
import { median } from './spread.mjs'

const [other, rounds = '7', requests = '1000', only] = readOptions(
  import.meta.url,
  {},
  { isPositional: true },
).positionals
if (!other) refuse(import.meta.url, 'name the folder of the other build')
const CONNECTIONS = 5

/** Sends a request again and again on one connection, each when the answer before is there; a call that removes is refused from the second on. */
const callInTurn = async (port, text, times) => {
  const { send, close } = await openConnection(port)
  for (let left = times; left > 0; left -= 1) {
    const { status, head, body } = await send(text)
    if (status !== 200) throw new Error(`${head}${body}`)
  }
  close()
}

/** Microseconds of processor time for a request. */
const measure = async ({ url, pid }, call) => {
  await fetch(`${url}/_sandbox/reset`, { method: 'POST' })
  const text = requestText(call)
  const { port } = new URL(url)
  const processor = processorSince(pid)
  const calling = Array.from({ length: CONNECTIONS }, () =>
    callInTurn(Number(port), text, Number(requests) / CONNECTIONS),
  )
  await Promise.all(calling)
  return processor() / Number(requests) / 1_000
}

const say = (line) => process.stdout.write(`${line}\n`)

const programs = [join(import.meta.dirname, '..'), resolve(other)]
const times = new Map()

/** Both programs are started anew, since what the engine optimises differs from start to start by several percent. */
const measureBoth = async (inTurn) => {
  const servers = []
  for (const program of programs) servers.push(await startServer({ program }))
  const calls = await operationCalls(servers[0].url, only)
  for (const call of calls) for (const index of inTurn) await measure(servers[index], call)
  for (const call of calls)
    for (const index of inTurn) {
      const known = times.get(call.id) ?? [[], []]
      times.set(call.id, known)
      known[index].push(await measure(servers[index], call))
    }
  for (const server of servers) await server.stop()
}

for (let round = 0; round < Number(rounds); round += 1)
  await measureBoth(round % 2 === 0 ? [0, 1] : [1, 0])
const ratios = []
for (const [id, [here, there]] of times) {
  const ratio = median(there) / median(here)
  ratios.push(ratio)
  const [ours, theirs] = [here, there].map((us) => median(us).toFixed(1).padStart(6))
  say(`${id.padEnd(4)} here ${ours} µs  there ${theirs} µs  ratio ${ratio.toFixed(3)}`)
}
say(`all  median ${median(ratios).toFixed(3)}  lowest ${Math.min(...ratios).toFixed(3)}`)
