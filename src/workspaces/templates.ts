import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import type { BuildOrNull } from '../contract/build.ts'
import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import { badRequest } from '../contract/errors/problem.ts'
import type { CallFiles } from '../domain/call.ts'
import { LIMITS } from '../kernel/limits.ts'
import { BUILT_IN_SEEDS } from '../seeds/built-in-seeds.ts'
import { type DatabaseJobs, JobEndedError } from '../seeds/jobs/database-jobs.ts'
import type { SeedFolder } from '../seeds/read-seed.ts'
import { isWithin } from '../seeds/regular-file.ts'
import { digestsOf, keepSeedFiles } from '../seeds/seed-files.ts'
import { daysBetween, shiftTimes } from '../seeds/shift-times.ts'
import { problemOfFile } from '../store/db/owner-mark.ts'
import { Store } from '../store/db/store.ts'
import type { WorkerProgram } from '../store/media/worker-process.ts'
import type { Databases } from './databases.ts'

/** Paths of shipped files: migrations, seeds, the templates made of both, and worker programs. */
export interface ShippedFolders {
  migrations: string
  seeds: string
  templates: string
  openapi: string
  viewer: string
  docs: string
  console: string
  mediaWorker: WorkerProgram
  databaseWorker: WorkerProgram
  /** The day of the built-in seeds, whose times are shifted from it to the day of a workspace. */
  seedDayMs: number
  version: string
  build: BuildOrNull
}

export const DEFAULT_GENERATOR_SEED = 1

/** The day of the built-in seeds, 2026-10-27: everything in them that is not scheduled happened before. */
export const SEED_DAY_MS = 1_793_059_200_000

/** A migrated and seeded database in a file, and the digests of the files that it names. */
export interface Template {
  path: string
  digests: readonly string[]
  /** Its name among the databases of the server that has built it. */
  imageName?: string
}

export const templatePaths = ({ templates }: ShippedFolders, seed: string) => ({
  database: join(templates, `${seed}.sqlite`),
  digests: join(templates, `${seed}.json`),
})

/** The folder of a seed, which is the name of a built-in one or a path. */
export const seedFolderOf = ({ seeds }: ShippedFolders, seed: string): string =>
  isBuiltIn(seed) ? join(seeds, seed) : seed

export const shippedFiles = ({ templates }: ShippedFolders): string => join(templates, 'files')

interface TemplateSource {
  seedFolder: SeedFolder
  files: CallFiles
  migrations: string
  path: string
}

/**
 * Makes a template from a folder of seed files and stores its files. The database is built in a process of its
 * own, because a large one would block every call. Also answers the names of files that cannot be read as the
 * type of their first bytes.
 */
export const buildTemplate = async (
  { seedFolder, files, migrations, path }: TemplateSource,
  jobs: DatabaseJobs,
): Promise<Template & { unreadable: readonly string[] }> => {
  const needed = await jobs.run('read-seed', seedFolder)
  const seedFiles = await keepSeedFiles(needed, seedFolder, files)
  const unreadable = [...seedFiles.byName].flatMap(([name, { facts }]) =>
    facts.isReadable ? [] : [name],
  )
  const generatorSeed = DEFAULT_GENERATOR_SEED
  try {
    const job = { ...seedFolder, files: seedFiles, generatorSeed, migrations, path }
    await jobs.run('build-seed', job)
    return { path, digests: digestsOf(seedFiles), unreadable }
  } catch (error) {
    await rm(path, { force: true })
    if (!(error instanceof JobEndedError)) throw error
    throw new InvalidDataError(`the seed ${seedFolder.folder} cannot be loaded: ${error.message}`)
  }
}

/** The templates of seeds; the most recently used ones are kept by the canonical paths of their folders. */
export class SeedTemplates {
  readonly #folders: ShippedFolders
  readonly #databases: Databases
  readonly #jobs: DatabaseJobs
  readonly #max: number
  readonly kept = new Map<string, Template>()
  readonly #building = new Map<string, Promise<Template>>()

  constructor(
    folders: ShippedFolders,
    databases: Databases,
    jobs: DatabaseJobs,
    max: number = LIMITS.templates.max,
  ) {
    this.#folders = folders
    this.#databases = databases
    this.#jobs = jobs
    this.#max = max
  }

