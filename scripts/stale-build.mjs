// Says that the build is missing or older than its sources. `node scripts/stale-build.mjs` fails, and says so where it is;
// with `missing` it does so only where the program is not built.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = ['src', 'seed', 'migrations', 'scripts', 'package-lock.json']

const GENERATED = [
  'src/contract/generated/operation-ids.ts',
  'src/config/generated/start-options.ts',
  ...['constants', 'control', 'interface', 'operations', 'seed', 'states'].map(
    (name) => `src/client/generated/${name}.ts`,
  ),
]

/** A program, and the small file that runs it. */
const entryFiles = (name) => [`dist/${name}.cjs`, `dist/${name}-program.cjs`]

/** What a server from the sources needs. */
export const PARTS = [
  ...['media-worker', 'database-worker'].flatMap(entryFiles),
  'dist/templates/demo.json',
  'dist/templates/minimal.json',
  'dist/openapi/openapi.json',
  'dist/openapi/control.json',
  'dist/docs-viewer/page.js',
  'dist/console/index.html',
]

export const PROGRAM = [
  ...['server', 'cli'].flatMap(entryFiles),
  ...['index', 'errors'].map((name) => `dist/${name}.cjs`),
  'dist/types/esm/index.d.ts',
  'dist/THIRD-PARTY-LICENSES.txt',
]

const missingOutput = (root, outputs, remedy = 'npm run build') => {
  const missing = outputs.find((name) => !existsSync(join(root, name)))
  return missing && `${missing} is missing; run \`${remedy}\``
}

/** Also where npm has run no script of a package. */
const FROM_NOTHING = 'npm rebuild better-sqlite3 && npm run build'

/** What is wrong with a build and what to do; undefined where it is newer than its sources. */
export const staleBuild = (root, outputs) => {
  const at = (name) => join(root, name)
  const missing = missingOutput(root, [...GENERATED, ...outputs])
  if (missing) return missing
  const oldest = Math.min(...outputs.map((name) => statSync(at(name)).mtimeMs))
  const newer = SOURCES.flatMap((name) => filesBelow(root, name)).find(
    (name) => statSync(at(name)).mtimeMs >= oldest,
  )
  return newer && `the build is older than ${newer}; run \`npm run build\``
}

/** A file, or a folder and all entries below it that the build does not make; a folder changes with removals. */
const filesBelow = (root, name) => {
  const path = join(root, name)
  if (!existsSync(path)) return []
  const below = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []
  return [name, ...below.map((entry) => join(name, entry))].filter(
    (entry) => !/(^|[\\/])generated([\\/]|$)/.test(entry),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const isMissing = process.argv[2] === 'missing'
  const problem = isMissing ? missingOutput(root, PROGRAM, FROM_NOTHING) : staleBuild(root, PARTS)
  if (problem) process.stderr.write(`dam-sandbox: ${problem}\n`)
  // Without `missing` it follows a check that has failed, and must not hide that.
  if (problem || !isMissing) process.exitCode = 1
}
