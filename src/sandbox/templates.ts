import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateToNewest } from '../db/migrate.ts'
import { openInMemory } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import { loadSeed } from './seed/load-seed.ts'
import { readSeed } from './seed/read-seed.ts'

/** Where the program finds what it ships: migrations, seeds, and templates made from both at build time. */
export interface ShippedFolders {
  migrations: string
  seeds: string
  templates: string
}

/** The seeds that ship with the program. */
export const BUILT_IN_SEEDS = ['demo', 'minimal'] as const

/** The generator seed of a workspace that asks for no other. */
export const DEFAULT_GENERATOR_SEED = 1

/** Where the template of a built-in seed lies. */
export const templateFile = (folders: ShippedFolders, seed: string): string =>
  join(folders.templates, `${seed}.sqlite`)

/** The bytes of a migrated and seeded database, made anew from a folder of seed files. */
export const buildWorldBytes = (folders: ShippedFolders, seedFolder: string): Buffer => {
  const seed = readSeed(seedFolder)
  const store = new Store(openInMemory())
  try {
    migrateToNewest(store.sqlite, 'world', folders.migrations)
    loadSeed(store, seed, DEFAULT_GENERATOR_SEED)
    store.sqlite.exec('VACUUM')
    return store.sqlite.serialize()
  } finally {
    store.close()
  }
}

/** Hands out the bytes of seeded worlds: a template where there is one, else built once and kept. */
export class WorldTemplates {
  readonly #folders: ShippedFolders
  readonly #bytes = new Map<string, Buffer>()

  constructor(folders: ShippedFolders) {
    this.#folders = folders
  }

  /** The world of a built-in seed, by name, or of a folder of seed files, by path. */
  bytesOf(seed: string): Buffer {
    const kept = this.#bytes.get(seed)
    if (kept) return kept
    const bytes = this.#read(seed)
    this.#bytes.set(seed, bytes)
    return bytes
  }

  #read(seed: string): Buffer {
    const isBuiltIn = BUILT_IN_SEEDS.some((name) => name === seed)
    if (!isBuiltIn) return buildWorldBytes(this.#folders, seed)
    const file = templateFile(this.#folders, seed)
    if (existsSync(file)) return readFileSync(file)
    return buildWorldBytes(this.#folders, join(this.#folders.seeds, seed))
  }
}
