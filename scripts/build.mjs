// Builds what ships: server, command line and library as one file each, types, and the template databases.
// `node scripts/build.mjs parts` builds what a server from the sources needs: its workers and the template databases.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildTypes } from './build-types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that the bundles never use, and what takes their place: a start has to read every byte of its bundle. */
const LEFT_OUT = {
  yaml: './scripts/no-yaml.mjs',
  '@fastify/ajv-compiler': './scripts/no-compiler.mjs',
  '@fastify/fast-json-stringify-compiler': './scripts/no-compiler.mjs',
}

/** Bundles an entry into one CommonJS file of `dist`, which starts faster than many modules. */
const bundle = (entry, outfile, banner = '') =>
  build({
    absWorkingDir: root,
    entryPoints: [`${entry}.ts`],
    outfile: `dist/${outfile}.cjs`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['better-sqlite3', 'pino-pretty', 'sharp'],
    alias: LEFT_OUT,
    banner: { js: banner },
    define: { 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
    logLevel: 'warning',
  })

const buildProgram = async () => {
  await bundle('src/server', 'server')
  await bundle('src/index', 'index')
  writeFileSync(
    `${root}/dist/index.mjs`,
    "export { ConfigError, connectSandbox, ControlError, ExpectationError, OperationError, StartError, startSandbox, UnreachableError } from './index.cjs'\n",
  )
  await bundle('src/cli/main', 'cli', '#!/usr/bin/env node')
  chmodSync(`${root}/dist/cli.cjs`, 0o755)
  buildTypes(root)
}

const buildParts = async () => {
  await bundle('src/media/media-worker', 'media-worker')
  await bundle('src/jobs/database-worker', 'database-worker')
  await bundle('scripts/build-templates', 'build-templates')
  execFileSync(process.execPath, ['dist/build-templates.cjs'], { cwd: root, stdio: 'inherit' })
  rmSync(`${root}/dist/build-templates.cjs`)
}

if (process.argv[2] !== 'parts') await buildProgram()
await buildParts()
