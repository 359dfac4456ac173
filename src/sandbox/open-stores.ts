import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { migrateToNewest } from '../db/migrate.ts'
import { openFile, openInMemory, type SyncMode } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import { Registry } from './registry.ts'
import { StartError } from './start-error.ts'
import { FolderWorlds, MemoryWorlds, type Worlds } from './worlds.ts'

/** Opens stores that end with the process. */
export const openMemory = (migrations: string): { registry: Registry; worlds: Worlds } => ({
  registry: openRegistry(openInMemory(), migrations),
  worlds: new MemoryWorlds(),
})

/** Opens the stores of a data folder, which one server can have open at a time. */
export const openFolder = (
  folder: string,
  sync: SyncMode,
  migrations: string,
): { registry: Registry; worlds: Worlds } => {
  makeWritable(folder)
  const registry = openRegistry(lockRegistry(folder, sync), migrations)
  return { registry, worlds: new FolderWorlds(join(folder, 'worlds'), sync, migrations) }
}

const openRegistry = (database: Database.Database, migrations: string): Registry => {
  try {
    migrateToNewest(database, 'registry', migrations)
    return new Registry(new Store(database))
  } catch (error) {
    database.close()
    throw error
  }
}

const makeWritable = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`the data folder ${folder} cannot be written: ${reason}`)
  }
}

/** The registry is held by an exclusive lock, which ends with the process, however that ends. */
const lockRegistry = (folder: string, sync: SyncMode): Database.Database => {
  const path = join(folder, 'registry.sqlite')
  try {
    const database = openFile(path, { sync, exclusive: true })
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    chmodSync(path, 0o600)
    return database
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code.startsWith('SQLITE_BUSY'))
      throw new StartError(`another server is using the data folder ${folder}`)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`the registry ${path} cannot be opened: ${reason}`)
  }
}
