// Millions of calls to one server with its journal on: memory, descriptors and latency over time, in three phases, each with a server of its own:
// a million reads, a million writes with a reset after every thousand, and two million of both.
// node bench/soak.mjs [--calls 2000000] [--phases reads,writes,mixed] [--minutes 30] [--json]; Linux and a build
import { resetServer } from './answers.mjs'
import { startOurs } from './contenders.mjs'
import { openConnection } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { readOptions } from './options.mjs'
import { processorSince } from './processor-time.mjs'
import { note, print, runBounded } from './run.mjs'
import { isWrite, orderOf, PHASES, requestsOf } from './soak/calls.mjs'
import { chainsOf } from './soak/chains.mjs'
import { readFacts, Samples } from './soak/samples.mjs'
import { describeSoak } from './soak/summary.mjs'

const options = readOptions(import.meta.url, {
  calls: { type: 'string', default: '2000000' },
  phases: { type: 'string', default: 'reads,writes,mixed' },
  minutes: { type: 'string', default: '30' },
  json: { type: 'boolean', default: false },
})
const CONNECTIONS = 5
const SAMPLES = 100
const WRITES_PER_RESET = 1_000

/** `mixed` has all the calls that were asked for; each of the others has half as many. */
const callsOf = (phase) => Math.ceil(Number(options.calls) / (phase === 'mixed' ? 1 : 2))

/** Calls of one phase, shared by all connections, until a round of writes or the phase is over. */
class Load {
  constructor(order, requests, chains, samples) {
    Object.assign(this, { order, requests, chains, samples, turn: 0, writes: 0 })
  }

  isRoundOver(wanted) {
    return this.samples.calls >= wanted || this.writes >= WRITES_PER_RESET
  }

  /** Sends one call or chain on a connection. */
  next(connection) {
    const { turn } = this
    const kind = this.order[turn % this.order.length]
    this.turn += 1
    if (isWrite(kind)) this.writes += 1
    const send = (name, text) => this.timed(connection, name, text)
    if (this.chains[kind]) return this.chains[kind](send)
    const texts = this.requests[kind]
    return send(kind, texts[turn % texts.length])
  }

  async timed(connection, kind, text) {
    const begun = performance.now()
    const answer = await connection.send(text)
    this.samples.add(kind, performance.now() - begun, answer)
    return answer
  }
}

const runPhase = async (phase) => {
  const server = await startOurs()
  const ids = await (await fetch(`${server.url}/_sandbox/fixtures`)).json()
  const requests = requestsOf(await operationCalls(server.url), ids)
  const { port } = new URL(server.url)
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openConnection(Number(port))),
  )
  const wanted = callsOf(phase)
  const samples = new Samples(wanted / SAMPLES, () => readFacts(server.pid))
  const load = new Load(orderOf(PHASES[phase]), requests, await chainsOf(server.url, ids), samples)
  const processor = processorSince(server.pid)
  let resets = 0
  while (samples.calls < wanted) {
    load.writes = 0
    const callUntilOver = async (connection) => {
      while (!load.isRoundOver(wanted)) await load.next(connection)
    }
    await Promise.all(connections.map(callUntilOver))
    if (load.writes === 0) continue
    await load.timed(connections[0], 'E18', requests.E18[0])
    await resetServer(server.url)
    resets += 1
  }
  const cpuUs = processor() / samples.calls / 1_000
  for (const { close } of connections) close()
  await server.stop()
  return { phase, resets, cpuUs, ...samples.result() }
}

await runBounded('soak', Number(options.minutes), async () => {
  const phases = []
  for (const phase of options.phases.split(',')) {
    if (!PHASES[phase]) throw new Error(`${phase} is no phase; name some of ${Object.keys(PHASES)}`)
    note(`soak: ${callsOf(phase)} calls of the phase ${phase}`)
    phases.push(await runPhase(phase))
  }
  print(
    options.json,
    { connections: CONNECTIONS, writesPerReset: WRITES_PER_RESET, phases },
    describeSoak,
  )
})
