import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { migrateToNewest } from '../db/migrate.ts'
import { openFile, openInMemory, type SyncMode } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import { StartError } from './start-error.ts'

/** Names that are ours; whatever else lies in the folder is not touched. */
const WORLD_FILE = /^([0-9a-f]{8})\.world\.(\d+)(\.new|-wal|-shm)?$/

/** Whether a folder has whole worlds in it. */
export const hasWorlds = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((file) => /\.world\.\d+$/.test(file))

/** Where worlds live: nowhere but in memory, or in files of a data folder. */
export interface Worlds {
  /** Makes a new world of template bytes for a workspace and answers the name to open it by. */
  create(workspaceId: string, bytes: Uint8Array): string
  /** Opens a world, brought to the newest schema. */
  open(file: string): Store
  /** Removes every world file that no workspace names. */
  sweep(named: ReadonlySet<string>): void
}

/** Worlds that end with the process. */
export class MemoryWorlds implements Worlds {
  readonly #created = new Map<string, Uint8Array>()

  create(workspaceId: string, bytes: Uint8Array): string {
    this.#created.set(workspaceId, bytes)
    return workspaceId
  }

  open(file: string): Store {
    const bytes = this.#created.get(file)
    if (!bytes) throw new Error(`no world ${file} was created`)
    this.#created.delete(file)
    return new Store(openInMemory(bytes))
  }

  sweep(): void {}
}

/** Worlds in files; an open file is never overwritten, a new one is written and fsynced beside it. */
export class FolderWorlds implements Worlds {
  readonly #folder: string
  readonly #sync: SyncMode
  readonly #migrations: string

  constructor(folder: string, sync: SyncMode, migrations: string) {
    this.#folder = folder
    this.#sync = sync
    this.#migrations = migrations
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  }

  create(workspaceId: string, bytes: Uint8Array): string {
    const number = 1 + Math.max(0, ...this.#numbersOf(workspaceId))
    const file = `${workspaceId}.world.${number}`
    const path = join(this.#folder, file)
    writeDurably(`${path}.new`, bytes)
    renameSync(`${path}.new`, path)
    syncFolder(this.#folder)
    return file
  }

  open(file: string): Store {
    const path = join(this.#folder, file)
    if (!existsSync(path)) throw new StartError(`the world ${path} is missing`)
    const database = openFile(path, { sync: this.#sync })
    try {
      if (Number(database.pragma('user_version', { simple: true })) === 0)
        throw new StartError(`the world ${path} is damaged: it has no schema`)
      migrateToNewest(database, 'world', this.#migrations)
      return new Store(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  sweep(named: ReadonlySet<string>): void {
    const ours = readdirSync(this.#folder).filter((file) => WORLD_FILE.test(file))
    for (const file of ours)
      if (!named.has(file.replace(/-(wal|shm)$/, ''))) rmSync(join(this.#folder, file))
  }

  #numbersOf(workspaceId: string): number[] {
    return readdirSync(this.#folder).flatMap((file) => {
      const match = WORLD_FILE.exec(file)
      return match?.[1] === workspaceId ? [Number(match[2])] : []
    })
  }
}

const writeDurably = (path: string, bytes: Uint8Array): void => {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeFileSync(handle, bytes)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const syncFolder = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
