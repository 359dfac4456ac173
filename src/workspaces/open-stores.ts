import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { migrateToNewest } from '../db/migrate.ts'
import { type FileSync, openFile } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import { StartError } from '../errors/caller-error.ts'
import { messageOf } from '../kernel/text.ts'
import { Databases, hasDatabases } from './databases.ts'
import { Registry } from './registry.ts'

export const REGISTRY_FILE = 'registry.sqlite'

export const DATABASES_FOLDER = 'databases'

/** The folder of files below a data folder. */
export const FILES_FOLDER = 'files'

export interface Stores {
  registry: Registry
  databases: Databases
}

/** Opens the stores in a folder, which one server can have open at a time. */
export const openStores = (folder: string, sync: FileSync, migrations: string): Stores => {
  makeWritable(folder)
  const databasesFolder = join(folder, DATABASES_FOLDER)
  if (!existsSync(join(folder, REGISTRY_FILE)) && hasDatabases(databasesFolder))
    throw new StartError(
      `${databasesFolder} has databases, but ${REGISTRY_FILE} beside it is missing`,
    )
  const registry = lockRegistry(folder, sync)
  try {
    migrateToNewest(registry, 'registry', migrations)
    return {
      registry: new Registry(new Store(registry)),
      databases: new Databases(databasesFolder, sync, migrations),
    }
  } catch (error) {
    registry.close()
    throw error
  }
}

const makeWritable = (folder: string): void => {
  try {
    makeFolders(resolve(folder))
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`the data folder ${folder} cannot be written: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Makes the folders from the top: the recursive option of Node does not end below `/proc`. */
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Opens the registry with an exclusive lock, which is released at any end of the process. */
const lockRegistry = (folder: string, sync: FileSync): Database.Database => {
  const path = join(folder, REGISTRY_FILE)
  try {
    closeSync(openSync(path, 'a', 0o600))
    const database = openFile(path, sync)
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code.startsWith('SQLITE_BUSY'))
      throw new StartError(`another server is using the data folder ${folder}`)
    throw new StartError(`the registry ${path} cannot be opened: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
