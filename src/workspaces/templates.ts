import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CallFiles } from '../domain/call.ts'
import { InvalidDataError } from '../errors/invalid-data-error.ts'
import { privateFolder } from '../files/private-folder.ts'
import { type DatabaseJobs, JobEndedError } from '../jobs/database-jobs.ts'
import { MemoryAccount } from '../kernel/memory-accounts.ts'
import { LIMITS } from '../limits.ts'
import type { WorkerProgram } from '../media/worker-process.ts'
import { BUILT_IN_SEEDS } from '../seeds/built-in-seeds.ts'
import type { SeedFolder } from '../seeds/read-seed.ts'
import { digestsOf, keepSeedFiles } from '../seeds/seed-files.ts'

/** Paths of shipped files: migrations, seeds, the templates made of both, and worker programs. */
export interface ShippedFolders {
  migrations: string
  seeds: string
  templates: string
  /** The OpenAPI documents. */
  openapi: string
  /** The viewer of the OpenAPI documents. */
  viewer: string
  /** The console. */
  console: string
  mediaWorker: WorkerProgram
  databaseWorker: WorkerProgram
  /** Of the program. */
  version: string
}

/** The default generator seed of a workspace. */
export const DEFAULT_GENERATOR_SEED = 1

/** A migrated and seeded database, and the digests of the files that it names. */
export interface Template {
  bytes: Buffer
  digests: readonly string[]
  /** Names of files that cannot be read as the type of their first bytes. */
  unreadable: readonly string[]
}

/** Paths of the template of a built-in seed: its database and the list of its files. */
export const templatePaths = ({ templates }: ShippedFolders, seed: string) => ({
  database: join(templates, `${seed}.sqlite`),
  digests: join(templates, `${seed}.json`),
})

/** The folder of a seed, which is the name of a built-in one or a path. */
export const seedFolderOf = ({ seeds }: ShippedFolders, seed: string): string =>
  BUILT_IN_SEEDS.some((name) => name === seed) ? join(seeds, seed) : seed

/** The folder of the files of all built-in seeds. */
export const shippedFiles = ({ templates }: ShippedFolders): string => join(templates, 'files')

/**
 * Makes a template from a folder of seed files and stores its files. The database is built in a process of its
 * own, because a large one would block every call.
 */
export const buildTemplate = async (
  { migrations }: Pick<ShippedFolders, 'migrations'>,
  seedFolder: SeedFolder,
  files: CallFiles,
  jobs: DatabaseJobs,
): Promise<Template> => {
  const needed = await jobs.run('read-seed', seedFolder)
  const seedFiles = await keepSeedFiles(needed, seedFolder, files)
  const unreadable = [...seedFiles.byName].flatMap(([name, { facts }]) =>
    facts.isReadable ? [] : [name],
  )
  const temporary = privateFolder()
  await mkdir(temporary, { mode: 0o700 })
  try {
    const path = join(temporary, 'seed.sqlite')
    const generatorSeed = DEFAULT_GENERATOR_SEED
    await jobs.run('build-seed', {
      ...seedFolder,
      files: seedFiles,
      generatorSeed,
      migrations,
      path,
    })
    return { bytes: await readFile(path), digests: digestsOf(seedFiles), unreadable }
  } catch (error) {
    if (!(error instanceof JobEndedError)) throw error
    throw new InvalidDataError(`the seed ${seedFolder.folder} cannot be loaded: ${error.message}`)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Cache of shipped templates, whose immutable bytes all servers of a process share. */
const shipped = new Map<string, Template>()

const readShipped = ({ database, digests }: ReturnType<typeof templatePaths>): Template => {
  const read = shipped.get(database) ?? {
    bytes: readFileSync(database),
    digests: JSON.parse(readFileSync(digests, 'utf8')),
    unreadable: [],
  }
  shipped.set(database, read)
  return read
}

/** The templates of seeds; the most recently used ones are cached by the canonical paths of their folders. */
export class SeedTemplates {
  readonly #folders: ShippedFolders
  readonly #jobs: DatabaseJobs
  readonly #account: MemoryAccount
  readonly #max: number
  /** The most recently used last. */
  readonly #kept = new Map<string, Template>()
  readonly #building = new Map<string, Promise<Template>>()

  constructor(
    folders: ShippedFolders,
    jobs: DatabaseJobs,
    account = new MemoryAccount(LIMITS.templateBytes.max),
    max: number = LIMITS.templates.max,
  ) {
    this.#folders = folders
    this.#jobs = jobs
    this.#account = account
    this.#max = max
  }

  /** The database of a built-in seed, by name, or of a folder of seed files, by path. */
  async find(seed: SeedFolder, files: CallFiles): Promise<Template> {
    const { folder } = seed
    const isBuiltIn = BUILT_IN_SEEDS.some((name) => name === folder)
    const key = isBuiltIn ? folder : canonicalFolder(folder)
    const template = this.#kept.get(key) ?? (await this.#buildOnce(key, seed, files))
    this.#keep(key, template)
    return template
  }

  /** The digests of all files that cached templates name. */
  namedFiles(): string[] {
    return [...this.#kept.values()].flatMap(({ digests }) => digests)
  }

  /** Drops all cached templates. */
  clear(): void {
    for (const key of this.#kept.keys()) this.#forget(key)
  }

  #keep(key: string, template: Template): void {
    this.#forget(key)
    this.#kept.set(key, template)
    this.#account.add(template.bytes.length)
    for (const oldest of this.#kept.keys()) {
      const isFull = this.#kept.size > this.#max || !this.#account.hasRoomFor(0)
      if (!isFull || oldest === key) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (kept && this.#kept.delete(key)) this.#account.remove(kept.bytes.length)
  }

  /** Builds a template once for concurrent callers, each of which pins its files. */
  async #buildOnce(key: string, seed: SeedFolder, files: CallFiles): Promise<Template> {
    const running = this.#building.get(key)
    if (running) return running
    const building = Promise.resolve(this.#read(seed, files))
    this.#building.set(key, building)
    try {
      return await building
    } finally {
      this.#building.delete(key)
    }
  }

  #read(seed: SeedFolder, files: CallFiles): Promise<Template> | Template {
    const folder = seedFolderOf(this.#folders, seed.folder)
    if (folder !== seed.folder) {
      const paths = templatePaths(this.#folders, seed.folder)
      if (existsSync(paths.database) && existsSync(paths.digests)) return readShipped(paths)
    }
    return buildTemplate(this.#folders, { ...seed, folder }, files, this.#jobs)
  }
}

/** The path of a folder with links resolved; a missing folder is refused when it is read. */
export const canonicalFolder = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}
