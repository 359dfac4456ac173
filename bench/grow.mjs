// Fills data folders with 1,000, 30,000 and, with --million, 1,000,000 of everything, and measures the built server on each:
// the calls whose time must not grow, E7 with 100,000 members, and E10 of every member, with the delay of /livez beside them.
// Times are those of a read after a write, by a warm client over a kept connection of the loopback; each goal is stated as met or missed at the largest size.
// Usage: node bench/grow.mjs [--million] [--json]

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { goalTable } from './goals.mjs'
import { insertCall, listCall, readCalls } from './grown-calls.mjs'
import { growFolder } from './grown-folder.mjs'
import { operationCalls } from './operation-calls.mjs'
import { readOptions } from './options.mjs'
import { residentMiB, startServer } from './server.mjs'

const options = readOptions(import.meta.url, {
  million: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
})
const SIZES = [1_000, 30_000, ...(options.million ? [1_000_000] : [])]
/** A call is repeated until both are spent, so that a slow one ends as well. */
const WARM = { calls: 60, ms: 1_500 }
const MEASURED = { calls: 200, ms: 4_000 }
const MEMBERS = 100_000
const WRITE = 'E3'
/** Bytes of an answer that are kept, for its code and its total or length. */
const KEPT = 4_000_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const open = { servers: new Set(), folders: new Set() }
const end = () => {
  for (const { pid } of open.servers) process.kill(pid, 'SIGKILL')
  for (const folder of open.folders) rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.once('exit', end)

let nonce = 0
const send = (server, { path, user, body }) =>
  new Promise((resolve, reject) => {
    nonce += 1
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'access-token': server.access.token,
      'token-type': 'bearer',
      'x-open-api-user': user,
      'x-app-key': '00000000-portal',
      's-sign': 'any',
      's-timestamp': `${Math.round(performance.timeOrigin + performance.now())}`,
      's-nonce': `n${nonce}`,
    }
    const start = performance.now()
    const options = { method: 'POST', agent, headers }
    const sent = request(server.url + path, options, (response) => {
      const kept = []
      let bytes = 0
      response.on('data', (chunk) => {
        if (bytes < KEPT) kept.push(chunk)
        bytes += chunk.length
      })
      response.once('error', reject)
      response.once('end', () =>
        resolve({ ms: performance.now() - start, bytes, text: `${Buffer.concat(kept)}` }),
      )
    })
    sent.once('error', reject)
    sent.end(text)
  })

const answered = async (server, name, call) => {
  const answer = await send(server, call)
  if (!/"code":"?0"?[,}]/.test(answer.text))
    throw new Error(`${name}: ${answer.text.slice(0, 300)}`)
  return answer
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/** Each call follows a write, because reads are answered from memory while nothing is written. */
const repeated = async (server, name, { call, write }, { calls, ms }) => {
  const times = []
  const start = performance.now()
  let text = ''
  while (times.length < 3 || (times.length < calls && performance.now() - start < ms)) {
    await answered(server, WRITE, write)
    const answer = await answered(server, name, call())
    times.push(answer.ms)
    text = answer.text
  }
  const { result } = JSON.parse(text)
  const total = result?.totalCount ?? result?.total ?? result?.length
  return { times: times.sort((one, other) => one - other), total }
}

const measureReads = async (server, calls, write) => {
  const rows = []
  for (const [name, call] of Object.entries(calls)) {
    let round = 0
    const next = { call: () => call(round++), write }
    await repeated(server, name, next, WARM)
    const { times, total } = await repeated(server, name, next, MEASURED)
    rows.push({ name, median: at(times, 0.5), p95: at(times, 0.95), total, calls: times.length })
  }
  return rows
}

/** Runs work and answers the longest delay of /livez meanwhile, from a thread of its own. */
const besideLivez = async (livez, work) => {
  const taken = async () => {
    livez.postMessage('take')
    return (await once(livez, 'message'))[0]
  }
  await taken()
  const result = await work()
  return { ...result, livezMs: await taken() }
}

