// Lists our own files whose code one warm call executes: how many a reader has to open to follow it.
// `node bench/files-of-a-call.mjs [E22] [--functions]`, after `npm run build`, which makes the templates that the server starts from.
import { readFileSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { createRequire, SourceMap } from 'node:module'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions, root } from '../scripts/bundle.mjs'
import { operationCalls } from './operation-calls.mjs'

const WARM_CALLS = 10

/** Timers run beside some calls; what each of these executes belongs to the call. */
const MEASURED_CALLS = 20

/** The log line of a call is written behind its answer. */
const AFTER_CALL_MS = 5

const CONTENTS = `
  export { configOf } from './src/config/config.ts'
  export { openLog, STREAMS } from './src/start/logger.ts'
  export { runServer } from './src/start/run-server.ts'`

const folder = join(root, 'dist/files-of-a-call')

/** Bundles the server as the build does, with a source map. */
const buildServer = async () => {
  const { entryPoints: _, ...options } = bundleOptions()
  const outfile = join(folder, 'server.cjs')
  const stdin = { contents: CONTENTS, resolveDir: root, loader: 'ts' }
  const changes = { stdin, outfile, sourcemap: true, minifyWhitespace: false }
  await build({ ...options, ...changes })
  return outfile
}

/** The functions that were called since the last time, by their source files. */
const functionsByFile = ({ result }, program) => {
  const script = result.find(({ url }) => url === pathToFileURL(program).href || url === program)
  const map = new SourceMap(JSON.parse(readFileSync(`${program}.map`, 'utf8')))
  const lines = startsOfLines(readFileSync(program, 'utf8'))
  const found = new Map()
  for (const { functionName, ranges } of script.functions) {
    const [{ startOffset, count }] = ranges
    if (count === 0) continue
    const line = lines.findLastIndex((start) => start <= startOffset)
    const { originalSource = '' } = map.findEntry(line, startOffset - lines[line])
    const file = /\/(src\/.*)$/.exec(originalSource)?.[1]
    if (file === undefined || originalSource.includes('node_modules')) continue
    found.set(file, [...(found.get(file) ?? []), `${functionName || '(anonymous)'} ×${count}`])
  }
  return found
}

const startsOfLines = (text) => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]

const isDetailed = argv.includes('--functions')
const operation = argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'E22'
try {
  const program = await buildServer()
  const { configOf, openLog, runServer, STREAMS } = createRequire(import.meta.url)(program)
  const config = configOf({ port: 0, storagePort: 'off', log: 'info', logFormat: 'json' })
  const server = await runServer(config, openLog(config, STREAMS.library).logger)
  const [{ path, headers, body }] = await operationCalls(server.url, operation)
  const send = async () => {
    const answer = await fetch(server.url + path, { method: 'POST', headers, body })
    const { code, message } = await answer.json()
    if (code !== '0') throw new Error(message)
    await setTimeout(AFTER_CALL_MS)
  }
  for (let count = 0; count < WARM_CALLS; count += 1) await send()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const taken = []
  for (let count = 0; count <= MEASURED_CALLS; count += 1) {
    await send()
    taken.push(await session.post('Profiler.takePreciseCoverage'))
  }
  session.disconnect()
  await server.stop()
  // The first one executes what the start of the measurement leaves behind.
  const [, first, ...others] = taken.map((coverage) => functionsByFile(coverage, program))
  const found = [...first].filter(([file]) => others.every((other) => other.has(file))).sort()
  for (const [file, names] of found)
    stdout.write(`${file}: ${isDetailed ? names.join(', ') : names.length}\n`)
  const functions = found.flatMap(([, names]) => names)
  stdout.write(`${operation}: ${found.length} files, ${functions.length} functions\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
