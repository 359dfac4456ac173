// The processor time of a call by room of `src`, for operations that are called by 32 connections at once.
// node bench/profile.mjs [E8,E22,E9,E16,E4,E1]
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callFor, openConnections, requestText } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { startProgram } from './server.mjs'

const CONNECTIONS = 32
const WARM_MS = 3_000
const MEASURED_MS = 6_000
const root = join(import.meta.dirname, '..')
const names = process.argv[2] ?? 'E8,E22,E9,E16,E4,E1'

const nowUs = () => Number(process.hrtime.bigint() / 1_000n)

const maps = new Map()
/** The source map of a file; undefined for one that was not bundled. */
const mapOf = (path) => {
  const file = `${path}.map`
  if (!maps.has(path) && existsSync(file))
    maps.set(path, new SourceMap(JSON.parse(readFileSync(file, 'utf8'))))
  return maps.get(path)
}

/** The folder of our sources, the package, or the part of Node that a function belongs to; undefined for native code. */
const roomOf = ({ url, functionName, lineNumber, columnNumber }) => {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === 'writev') return 'write to the socket'
  if (url === '') return undefined
  if (url.startsWith('node:')) return 'Node'
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  if (installed) return installed
  const source = mapOf(path)?.findEntry(lineNumber, columnNumber).originalSource ?? ''
  return /src\/[^/]+/.exec(source)?.[0] ?? 'other'
}

/** Microseconds by room within a span of a profile. Native code counts for the function that calls it. */
const group = ({ nodes, samples, timeDeltas, startTime }, fromUs, toUs) => {
  const roomOfNode = new Map()
  // A node comes before those that it calls.
  for (const { id, callFrame, children = [] } of nodes) {
    const room = roomOf(callFrame) ?? roomOfNode.get(id) ?? 'other native code'
    roomOfNode.set(id, callFrame.functionName === '(idle)' ? undefined : room)
    for (const child of children) roomOfNode.set(child, room)
  }
  const rooms = new Map()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    const span = timeDeltas[index]
    at += span
    const room = roomOfNode.get(id)
    if (room === undefined || at < fromUs || at > toUs) continue
    rooms.set(room, (rooms.get(room) ?? 0) + span)
  }
  return rooms
}

const profileOf = async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-profile-'))
  const env = {
    SANDBOX_PORT: '0',
    SANDBOX_STORAGE_PORT: '0',
    SANDBOX_LOG: 'fatal',
    SANDBOX_LOG_FORMAT: 'pretty',
  }
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200']
  const server = await startProgram(join(root, 'dist/server.cjs'), [], env, options)
  const [call] = await operationCalls(server.url, name)
  const connections = await openConnections(server.url, CONNECTIONS)
  const texts = [requestText(call)]
  await callFor(connections, texts, WARM_MS)
  const fromUs = nowUs()
  const calls = await callFor(connections, texts, MEASURED_MS)
  const toUs = nowUs()
  for (const { close } of connections) close()
  await server.stop()
  const file = readdirSync(folder).find((one) => one.endsWith('.cpuprofile'))
  const rooms = group(JSON.parse(readFileSync(join(folder, file), 'utf8')), fromUs, toUs)
  rmSync(folder, { recursive: true })
  return new Map([...rooms].map(([room, us]) => [room, us / calls]))
}

const profiles = []
for (const name of names.split(',')) {
  process.stderr.write(`${name}\n`)
  profiles.push([name, await profileOf(name)])
}
const sum = (values) => [...values].reduce((total, value) => total + value, 0)
const rooms = [...new Set(profiles.flatMap(([, found]) => [...found.keys()]))]
const weight = (room) => sum(profiles.map(([, found]) => found.get(room) ?? 0))
const shown = rooms
  .filter((room) => weight(room) >= profiles.length)
  .sort((a, b) => weight(b) - weight(a))
const row = (cells) => `| ${cells.join(' | ')} |\n`
process.stdout.write(
  row(['Microseconds of a call', ...profiles.map(([name]) => name)]) +
    row(['---', ...profiles.map(() => '--:')]) +
    shown
      .map((room) => row([room, ...profiles.map(([, found]) => (found.get(room) ?? 0).toFixed(0))]))
      .join('') +
    row(['all', ...profiles.map(([, found]) => sum(found.values()).toFixed(0))]),
)
