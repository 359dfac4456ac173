import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'seed', 'migrations', 'scripts', 'package-lock.json', 'tsconfig.build.json']

const PARTS = [
  'dist/media-worker.cjs',
  'dist/database-worker.cjs',
  'dist/templates/demo.json',
  'dist/templates/minimal.json',
  'dist/openapi/openapi.json',
  'dist/openapi/control.json',
  'dist/docs-viewer/page.js',
  'dist/console/index.html',
]

const PROGRAM = [
  ...['server', 'program', 'index', 'library-server', 'errors', 'cli'].map(
    (name) => `dist/${name}.cjs`,
  ),
  'dist/types/esm/index.d.ts',
  'dist/THIRD-PARTY-LICENSES.txt',
]

/** Builds the whole program before the tests that need it, unless it is newer than its sources. */
export const setup = (): void => buildIfStale([...PROGRAM, ...PARTS])

/** Builds the workers and the templates of the seeds only, unless they are newer than their sources. */
export const buildParts = (): void => buildIfStale(PARTS, 'parts')

const buildIfStale = (outputs: readonly string[], ...args: string[]): void => {
  if (Math.min(...outputs.map(modifiedMs)) > Math.max(...SOURCES.map(newestMs))) return
  execFileSync(process.execPath, ['scripts/build.mjs', ...args], { stdio: 'inherit' })
}

/** Zero for a missing file. */
const modifiedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Newest change of a file, or of a folder and all entries below it that the build does not make, removals included. */
const newestMs = (path: string): number => {
  const below = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []
  return below
    .filter((name) => !/(^|[\\/])generated([\\/]|$)/.test(String(name)))
    .reduce(
      (newest, name) => Math.max(newest, modifiedMs(join(path, String(name)))),
      modifiedMs(path),
    )
}
