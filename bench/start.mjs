// The start until /readyz answers beside that of a bare node:http, the import of the library, and the memory at rest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { residentMiB } from './server.mjs'

const PORT = 40_221
/** A program that has answered may still load what it did not need for that. */
const REST_MS = 500

const BARE = `require('node:http').createServer((_, response) => response.end('ok')).listen(${PORT}, '127.0.0.1')`

const isReady = () =>
  fetch(`http://127.0.0.1:${PORT}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

const startOf = async (args) => {
  const begun = performance.now()
  const env = { SANDBOX_PORT: `${PORT}`, SANDBOX_LOG: 'silent' }
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  while (!(await isReady())) await setTimeout(1)
  const ms = performance.now() - begun
  await setTimeout(REST_MS)
  const restMiB = residentMiB(child.pid)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { ms, restMiB }
}

const importOf = async (root) => {
  const script = `const begun = performance.now(); require(${JSON.stringify(join(root, 'dist/index.cjs'))}); console.log(performance.now() - begun)`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  return Number(printed)
}

/** One start of each. */
export const measure = async ({ root }) => {
  const bare = await startOf(['-e', BARE])
  const own = await startOf([join(root, 'dist/server.cjs')])
  return {
    'bare node:http': bare.ms,
    start: own.ms,
    'start / bare': own.ms / bare.ms,
    'import of the library': await importOf(root),
    'memory at rest, MiB': own.restMiB,
  }
}