const measureLong = async (server, livez, context) => {
  const insert = insertCall(context, MEMBERS, 1)
  const body = JSON.stringify(insert.body)
  const e7 = await besideLivez(livez, () => answered(server, 'E7', { ...insert, body }))
  const before = residentMiB(server.pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMiB(server.pid))
  }, 5)
  const e10 = await besideLivez(livez, () => answered(server, 'E10', listCall(context)))
  clearInterval(timer)
  return {
    e7: { ms: e7.ms, livezMs: e7.livezMs },
    e10: { ms: e10.ms, livezMs: e10.livezMs, bytes: e10.bytes, beforeMiB: before, peakMiB: peak },
  }
}

const started = async (data) => {
  const server = await startServer({ data })
  open.servers.add(server)
  return server
}

const stopped = async (server) => {
  open.servers.delete(server)
  await server.stop()
}

const contextOf = async (server) => {
  const ids = await (await fetch(`${server.url}/_sandbox/fixtures`)).json()
  const calls = await operationCalls(server.url)
  const { path, body } = calls.find(({ id }) => id === WRITE)
  const paths = Object.fromEntries(calls.map(({ id, path }) => [id, path]))
  return { ids, paths, write: { path, body, user: 'owner@example.com' } }
}

const measure = async (root, seedFolder, size) => {
  const folder = join(root, `grown-${size}`)
  const start = performance.now()
  growFolder(seedFolder, folder, size)
  const fillMs = performance.now() - start
  const server = await started(folder)
  const livez = new Worker(new URL('./livez.mjs', import.meta.url), { workerData: server.url })
  try {
    await once(livez, 'message')
    const context = await contextOf(server)
    const reads = await measureReads(server, readCalls(size, context), context.write)
    return { size, fillMs, reads, ...(await measureLong(server, livez, context)) }
  } finally {
    await livez.terminate()
    await stopped(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

const number = (value) => value.toFixed(2).padStart(9)

const print = (results) => {
  const lines = [`${'ms'.padEnd(26)}${'size'.padStart(10)}   median      p95    ratio     total\n`]
  for (const [index, { name }] of results[0].reads.entries())
    for (const { size, reads } of results) {
      const { median, p95, total } = reads[index]
      const ratio = median / results[0].reads[index].median
      const start = `${name.padEnd(26)}${`${size}`.padStart(10)}`
      lines.push(
        `${start}${number(median)}${number(p95)}${number(ratio)}${`${total ?? ''}`.padStart(10)}\n`,
      )
    }
  for (const { size, fillMs, e7, e10 } of results) {
    lines.push(`${size}: filled in ${(fillMs / 1_000).toFixed(1)} s\n`)
    lines.push(`  E7 ${MEMBERS} members${number(e7.ms)} ms, /livez${number(e7.livezMs)} ms\n`)
    const memory = `resident ${e10.beforeMiB} MiB before, ${e10.peakMiB} MiB at most`
    lines.push(
      `  E10 ${size} members${number(e10.ms)} ms, /livez${number(e10.livezMs)} ms, ${memory}\n`,
    )
  }
  process.stdout.write(lines.join(''))
}

const root = mkdtempSync(join(tmpdir(), 'dam-sandbox-grow-'))
open.folders.add(root)
const seedFolder = join(root, 'seed')
mkdirSync(seedFolder)
await stopped(await started(seedFolder))
const results = []
for (const size of SIZES) results.push(await measure(root, seedFolder, size))
const withRatios = results.map((result) => ({
  ...result,
  reads: result.reads.map((row, index) => ({
    ...row,
    ratio: row.median / results[0].reads[index].median,
  })),
}))
if (options.json) process.stdout.write(`${JSON.stringify(withRatios)}\n`)
else {
  print(results)
  process.stdout.write(`\n${goalTable({ growth: withRatios })}`)
}
process.exit(0)
