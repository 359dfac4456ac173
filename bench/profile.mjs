// Where the processor time of one operation goes, by module: samples of a bundle that names its modules, while `wrk` calls.
// node bench/profile.mjs E8 [seconds]; needs `wrk` and a build
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { endAll, startOurs } from './contenders.mjs'
import { operationCalls } from './operation-calls.mjs'
import { callBusily } from './wrk.mjs'

const [operation, seconds = '5'] = process.argv.slice(2)
if (!operation) throw new Error('name an operation, such as E8')
const ROOT = join(import.meta.dirname, '..')
const ROWS = 40
// In dist, because the program looks for its parts beside itself.
const program = join(ROOT, 'dist/server-profiled.cjs')
const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-profile-'))

const clear = () => {
  endAll()
  rmSync(program, { force: true })
  rmSync(folder, { recursive: true, force: true })
}
process.once('exit', clear)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const bundle = () =>
  build({
    absWorkingDir: ROOT,
    entryPoints: ['src/server.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['better-sqlite3', 'sharp'],
    define: { 'import.meta.dirname': '__dirname' },
    logLevel: 'error',
  })

/** The module of every line of the bundle, from the comments that esbuild puts above each. */
const modulesOfLines = () => {
  let current = 'bundle'
  return readFileSync(program, 'utf8')
    .split('\n')
    .map((line) => {
      const found = /^\s*\/\/ ((?:src|node_modules|migrations|scripts)\/\S+)$/.exec(line)?.[1]
      current = found ?? current
      return current
    })
}

const packageOf = (module) =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module.replace(/\?.*$/, '')

/** Samples from the start of the measurement to its end, in microseconds since the process started. */
const profileBetween = async () => {
  await bundle()
  const begun = performance.now()
  const server = await startOurs(['--cpu-prof', `--cpu-prof-dir=${folder}`, program])
  const call = (await operationCalls(server.url, operation))[0]
  if (!call) throw new Error(`${operation} is no operation; name one such as E8`)
  await callBusily(server.url, call, 2)
  const from = (performance.now() - begun) * 1_000
  const { requests } = await callBusily(server.url, call, seconds)
  const until = (performance.now() - begun) * 1_000
  await server.stop()
  return { from, until, requests }
}

const readProfile = () => {
  const profiles = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  // Threads of the server write profiles of their own; the main thread's began first.
  const [main] = profiles.sort((a, b) => a.startTime - b.startTime)
  if (!main) throw new Error('the server wrote no profile')
  return main
}

const placeOf = ({ url, functionName, lineNumber }, modules) => {
  if (url.endsWith('server-profiled.cjs')) return packageOf(modules[lineNumber] ?? 'bundle')
  if (url.startsWith('node:')) return url
  if (url !== '') return packageOf(url.slice(url.indexOf('node_modules')))
  return functionName.startsWith('(') ? functionName : `native ${functionName}`
}

/** Microseconds of each place within the measurement, the idle time left out. */
const timesOf = ({ nodes, samples, timeDeltas }, { from, until }) => {
  const modules = modulesOfLines()
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame, modules)]))
  const times = new Map()
  let now = 0
  for (const [index, id] of samples.entries()) {
    now += timeDeltas[index]
    const place = places.get(id)
    if (now < from || now > until || place === '(idle)') continue
    // A delta is the time since the sample before, so it belongs to this place closely enough over many thousands.
    times.set(place, (times.get(place) ?? 0) + timeDeltas[index])
  }
  return [...times].sort(([, a], [, b]) => b - a)
}

const measured = await profileBetween()
const times = timesOf(readProfile(), measured)
const total = times.reduce((sum, [, time]) => sum + time, 0)
const say = (line) => process.stdout.write(`${line}\n`)
say(`${operation}: ${(total / measured.requests).toFixed(1)} µs a request, profiler included`)
for (const [place, time] of times.slice(0, ROWS)) {
  const share = ((time / total) * 100).toFixed(1).padStart(5)
  say(`${share} %  ${(time / measured.requests).toFixed(2).padStart(7)} µs  ${place}`)
}
