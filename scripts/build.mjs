// Builds what ships: server, command line and library as one file each, types, template databases, OpenAPI documents and their viewer, and the console.
// `node scripts/build.mjs parts` builds what a server from the sources needs: its workers, the template databases, the documents, the viewer and the console.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
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
  semver: './scripts/no-semver.mjs',
}

/** Bundles an entry into one CommonJS file of `dist`, which starts faster than many modules. */
const bundle = (entry, outfile, { banner = '', alias = LEFT_OUT } = {}) =>
  build({
    absWorkingDir: root,
    entryPoints: [`${entry}.ts`],
    outfile: `dist/${outfile}.cjs`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['better-sqlite3', 'sharp'],
    alias,
    banner: { js: banner },
    define: { 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
    // Fewer bytes start faster; names stay, and lines are short enough for stack traces.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
  })

const buildProgram = async () => {
  await bundle('src/server', 'server')
  await bundle('src/index', 'index')
  writeFileSync(
    `${root}/dist/index.mjs`,
    "export { ConfigError, connectSandbox, ControlError, ExpectationError, OperationError, SeedFolderError, StartError, startSandbox, UnreachableError } from './index.cjs'\n",
  )
  await bundle('src/cli/main', 'cli', { banner: '#!/usr/bin/env node' })
  chmodSync(`${root}/dist/cli.cjs`, 0o755)
  buildTypes(root)
}

const buildParts = async () => {
  await bundle('src/media/media-worker', 'media-worker')
  await bundle('src/jobs/database-worker', 'database-worker')
  await runScript('build-templates')
  await runScript('build-openapi', { alias: {} })
  await buildViewer(root)
  await buildConsole(root)
}

/** Bundles a script, runs it and removes it. */
const runScript = async (name, options) => {
  await bundle(`scripts/${name}`, name, options)
  execFileSync(process.execPath, [`dist/${name}.cjs`], { cwd: root, stdio: 'inherit' })
  rmSync(`${root}/dist/${name}.cjs`)
}

if (process.argv[2] !== 'parts') await buildProgram()
await buildParts()
