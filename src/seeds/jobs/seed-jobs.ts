import { writeFileSync } from 'node:fs'
import { CallerError } from '../../contract/errors/caller-error.ts'
import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { migrateToNewest } from '../../store/db/migrate.ts'
import { openInMemory } from '../../store/db/open-database.ts'
import { Store } from '../../store/db/store.ts'
import { loadSeed } from '../load-seed.ts'
import { readSeed, type SeedFolder } from '../read-seed.ts'
import type { SeedFiles } from '../seed-files.ts'

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
