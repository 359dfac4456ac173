// Ours beside bare `node:http`, bare Fastify and, with --peers, Prism, Mockoon, json-server and WireMock, all answering the same bytes to the
// same bodies, in turn. Needs `wrk`, Linux, a build, and for the peers `npm ci` in this folder.
// node bench/peers.mjs [--operations E8,E9] [--rounds 5] [--seconds 1] [--minutes 60] [--peers] [--info] [--json] [--write]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { CONTENDERS, endAll, PEER_OPERATION, startContender, versionOf } from './contenders.mjs'
import { operationCalls } from './operation-calls.mjs'
import { processorNs } from './processor-time.mjs'
import { factsOf, isComplete, summaryOf, tableOf, writeDocument } from './report.mjs'
import { residentMiB } from './server.mjs'
import { callBusily } from './wrk.mjs'

const { values: options } = parseArgs({
  options: {
    operations: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    peers: { type: 'boolean', default: false },
    info: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const WARM_UP_S = 1
/** The first operation of a fresh process would otherwise pay for what the engine has not optimised yet. */
const FIRST_WARM_UP_S = 4
const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-peers-'))
const note = (line) => process.stderr.write(`${line}\n`)

process.once('exit', () => {
  endAll()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const bound = setTimeout(() => {
  note(`not done after ${options.minutes} minutes; allow more with --minutes`)
  process.exit(1)
}, Number(options.minutes) * 60_000)

const isOurs = (name) => name.startsWith('ours')
const reset = (url) => fetch(`${url}/_sandbox/reset`, { method: 'POST' })

/** The second answer to each request after a reset: what a call that removes answers from then on. */
const recordAnswers = async () => {
  const server = await startContender('ours', undefined, folder)
  const answers = {}
  for (const { id, path, headers, body } of await operationCalls(server.url)) {
    await reset(server.url)
    const ask = () => fetch(server.url + path, { method: 'POST', headers, body })
    await (await ask()).text()
    const response = await ask()
    if (response.status !== 200) throw new Error(`${id} answers ${response.status}`)
    answers[path] = { id, type: response.headers.get('content-type'), body: await response.text() }
  }
  await server.stop()
  return answers
}

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
  if (isOurs(server.name)) await reset(server.url)
  else await checkAnswer(server, asked, answer)
  await callBusily(server.url, asked, server.warmUp ?? warmUp)
  if (isOurs(server.name)) await reset(server.url)
  const before = processorNs(server.pid)
  const { rate, requests, p50, p99 } = await callBusily(server.url, asked, seconds)
  return { rate, p50, p99, cpuUs: (processorNs(server.pid) - before) / requests / 1_000 }
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
const startAll = async (inTurn, answer) => {
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

const measureRound = async (round, answers) => {
  const entry = Object.entries(answers).find(([, { id }]) => id === PEER_OPERATION)
  const inTurn = round % 2 === 0 ? names : [...names].reverse()
  const servers = await startAll(inTurn, { path: entry[0], ...entry[1] })
  const { url } = servers.find(({ name }) => name === 'ours')
  const calls = await operationCalls(url, options.operations)
  for (const [index, call] of calls.entries()) {
    note(`round ${round + 1} of ${options.rounds}: ${call.id}`)
    for (const server of servers) {
      if (CONTENDERS[server.name].isPeer && call.id !== PEER_OPERATION) continue
      const found = samples[server.name].calls
      found[call.id] ??= []
      const warmUp = index === 0 ? FIRST_WARM_UP_S : WARM_UP_S
      found[call.id].push(await measure(server, call, answers[call.path].body, warmUp))
    }
  }
  for (const server of servers) {
    samples[server.name].afterMiB.push(residentMiB(server.pid))
    await server.stop()
  }
}

try {
  const answers = await recordAnswers()
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  for (let round = 0; round < Number(options.rounds); round += 1) await measureRound(round, answers)
  const result = { ...factsOf(options, names), ...summaryOf(samples) }
  process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : tableOf(result))
  if (options.write && isComplete(result)) writeDocument(result)
  else if (options.write) note('docs/performance.md is not written: the run is not complete')
} catch (error) {
  note(error.stack)
  process.exitCode = 1
}
clearTimeout(bound)
process.exit()
