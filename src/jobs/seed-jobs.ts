import { writeFileSync } from 'node:fs'
import { migrateToNewest } from '../db/migrate.ts'
import { openInMemory } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import { CallerError } from '../errors/caller-error.ts'
import { InvalidDataError } from '../errors/invalid-data-error.ts'
import { loadSeed } from '../seeds/load-seed.ts'
import { readSeed, type SeedFolder } from '../seeds/read-seed.ts'
import type { SeedFiles } from '../seeds/seed-files.ts'

export interface SeedToBuild extends SeedFolder {
  files: SeedFiles
  generatorSeed: number
  migrations: string
  path: string
}

export const buildSeed = ({
  files,
  generatorSeed,
  migrations,
  path,
  ...folder
}: SeedToBuild): null => {
  const seed = readSeed(folder)
  const store = new Store(openInMemory())
  try {
    migrateToNewest(store.sqlite, 'workspace', migrations)
    loadSeed(store, seed, files, generatorSeed)
    store.sqlite.exec('VACUUM')
    writeFileSync(path, store.sqlite.serialize(), { mode: 0o600 })
    return null
  } catch (error) {
    if (!(error instanceof CallerError)) throw error
    throw new InvalidDataError(error.message, {
      summary: `the seed ${folder.folder} cannot be loaded; the log says why, as does a start with SANDBOX_SEED=${folder.folder}`,
    })
  } finally {
    store.close()
  }
}
