// Builds what ships: server, command line and library as one file each, types, template databases, OpenAPI documents and their viewer, the console, and the licenses of what it copies.
// `node scripts/build.mjs parts` builds what a server from the sources needs: its workers, the template databases, the documents, the viewer and the console.
// `node scripts/build.mjs gaps` lists the texts that are in English only.
// `node scripts/build.mjs docs` writes the documents that are printed from the sources and from what was built.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { buildConsole } from './build-console.mjs'
import { buildTypes } from './build-types.mjs'
import { bundle, root } from './bundle.mjs'
import { writeLicenses } from './licenses.mjs'
import { PARTS, PROGRAM, staleBuild } from './stale-build.mjs'

const require = createRequire(import.meta.url)

/** Modules that are bundles of their own, which others load: the server, for the program and the library, and errors of both. */
const SHARED = {
  'server-program': 'src/start/server-bundle.ts',
  errors: 'src/contract/errors/caller-error.ts',
}

/** Keeps them out of the other bundles. */
const apart = {
  name: 'apart',
  setup: (build) =>
    build.onResolve({ filter: /(server-bundle|caller-error)\.ts$/ }, ({ kind, path }) => {
      if (kind === 'entry-point') return undefined
      const name = path.includes('caller-error') ? 'errors' : 'server-program'
      return { path: `./${name}.cjs`, external: true }
    }),
}

/** Test runners with modules of their own may not know import() in CommonJS. */
const OF_LIBRARY = { plugins: [apart], supported: { 'dynamic-import': false } }

/** What vitest loads: modules beside the library, which they import. */
const VITEST = { vitest: 'src/vitest/fixture.ts', 'vitest-setup': 'src/vitest/setup.ts' }

const ofLibrary = {
  name: 'of-library',
  setup: (build) =>
    build.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({
      path: './index.mjs',
      external: true,
    })),
}

/**
 * Writes the small file that runs a program. From Node 22 on, the cache of compiled code applies to files that are loaded after it
 * is turned on.
 */
const writeEntry = (name, run = '') =>
  writeFileSync(
    `${root}/dist/${name}.cjs`,
    `#!/usr/bin/env node
require('node:module').enableCompileCache?.()
require('./${name}-program.cjs')${run}
`,
  )

const buildProgram = async () => {
  // What `npm run dev` has left does not ship.
  rmSync(`${root}/dist/dev`, { recursive: true, force: true })
  for (const [name, entry] of Object.entries({ ...SHARED, index: 'src/index.ts' }))
    await bundle(entry, name, OF_LIBRARY)
  writeEntry('server', '.runProgram()')
  await bundle('src/cli/main.ts', 'cli-program')
  writeEntry('cli')
  chmodSync(`${root}/dist/cli.cjs`, 0o755)
  writeFileSync(
    `${root}/dist/index.mjs`,
    "import library from './index.cjs'\nexport const { ConfigError, connectSandbox, ControlError, ExpectationError, FileChangedError, OperationError, SeedFolderError, StartError, startSandbox, UnreachableError } = library\n",
  )
  for (const [name, entry] of Object.entries(VITEST))
    await bundle(entry, name, {
      outfile: `dist/${name}.mjs`,
      format: 'esm',
      plugins: [ofLibrary],
    })
  buildTypes(root)
  writeLicenses(`${root}/dist/THIRD-PARTY-LICENSES.txt`)
  writeFileSync(`${root}/dist/build.json`, `${JSON.stringify(identity())}\n`)
}

/** The commit and the time of the build; no commit where the sources are not in a repository and none is given. */
const identity = () => ({
  commit: env.COMMIT || commitOf(root),
  time: statSync(`${root}/dist/server-program.cjs`).mtime.toISOString(),
})

const commitOf = (cwd) => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd,
      stdio: 'pipe',
      encoding: 'utf8',
    }).trim()
  } catch {
    return null
  }
}

const buildParts = async () => {
  await bundle('src/store/media/media-worker.ts', 'media-worker-program')
  writeEntry('media-worker')
  await bundle('src/seeds/jobs/database-worker.ts', 'database-worker-program')
  writeEntry('database-worker')
  await runScript('build-templates')
  await runScript('build-openapi')
  copyViewer()
  await buildConsole(root)
}

/** Puts our page and the static files of Swagger UI into one folder. */
const copyViewer = () => {
  const target = join(root, 'dist/docs-viewer')
  const stock = dirname(require.resolve('@fastify/swagger-ui'))
  cpSync(join(root, 'src/routes/viewer'), target, {
    recursive: true,
    filter: (name) => !name.endsWith('.ts'),
  })
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'])
    cpSync(join(stock, 'static', name), join(target, name))
}

/** Bundles a script, runs it and removes it. */
const runScript = async (name) => {
  await bundle(`scripts/${name}.ts`, name, { sourcemap: false })
  execFileSync(process.execPath, [`dist/${name}.cjs`], { cwd: root, stdio: 'inherit' })
  rmSync(`${root}/dist/${name}.cjs`)
}

/** Makes the sources that are not in git, first the numbers of the operations, which the others need. */
const generateSources = async () => {
  const numbers = readdirSync(`${root}/src/endpoints`).map((name) => /^e(\d+)-/.exec(name)?.[1])
  const ids = [...new Set(numbers.filter(Boolean))].sort().map((number) => `'E${Number(number)}'`)
  const folder = `${root}/src/contract/generated`
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/operation-ids.ts`
  const text = `/** The numbers of the document's operations, in its order. */\nexport const OPERATION_IDS = [${ids.join(', ')}] as const\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  await runScript('generate-sources')
}

const part = process.argv[2]
if (part === 'docs') {
  const problem = staleBuild(root, [...PROGRAM, ...PARTS])
  if (problem) {
    process.stderr.write(`dam-sandbox: ${problem}\n`)
    process.exit(1)
  }
  await runScript('print-docs')
} else if (part === 'gaps') await runScript('list-gaps')
else {
  await generateSources()
  // The types of the program have those of named states.
  await buildParts()
  if (part !== 'parts') await buildProgram()
}
