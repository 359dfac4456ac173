// Ours beside bare `node:http`, bare Fastify and, with --peers, Prism, Mockoon, json-server and WireMock, all answering the same bytes to the
// same bodies, in turn. Needs `wrk`, Linux, a build, and for the peers `npm ci` in this folder.
// node bench/peers.mjs [--operations E8,E9] [--rounds 5] [--first 1] [--seconds 1] [--minutes 60] [--peers] [--info] [--json]
import { isDeepStrictEqual } from 'node:util'
import { peerAnswer, recordAnswers, resetServer } from './answers.mjs'
import { CONTENDERS, PEER_OPERATION, startContender, versionOf } from './contenders.mjs'
import { operationCalls } from './operation-calls.mjs'
import { readOptions } from './options.mjs'
import { summaryOf, tableOf } from './peers-summary.mjs'
import { processorSince } from './processor-time.mjs'
import { note, print, runBounded } from './run.mjs'
import { residentMiB } from './server.mjs'
import { callBusily } from './wrk.mjs'

const options = readOptions(import.meta.url, {
  operations: { type: 'string' },
  rounds: { type: 'string', default: '5' },
  first: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '60' },
  peers: { type: 'boolean', default: false },
  info: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
})
const seconds = Number(options.seconds)
const WARM_UP_S = 1
/** The first operation of a fresh process would otherwise pay for what the engine has not optimised yet. */
const FIRST_WARM_UP_S = 4
/** Peers answer one operation only, which ours has reached after being called for as long with others; and Java compiles while it runs. */
const PEER_WARM_UP_S = 10

const isOurs = (name) => name.startsWith('ours')
/** Fails where a program does not answer what it was set up with: its numbers would be those of an error. */
const checkAnswer = async ({ name, url }, { method = 'POST', path, headers, body }, answer) => {
  const response = await fetch(url + path, { method, headers, body })
  const text = await response.text()
  if (response.status !== 200 || !isDeepStrictEqual(JSON.parse(text), JSON.parse(answer)))
    throw new Error(
      `${name} answers ${response.status} ${text.slice(0, 200)}, not as it was set up`,
    )
}

const measure = async (server, call, answer, warmUp) => {
  const asked = server.asked ?? call
  if (isOurs(server.name)) await resetServer(server.url)
  else await checkAnswer(server, asked, answer)
  await callBusily(server.url, asked, warmUp)
  if (isOurs(server.name)) await resetServer(server.url)
  const processor = processorSince(server.pid)
  const { rate, requests, p50, p99 } = await callBusily(server.url, asked, seconds)
  return { rate, p50, p99, cpuUs: processor() / requests / 1_000 }
}

const names = Object.keys(CONTENDERS).filter((name) => {
  if (name === 'ours at info') return options.info
  if (!CONTENDERS[name].isPeer) return true
  if (options.peers && !versionOf(name)) note(`${name} is not installed: npm ci in bench`)
  return options.peers && versionOf(name) !== undefined
})
const samples = Object.fromEntries(
  names.map((name) => [name, { startMs: [], restMiB: [], afterMiB: [], calls: {} }]),
)

/** Starts what a round needs; a peer that does not start is left out with a note. */
const startAll = async (inTurn, answer, folder) => {
  const servers = []
  for (const name of inTurn)
    try {
      const server = await startContender(name, answer, folder)
      samples[name].startMs.push(server.startMs)
      samples[name].restMiB.push(residentMiB(server.pid))
      servers.push(server)
    } catch (error) {
      if (!CONTENDERS[name].isPeer) throw error
      note(`${name} is left out: ${error.message}`)
    }
  return servers
}

const measureRound = async (round, answers, folder) => {
  const inTurn = round % 2 === 1 ? names : [...names].reverse()
  const servers = await startAll(inTurn, peerAnswer(answers), folder)
  const { url } = servers.find(({ name }) => name === 'ours')
  const calls = await operationCalls(url, options.operations)
  for (const [index, call] of calls.entries()) {
    note(`peers: round ${round}, ${call.id}`)
    for (const server of servers) {
      const { isPeer } = CONTENDERS[server.name]
      if (isPeer && call.id !== PEER_OPERATION) continue
      const found = samples[server.name].calls
      found[call.id] ??= []
      const own = index === 0 ? FIRST_WARM_UP_S : WARM_UP_S
      const warmUp = isPeer ? PEER_WARM_UP_S : own
      found[call.id].push(await measure(server, call, answers[call.path].body, warmUp))
    }
  }
  for (const server of servers) {
    samples[server.name].afterMiB.push(residentMiB(server.pid))
    await server.stop()
  }
}

await runBounded('peers', Number(options.minutes), async (folder) => {
  const answers = await recordAnswers(folder)
  const first = Number(options.first)
  for (let round = first; round < first + Number(options.rounds); round += 1)
    await measureRound(round, answers, folder)
  const versions = Object.fromEntries(names.map((name) => [name, versionOf(name)]))
  print(options.json, { seconds, versions, samples }, (result) =>
    tableOf(summaryOf(result.samples), versions),
  )
})
