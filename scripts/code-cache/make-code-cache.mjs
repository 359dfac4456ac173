// Runs a bundle as its users do and writes what V8 compiled meanwhile beside it: node make-code-cache.mjs server|index|cli
// The functions of a start are compiled when they are first called, so a cache made before the start would lack them.
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { freePort } from '../free-port.mjs'
import { readWrapped, writeCode } from './bundle-files.mjs'
import { compile, run } from './load-bundle.mjs'

const MAX_START_MS = 60_000

const [, , name] = process.argv
const bundle = fileURLToPath(new URL(`../../dist/bundles/${name}.cjs`, import.meta.url))
const source = readWrapped(bundle)
const script = compile(bundle, source)

/** Runs the bundle as a program with these arguments. */
const runProgram = (...args) => {
  process.argv = [process.execPath, bundle, ...args]
  return run(script, bundle)
}

const untilReady = async (url) => {
  const begun = performance.now()
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    if (performance.now() - begun > MAX_START_MS) throw new Error('the server is not ready')
    await setTimeout(10)
  }
}

const USES = {
  server: async () => {
    const port = await freePort()
    runProgram('--port', `${port}`)
    await untilReady(`http://127.0.0.1:${port}`)
    // As a signal from outside would stop it, on every system.
    process.emit('SIGTERM', 'SIGTERM')
  },
  index: async () => {
    const { startSandbox } = run(script, bundle)
    const sandbox = await startSandbox()
    await untilReady(sandbox.url)
    await sandbox.close()
  },
  cli: () => runProgram('--help'),
}

process.once('exit', (code) => {
  // As V8 has it when it reads the cache, before src/start/new-space.ts runs: it refuses a cache that was made with other flags.
  setFlagsFromString('--semi-space-growth-factor=2')
  if (code === 0) writeCode(bundle, source, script.createCachedData())
})
await USES[name]()