  /** The database of a built-in seed, by name, with its times shifted to the day of an instant, or of a folder of seed files, by path. */
  async find(seed: SeedFolder, files: CallFiles, instantMs: number): Promise<Template> {
    const days = isBuiltIn(seed.folder) ? daysBetween(this.#folders.seedDayMs, instantMs) : 0
    const key = isBuiltIn(seed.folder) ? `${seed.folder} ${days}` : canonicalFolder(seed.folder)
    const kept = this.kept.get(key)
    const isThere = kept !== undefined && problemOfFile(kept.path) === undefined
    const template = isThere ? kept : await this.#buildOnce(key, seed, files, days)
    this.kept.delete(key)
    this.kept.set(key, template)
    const [oldest] = this.kept
    if (oldest && this.kept.size > this.#max) {
      const [unused, { imageName }] = oldest
      this.kept.delete(unused)
      if (imageName !== undefined) this.#databases.remove(imageName)
    }
    return template
  }

  close(): void {
    for (const { imageName } of this.kept.values())
      if (imageName !== undefined) this.#databases.remove(imageName)
    this.kept.clear()
  }

  namedFiles(): string[] {
    return [...this.kept.values()].flatMap(({ digests }) => digests)
  }

  #buildOnce(key: string, seed: SeedFolder, files: CallFiles, days: number): Promise<Template> {
    const running = this.#building.get(key)
    if (running) return running
    const building = this.#read(seed, files)
      .then((template) => (days === 0 ? template : this.#shifted(template, days)))
      .finally(() => this.#building.delete(key))
    this.#building.set(key, building)
    return building
  }

  async #read(seed: SeedFolder, files: CallFiles): Promise<Template> {
    const { migrations } = this.#folders
    const folder = seedFolderOf(this.#folders, seed.folder)
    const { database, digests } = templatePaths(this.#folders, seed.folder)
    if (isBuiltIn(seed.folder) && existsSync(database) && existsSync(digests))
      return { path: database, digests: JSON.parse(readFileSync(digests, 'utf8')) }
    const { name: imageName, path } = this.#databases.newFile('template')
    const source = { seedFolder: { ...seed, folder }, files, migrations, path }
    const { digests: named } = await buildTemplate(source, this.#jobs)
    return { path, digests: named, imageName }
  }

  #shifted({ path: source, digests, imageName: unshifted }: Template, days: number): Template {
    const store = new Store(new Database(readFileSync(source)))
    shiftTimes(store, days)
    const { name: imageName, path } = this.#databases.newFile('template')
    try {
      writeFileSync(path, store.sqlite.serialize(), { mode: 0o600 })
    } catch (error) {
      this.#databases.removeNow([imageName])
      throw error
    } finally {
      store.close()
      if (unshifted !== undefined) this.#databases.removeNow([unshifted])
    }
    return { path, digests, imageName }
  }
}

export const isBuiltIn = (seed: string): boolean => BUILT_IN_SEEDS.some((name) => name === seed)

/** The path of a folder with links resolved; a missing folder is refused when it is read. */
const canonicalFolder = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}

/** The folders below which seeds may be read for callers over HTTP; the process itself may read all. */
export class SeedFolders {
  readonly #roots: readonly string[] | undefined
  readonly #trusted = new Set<string>()

  constructor(roots: readonly string[] | undefined) {
    this.#roots = roots?.map(canonicalFolder)
  }

  trust(seed: string): void {
    if (!isBuiltIn(seed)) this.#trusted.add(canonicalFolder(seed))
  }

  mustAllow(seed: string): void {
    if (!this.#roots || this.#isTrusted(seed) || this.rootOf(seed) !== undefined) return
    throw badRequest(
      `The seed "${seed.slice(0, 200)}" is not demo, minimal or a folder below SANDBOX_SEED_FOLDERS`,
    )
  }

  /** The folder that must contain all files of a seed; undefined for a seed that this process has named. */
  rootOf(seed: string): string | undefined {
    if (this.#isTrusted(seed)) return undefined
    const folder = canonicalFolder(seed)
    return this.#roots?.find((root) => isWithin(root, folder))
  }

  #isTrusted(seed: string): boolean {
    return isBuiltIn(seed) || this.#trusted.has(canonicalFolder(seed))
  }
}
