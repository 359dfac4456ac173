// The development loop, `npm run dev`: a saved source rebuilds and restarts the server, and Vite serves the console with hot reload.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import process, { env } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { context } from 'esbuild'
import { createServer } from 'vite'
import { consoleConfig } from './build-console.mjs'
import { bundleOptions, root } from './bundle.mjs'

const HELP = `Usage: npm run dev

Starts the server from the sources, and the console with hot reload. A saved change in src/ rebuilds and
restarts the server; if the build fails, the last server keeps running. Ctrl+C ends both.

Settings are environment variables: SANDBOX_SEED=minimal npm run dev
Each restart seeds data in memory again; SANDBOX_DATA keeps them. OpenAPI documents, seed templates and
workers are those of the last npm run build.
`

const say = (text) => process.stdout.write(`[dev] ${text}\n`)

/** Ends the server however this process ends. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit())'

let server
/** Fulfilled when the server listens, or has ended. Calls by the console's address wait for it. */
let started
/** The port of the first start, so that 0 does not pick another port at each restart. */
let port = env.SANDBOX_PORT

/** Starts what was built. Its start screen is printed once, not at every restart. */
const startServer = async (isFirst) => {
  const child = fork('dist/dev/server.cjs', {
    cwd: root,
    // Ctrl+C reaches this process only, which stops the server.
    detached: true,
    execArgv: ['--enable-source-maps', '--import', END_WITH_PARENT],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      SANDBOX_LOG_FORMAT: 'pretty',
      // A console that stays connected does not delay a restart.
      SANDBOX_GRACE_MS: '0',
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...env,
      ...(port !== undefined && { SANDBOX_PORT: port }),
    },
  })
  let isPrinted = isFirst
  child.stdout.on('data', (text) => isPrinted && process.stdout.write(text))
  child.once('exit', (code) => {
    if (child === server) say(`the server ended with code ${code}; save a fix to start it again`)
  })
  server = child
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  setImmediate(() => {
    isPrinted = true
  })
  return message?.url
}

const stopServer = async () => {
  const child = server
  server = undefined
  if (child.exitCode !== null || child.signalCode !== null) return
  child.stdout.removeAllListeners('data').resume()
  child.kill()
  await once(child, 'exit')
}

const restart = async (files) => {
  const beganMs = performance.now()
  await stopServer()
  const url = await startServer(false)
  if (url) say(`${files} saved: restarted in ${Math.round(performance.now() - beganMs)} ms`)
}

/** Writes what was built. esbuild itself removes the last server when a build fails. */
const rebuild = async (build) => {
  const { outputFiles } = await build.rebuild()
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
}

/** Builds what was saved, one build at a time. */
const watchSources = (watcher, build) => {
  const saved = new Set()
  let isBuilding = false
  const update = async () => {
    isBuilding = true
    while (saved.size > 0) {
      const files = [...saved].join(', ')
      saved.clear()
      const isBuilt = await rebuild(build).then(
        () => true,
        // esbuild has printed what is wrong.
        () => say(`${files} saved: the build failed; the last server keeps running`),
      )
      if (!isBuilt) continue
      started = restart(files)
      await started
    }
    isBuilding = false
  }
  watcher.add(join(root, 'src')).on('all', (_event, path) => {
    const file = relative(root, path)
    if (!isOfServer(file)) return
    saved.add(file)
    if (!isBuilding) void update()
  })
  return isWatchingAll(watcher)
}

const isOfServer = (file) => file.endsWith('.ts') && /^src[\\/](?!console[\\/])/.test(file)

/** Waits until the watcher has found each source. It says so only of the folder that it began with. */
const isWatchingAll = async (watcher) => {
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => join('src', name))
    .filter(isOfServer)
  for (;;) {
    const watched = new Map(Object.entries(watcher.getWatched()))
    const isWatched = (file) =>
      watched.get(dirname(join(root, file)))?.includes(basename(file)) === true
    if (files.every(isWatched)) return
    await setTimeout(20)
  }
}

/** The console's address; everything else is passed on to the server. */
const serveConsole = async (url) => {
  const vite = await createServer({
    ...consoleConfig(root),
    base: '/console/',
    cacheDir: join(root, 'dist/dev/vite'),
    logLevel: 'warn',
    server: { proxy: { '^/(?!console/)': { target: url } } },
    plugins: [
      {
        name: 'wait-for-server',
        configureServer: ({ middlewares }) => {
          middlewares.use((_request, _response, next) => void started.then(() => next(), next))
        },
      },
    ],
  })
  await vite.listen()
  return vite
}

const main = async () => {
  if (!existsSync(join(root, 'dist/openapi/control.json')))
    execFileSync(process.execPath, ['scripts/build.mjs', 'parts'], { cwd: root, stdio: 'inherit' })
  const build = await context(bundleOptions('src/server.ts', 'dev/server', { write: false }))
  await rebuild(build)
  const url = await startServer(true)
  if (!url) process.exit(1)
  port = new URL(url).port
  started = Promise.resolve()
  const vite = await serveConsole(url)
  await watchSources(vite.watcher, build)
  say(`console with hot reload: ${vite.resolvedUrls.local[0]}`)
  say('waiting for changes in src/; Ctrl+C ends the server and the console')
  const end = async () => {
    await Promise.all([stopServer(), vite.close(), build.dispose()])
    process.exit(0)
  }
  // Vite ends the process at SIGTERM.
  for (const signal of ['SIGINT', 'SIGHUP']) process.once(signal, end)
}

process.on('exit', () => server?.kill())
if (process.argv.length > 2) process.stdout.write(HELP)
else await main()
