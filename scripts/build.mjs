// Builds what ships: server, command line and library as one file each, types, template databases, OpenAPI documents and their viewer, and the console.
// `node scripts/build.mjs parts` builds what a server from the sources needs: its workers, the template databases, the documents, the viewer and the console.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildConsole } from './build-console.mjs'
import { buildTypes } from './build-types.mjs'
import { buildViewer } from './build-viewer.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that the bundles never use, and what takes their place: a start has to read every byte of its bundle. */
const LEFT_OUT = {
  '@fastify/ajv-compiler': './scripts/no-compiler.mjs',
  '@fastify/fast-json-stringify-compiler': './scripts/no-compiler.mjs',
  'light-my-request': './scripts/no-inject.mjs',
  'node:http2': './scripts/no-secure-servers.mjs',
  'node:https': './scripts/no-secure-servers.mjs',
  semver: './scripts/no-semver.mjs',
  'sonic-boom': './scripts/no-log-files.cjs',
  'thread-stream': './scripts/no-log-files.cjs',
}

/** Packages with a native part, which are loaded from where they are installed. */
const NATIVE = ['better-sqlite3', 'sharp']

/**
 * In a process of its own the server has the scripts of better-sqlite3 in its bundle. The library has not: its process may use the same package,
 * whose binary knows one class of errors.
 */
const OWN_PROCESS = {
  alias: { ...LEFT_OUT, bindings: './scripts/sqlite-binary.cjs' },
  external: ['*.node', 'sharp'],
}

/** Bundles an entry into one CommonJS file of `dist`, which starts faster than many modules. */
const bundle = (
  entry,
  outfile,
  { banner = '', alias = LEFT_OUT, define = {}, external = NATIVE } = {},
) =>
  build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: `dist/${outfile}.cjs`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external,
    alias,
    banner: { js: banner },
    // A script with a code cache cannot import().
    supported: { 'dynamic-import': false },
    define: { 'import.meta.dirname': '__dirname', ...define },
    legalComments: 'none',
    // Fewer bytes start faster; names stay, and lines are short enough for stack traces.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
  })

/** The programs, each with its source; `dist/NAME.cjs` loads the bundle with V8's code cache of it. */
const PROGRAMS = { server: 'src/server.ts', index: 'src/index.ts', cli: 'src/cli/main.ts' }

const buildProgram = async () => {
  rmSync(`${root}/dist/bundles`, { recursive: true, force: true })
  for (const [name, source] of Object.entries(PROGRAMS)) {
    await bundle(source, `bundles/${name}`, name === 'server' ? OWN_PROCESS : {})
    const banner = name === 'cli' ? '#!/usr/bin/env node' : ''
    const define = { BUNDLE: JSON.stringify(`${name}.cjs`) }
    await bundle('scripts/code-cache/entry.cjs', name, { banner, define })
  }
  chmodSync(`${root}/dist/cli.cjs`, 0o755)
  writeFileSync(
    `${root}/dist/index.mjs`,
    "import library from './index.cjs'\nexport const { ConfigError, connectSandbox, ControlError, ExpectationError, OperationError, SeedFolderError, StartError, startSandbox, UnreachableError } = library\n",
  )
  buildTypes(root)
}

/** V8's code caches of the programs; they only save time, so a machine where no server can start is no reason to fail. */
const buildCodeCaches = () => {
  for (const name of Object.keys(PROGRAMS)) {
    runNode('scripts/code-cache/make-code-cache.mjs', name)
    if (!existsSync(`${root}/dist/bundles/${name}.cache`))
      process.stderr.write(`no code cache was made for dist/${name}.cjs, which will start slower\n`)
  }
}

/** Runs a script without options of this process that would change what V8 compiles. */
const runNode = (...args) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    env: { SANDBOX_LOG: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const buildParts = async () => {
  await bundle('src/media/media-worker.ts', 'media-worker')
  await bundle('src/jobs/database-worker.ts', 'database-worker')
  await runScript('build-templates')
  await runScript('build-openapi', { alias: {} })
  await buildViewer(root)
  await buildConsole(root)
}

/** Bundles a script, runs it and removes it. */
const runScript = async (name, options) => {
  await bundle(`scripts/${name}.ts`, name, options)
  execFileSync(process.execPath, [`dist/${name}.cjs`], { cwd: root, stdio: 'inherit' })
  rmSync(`${root}/dist/${name}.cjs`)
}

const isWhole = process.argv[2] !== 'parts'
if (isWhole) await buildProgram()
await buildParts()
// A start needs the other parts.
if (isWhole) buildCodeCaches()
