import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateToNewest } from '../db/migrate.ts'
import { openInMemory } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import type { CallFiles } from '../domain/call.ts'
import type { WorkerProgram } from '../media/worker-process.ts'
import { loadSeed } from './seed/load-seed.ts'
import { readSeed } from './seed/read-seed.ts'
import { digestsOf, keepSeedFiles } from './seed/seed-files.ts'

/** Where the program finds what it ships: migrations, seeds, what was made of both at build time, and a process's program. */
export interface ShippedFolders {
  migrations: string
  seeds: string
  templates: string
  mediaWorker: WorkerProgram
  /** Of the program. */
  version: string
}

/** The seeds that ship with the program. */
export const BUILT_IN_SEEDS = ['demo', 'minimal'] as const

/** The generator seed of a workspace that asks for no other. */
export const DEFAULT_GENERATOR_SEED = 1

/** A migrated and seeded database, and the digests of the files that it names. */
export interface Template {
  bytes: Buffer
  digests: readonly string[]
  /** The names of files that are not what their first bytes announce. */
  unreadable: readonly string[]
}

/** Where the template of a built-in seed lies: its database and the list of its files. */
export const templatePaths = ({ templates }: ShippedFolders, seed: string) => ({
  database: join(templates, `${seed}.sqlite`),
  digests: join(templates, `${seed}.json`),
})

/** The folder of a seed: by the name of a built-in one, else it is a path. */
export const seedFolderOf = ({ seeds }: ShippedFolders, seed: string): string =>
  BUILT_IN_SEEDS.some((name) => name === seed) ? join(seeds, seed) : seed

/** The folder of the files of all built-in seeds. */
export const shippedFiles = ({ templates }: ShippedFolders): string => join(templates, 'files')

/** Makes a template anew from a folder of seed files, whose files are kept. */
export const buildTemplate = async (
  folders: ShippedFolders,
  seedFolder: string,
  files: CallFiles,
): Promise<Template> => {
  const seed = readSeed(seedFolder)
  const seedFiles = await keepSeedFiles(seed, seedFolder, files)
  const store = new Store(openInMemory())
  try {
    migrateToNewest(store.sqlite, 'world', folders.migrations)
    loadSeed(store, seed, seedFiles, DEFAULT_GENERATOR_SEED)
    store.sqlite.exec('VACUUM')
    const unreadable = [...seedFiles.byName].flatMap(([name, { facts }]) =>
      facts.isReadable ? [] : [name],
    )
    return { bytes: store.sqlite.serialize(), digests: digestsOf(seedFiles), unreadable }
  } finally {
    store.close()
  }
}

/** Templates that were read: all servers of a process share their bytes, which nobody changes. */
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

/** Hands out seeded worlds: a template where there is one, else built once and kept. */
export class WorldTemplates {
  readonly #folders: ShippedFolders
  readonly #kept = new Map<string, Template>()

  constructor(folders: ShippedFolders) {
    this.#folders = folders
  }

  /** The world of a built-in seed, by name, or of a folder of seed files, by path. */
  async find(seed: string, files: CallFiles): Promise<Template> {
    const kept = this.#kept.get(seed)
    if (kept) return kept
    const template = await this.#read(seed, files)
    this.#kept.set(seed, template)
    return template
  }

  /** The digests of all files that templates name which will be used again. */
  namedFiles(): string[] {
    return [...this.#kept.values()].flatMap(({ digests }) => digests)
  }

  #read(seed: string, files: CallFiles): Promise<Template> | Template {
    const folder = seedFolderOf(this.#folders, seed)
    if (folder === seed) return buildTemplate(this.#folders, folder, files)
    const paths = templatePaths(this.#folders, seed)
    if (existsSync(paths.database) && existsSync(paths.digests)) return readShipped(paths)
    return buildTemplate(this.#folders, folder, files)
  }
}
