// Where the processor time of operations goes, by module: samples of a bundle that names its modules, while `wrk` calls.
// node bench/profile.mjs E8 [seconds] [--json]; several operations are separated by commas; needs `wrk` and a build
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { startOurs } from './contenders.mjs'
import { operationCalls } from './operation-calls.mjs'
import { readOptions, refuse } from './options.mjs'
import { print, runBounded } from './run.mjs'
import { callBusily } from './wrk.mjs'

const options = readOptions(
  import.meta.url,
  {
    json: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
  { isPositional: true },
)
const [operations, seconds = '5'] = options.positionals
if (!operations) refuse(import.meta.url, 'name an operation, such as E8')
const ROOT = join(import.meta.dirname, '..')
const ROWS = 40
// In dist, because the program looks for its parts beside itself.
const program = join(ROOT, 'dist/server-profiled.cjs')
process.once('exit', () => rmSync(program, { force: true }))

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
const profileBetween = async (operation, folder) => {
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

const readProfile = (folder) => {
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

const profileOf = async (operation, root) => {
  const folder = join(root, operation)
  const measured = await profileBetween(operation, folder)
  const times = timesOf(readProfile(folder), measured)
  const total = times.reduce((sum, [, time]) => sum + time, 0)
  return {
    operation,
    us: total / measured.requests,
    places: times.slice(0, ROWS).map(([place, time]) => ({
      place,
      share: time / total,
      us: time / measured.requests,
    })),
  }
}

const describe = (profiles) =>
  profiles
    .map(({ operation, us, places }) => {
      const lines = places.map(({ place, share, us: own }) => {
        const percent = (share * 100).toFixed(1).padStart(5)
        return `${percent} %  ${own.toFixed(2).padStart(7)} µs  ${place}\n`
      })
      return `${operation}: ${us.toFixed(1)} µs a request, profiler included\n${lines.join('')}`
    })
    .join('\n')

await runBounded('profile', Number(options.minutes), async (folder) => {
  await bundle()
  const profiles = []
  for (const operation of operations.split(',')) profiles.push(await profileOf(operation, folder))
  print(options.json, profiles, describe)
})
