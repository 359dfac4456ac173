import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { StartError } from '../contract/errors/caller-error.ts'
import { messageLine, messageOf } from '../kernel/text.ts'
import { migrateToNewest } from '../store/db/migrate.ts'
import { type FileSync, openFile } from '../store/db/open-database.ts'
import { isSurelyDisposable, problemOfFile } from '../store/db/owner-mark.ts'
import { Store } from '../store/db/store.ts'
import { Databases, databaseNamesIn } from './databases.ts'
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
  mustLookWhole(folder)
  const database = lockRegistry(folder, sync)
  try {
    if (database.pragma('user_version', { simple: true }) === 0)
      mustHaveNoDatabases(folder, 'has no schema')
    mustBeWhole(database, folder)
    migrateToNewest(database, 'registry', migrations)
    const registry = new Registry(new Store(database))
    if (registry.size === 0) mustHaveNoDatabases(folder, 'names no workspace')
    const databases = new Databases(join(folder, DATABASES_FOLDER), sync, migrations)
    return { registry, databases }
  } catch (error) {
    database.close()
    throw error
  }
}

/** What to do about a data folder with an unusable registry. */
const remedyFor = (folder: string): string =>
  `restore a backup into another folder (dam-sandbox backup restore), or rebuild the registry from the databases: dam-sandbox repair --data ${folder}`

/** Refuses a registry that does not know the databases beside it; those of a first start that was killed are no obstacle. */
const mustHaveNoDatabases = (folder: string, what: string): void => {
  const databases = join(folder, DATABASES_FOLDER)
  const isOfSomebody = (name: string) => !isSurelyDisposable(join(databases, name))
  if (databaseNamesIn(databases).some(isOfSomebody))
    throw new StartError(
      `${databases} has databases, but ${REGISTRY_FILE} next to it ${what}; ${remedyFor(folder)}`,
    )
}

/** Refuses a registry before SQLite opens it, which would write to it. */
const mustLookWhole = (folder: string): void => {
  const path = join(folder, REGISTRY_FILE)
  const problem = problemOfFile(path)
  if (problem === undefined) return
  mustHaveNoDatabases(folder, `cannot be used: ${problem}`)
  if (statSync(path, { throwIfNoEntry: false })?.size)
    throw new StartError(`the registry ${path} cannot be opened: ${problem}; choose another folder`)
}

/** A larger registry, of which most is tokens, would delay each start. */
const CHECKED_PAGES = 16_384

/** Refuses a registry that is cut or altered. */
const mustBeWhole = (database: Database.Database, folder: string): void => {
  const pages = Number(database.pragma('page_count', { simple: true }))
  try {
    const found = pages > CHECKED_PAGES || database.pragma('quick_check(1)', { simple: true })
    if (found === true || found === 'ok') return
    throw new Error(String(found))
  } catch (error) {
    const path = join(folder, REGISTRY_FILE)
    throw new StartError(
      `the registry ${path} is damaged: ${messageLine(error)}; ${remedyFor(folder)}`,
      { cause: error },
    )
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
export const lockRegistry = (folder: string, sync: FileSync): Database.Database => {
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
    throw new StartError(
      `the registry ${path} cannot be opened: ${messageLine(error)}; ${remedyFor(folder)}`,
      { cause: error },
    )
  }
}
