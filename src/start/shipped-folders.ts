import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { harmlessEnvironment } from '../config/environment.ts'
import { SEED_DAY_MS, type ShippedFolders } from '../workspaces/templates.ts'

/** The folder of this package: the nearest one upwards that has a package.json. */
const packageFolder = (): string => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The folders of migrations, seeds and templates, in the sources and in the built program. */
export const shippedFolders = (): ShippedFolders => {
  const folder = packageFolder()
  return {
    migrations: join(folder, 'migrations'),
    seeds: join(folder, 'seed'),
    templates: join(folder, 'dist/templates'),
    openapi: join(folder, 'dist/openapi'),
    viewer: join(folder, 'dist/docs-viewer'),
    docs: join(folder, 'docs'),
    console: join(folder, 'dist/console'),
    mediaWorker: workerAt(join(folder, 'dist/media-worker.cjs'), 512),
    databaseWorker: workerAt(join(folder, 'dist/database-worker.cjs'), 1_024),
    seedDayMs: SEED_DAY_MS,
    version: packageVersion(),
    build: buildOf(join(folder, 'dist/build.json')),
  }
}

/** What the build has written down about itself; the sources of a checkout can have changed since. */
const buildOf = (file: string): ShippedFolders['build'] =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null

const workerAt = (file: string, heapMiB: number) => ({
  file,
  environment: harmlessEnvironment(),
  heapMiB,
})

/** The version with what was built: `0.1.0 (d57ab857, 2026-11-24T12:00:00.000Z)`. */
export const fullVersion = (): string => {
  const { version, build } = shippedFolders()
  const commit = build?.commit?.slice(0, 8) ?? 'no commit'
  return build ? `${version} (${commit}, ${build.time})` : version
}

const packageVersion = (): string =>
  JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version
