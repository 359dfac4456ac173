import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { migrateToNewest } from '../db/migrate.ts'
import { openFile, openInMemory, type SyncMode } from '../db/open-database.ts'
import { Store } from '../db/store.ts'

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
    mkdirSync(folder, { recursive: true })
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
    const store = new Store(openFile(join(this.#folder, file), { sync: this.#sync }))
    try {
      migrateToNewest(store.sqlite, 'world', this.#migrations)
      return store
    } catch (error) {
      store.close()
      throw error
    }
  }

  sweep(named: ReadonlySet<string>): void {
    for (const file of readdirSync(this.#folder))
      if (!named.has(file.replace(/-(wal|shm)$/, ''))) rmSync(join(this.#folder, file))
  }

  #numbersOf(workspaceId: string): number[] {
    return readdirSync(this.#folder).flatMap((file) => {
      const match = /^([0-9a-f]{8})\.world\.(\d+)/.exec(file)
      return match?.[1] === workspaceId ? [Number(match[2])] : []
    })
  }
}

const writeDurably = (path: string, bytes: Uint8Array): void => {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeSync(handle, bytes)
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
