// Lists what clients see differently of two builds: node scripts/compare-builds.mjs CHECKOUT-A CHECKOUT-B
// Sends the same calls to dist/server.cjs of both, with the seeds demo and minimal and under a frozen clock, and compares status, headers and
// bodies. Equal differences of several calls are one line. Exit code: 0 without differences, 1 with some, 2 on wrong use.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { callAll } from './compare-calls.mjs'

const MAX_TRIES = 3_000
const MAX_SHOWN = 100

/** Every call names this host, so that URLs in answers do not differ by the port. */
const HOST = '127.0.0.1:4022'

/** Values that differ by the moment, the machine or a random draw, by the beginning of the path. */
const BY_NATURE = [
  ['/_sandbox', /"(nowMs|uptimeMs)":\d+/g, '"$1":0'],
  ['/_sandbox/journal', /"(sha256|startedDateTime)":"[^"]+"/g, '"$1":""'],
  ['/_sandbox/journal', /"(time|wait)":[\d.]+/g, '"$1":0'],
  ['/_sandbox/journal', /(\*\*\*=)[0-9a-f]{64}/g, '$1'],
  ['/_sandbox/journal/marks', /(frozen |"atMs":)[^ ,]+/g, '$1'],
  ['/_sandbox/workspaces', /("id":"|\/w\/)[0-9a-f]{8}/g, '$1WORKSPACE'],
  ['/', /"(requestId|x-request-id)":"req-[0-9a-f]{8}/g, '"$1":"req'],
  ['/', /"(durationMs|freeBytes|createdAtMs|lastUsedAtMs)":(?:null|[\d.]+)/g, '"$1":0'],
  ['/', /"(accessToken|refreshToken|clientKey|appSecret)":"[^"]+"/g, '"$1":""'],
  ['/', /"[0-9a-f]{8}-[0-9a-f]{12}"/g, '"CLIENT"'],
  ['/', /signature=[0-9a-f]{64}/g, 'signature='],
]

const normalise = (text, path) =>
  BY_NATURE.filter(([prefix]) => path.startsWith(prefix)).reduce(
    (result, [, pattern, replacement]) => result.replaceAll(pattern, replacement),
    text,
  )

/** Headers without those of the moment and of the files of the build. */
const headersOf = ({ headers }, bytes, path) => {
  const { date: _, 'server-timing': __, etag, 'last-modified': modified, ...others } = headers
  const ofFile = path.startsWith('/_files') ? { etag, modified } : {}
  const text = JSON.stringify({ ...others, ...ofFile })
  return JSON.parse(normalise(text.replace(`"${bytes.length}"`, '"exact"'), path))
}

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends a request to a server; answers what a client sees of it. A connection without an answer has status 0. */
const send = async ({ port }, { method, path, headers = {}, body }) => {
  const call = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { host: HOST, ...headers },
  })
  try {
    call.end(body)
    const [response] = await once(call, 'response')
    const type = response.headers['content-type'] ?? ''
    if (type.startsWith('text/event-stream')) response.destroy()
    const bytes = response.destroyed ? Buffer.alloc(0) : await buffer(response)
    const isText = /json|yaml|text|html|xml/.test(type)
    // The database of an export holds the secrets of its workspace.
    const digest = type.includes('tar') ? '' : createHash('md5').update(bytes).digest('hex')
    const text = isText ? normalise(bytes.toString(), path) : `${bytes.length} bytes ${digest}`
    const seen = { status: response.statusCode, headers: headersOf(response, bytes, path) }
    return { seen: { ...seen, body: parsed(text) }, text, json: parsed(bytes.toString()) }
  } catch ({ code, message }) {
    return { seen: { status: 0, body: code ?? message }, text: '' }
  }
}

/** The places at which two values differ, with what is there. */
const placesOf = (a, b, place) => {
  if (Object.is(a, b)) return []
  const areNodes = [a, b].every((value) => typeof value === 'object' && value !== null)
  if (!areNodes || Array.isArray(a) !== Array.isArray(b)) return [{ place, a, b }]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.flatMap((key) => placesOf(a[key], b[key], `${place}.${key}`))
}

/** Two values from shortly before the first character that differs. */
const shown = (a, b) => {
  const [left, right] = [a, b].map((value) => JSON.stringify(value) ?? 'absent')
  const start = [...left].findIndex((character, index) => character !== right[index])
  const from = Math.max(0, start - MAX_SHOWN / 4)
  return [left, right].map((text) => text.slice(from, from + MAX_SHOWN)).join(' -> ')
}

/** A port of the loopback that nothing listens on. */
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}

/** Starts the server of a checkout, with no setting of the caller's environment. */
const start = async (checkout, seed) => {
  const port = await freePort()
  const env = { SANDBOX_PORT: String(port), SANDBOX_SEED: seed, SANDBOX_LOG: 'silent' }
  const stdio = ['ignore', 'ignore', 'inherit']
  const child = spawn(process.execPath, ['dist/server.cjs'], { cwd: checkout, env, stdio })
  const side = { child, port }
  for (let tries = 0; tries < MAX_TRIES && child.exitCode === null; tries += 1) {
    if ((await send(side, { method: 'GET', path: '/readyz' })).seen.status === 200) return side
    await setTimeout(10)
  }
  child.kill('SIGKILL')
  throw new Error(`${checkout}: the server does not start`)
}

const found = []
let calls = 0

/** Sends the calls to a server of each checkout, and keeps the differences. */
const compare = async (checkouts, seed) => {
  const sides = await Promise.all(checkouts.map((checkout) => start(checkout, seed)))
  const both = async (name, requestOf) => {
    const answers = await Promise.all(sides.map((side, index) => send(side, requestOf(index))))
    calls += 1
    const [left, right] = answers
    const places = placesOf(left.seen, right.seen, '')
    // Equal values may be in another order.
    if (places.length === 0) places.push(...placesOf(left.text, right.text, '.text'))
    for (const { place, a, b } of places)
      found.push({ where: `${seed} ${name} ${place.slice(1)}`, place, what: shown(a, b) })
    return answers
  }
  try {
    await callAll(both)
  } finally {
    for (const { child } of sides) child.kill()
  }
}

const checkouts = process.argv.slice(2).map((folder) => resolve(folder))
const missing = checkouts.filter((folder) => !existsSync(join(folder, 'dist/server.cjs')))
if (checkouts.length !== 2 || missing.length > 0) {
  process.stderr.write(`give two checkouts with dist/server.cjs ${missing.join(', ')}\n`)
  process.exit(2)
}
for (const seed of ['demo', 'minimal']) await compare(checkouts, seed)

/** One line for each difference, with the first call that shows it. */
const groups = new Map()
for (const one of found) {
  const key = `${one.place.replaceAll(/\d+/g, '0')} ${one.what}`
  groups.set(key, [...(groups.get(key) ?? []), one])
}
for (const [{ where, what }, ...more] of groups.values())
  process.stdout.write(`${where}${more.length > 0 ? ` (and ${more.length} more)` : ''}: ${what}\n`)
process.stdout.write(`${calls} calls, ${found.length} differences\n`)
process.exitCode = found.length > 0 ? 1 : 0
