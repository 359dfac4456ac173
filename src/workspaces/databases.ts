import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CallerError, PROBLEMS } from '../contract/errors/caller-error.ts'
import { Problem } from '../contract/errors/problem.ts'
import { DamagedDatabaseError, isDamage } from '../contract/errors/storage-errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { moveAside, unknownFolder } from '../kernel/move-aside.ts'
import { messageOf } from '../kernel/text.ts'
import { copyDatabase } from '../store/db/copy-database.ts'
import { migrateToNewest } from '../store/db/migrate.ts'
import { type FileSync, openFile } from '../store/db/open-database.ts'
import { markDisposable, problemOfFile, readOwner } from '../store/db/owner-mark.ts'
import { Store } from '../store/db/store.ts'
import { WorkspaceDatabase } from './workspace.ts'

/** Our file names; other files in the folder are not touched. */
const OUR_FILE = /^(database|image)\.(\d+)(?:-wal)?$/

/** Databases, images of snapshots, and templates, which a start rebuilds. */
type Kind = 'database' | 'image' | 'template'

/** The end of the name of an image that is being written, and of a closed file that is being removed. */
const UNFINISHED = '.part'

/** Names of files that no registry names, which the next start removes after a kill. */
const OUR_LEFTOVER = /^(?:template\.\d+|(?:database|image|template)\.\d+\.part)(?:-wal)?$/

/** A database and its log; locked by one process, it has no index of its log. */
const FILE_ENDS = ['', '-wal']

const COPY_MODE = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE

export const databaseNamesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((file) => /^database\.\d+$/.test(file)) : []

/** A file that nothing names and that the server did not leave behind itself. */
export interface UnknownFile {
  readonly from: string
  readonly to: string
  /** The workspace that it is of, where the file says so. */
  readonly workspaceId: string | undefined
}

/** The workspace databases and their images in one folder; an open file is never overwritten, and no name is used twice. */
export class Databases {
  /** Called when a file could not be removed; the next start removes it. */
  onCleanupError: ((error: unknown) => void) | undefined
  readonly folder: string
  readonly #sync: FileSync
  readonly #migrations: string
  readonly #removals = new Set<Promise<void>>()
  readonly #last = { database: 0, image: 0, template: 0 }
  /** By their names; a closed one may still be in it. */
  readonly #opened = new Map<string, WeakRef<WorkspaceDatabase>>()
  #kept: ReadonlySet<string> = new Set()
  #removedLater: string[] = []

  constructor(folder: string, sync: FileSync, migrations: string) {
    this.folder = folder
    this.#sync = sync
    this.#migrations = migrations
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const aside = unknownFolder(dirname(folder))
    for (const file of [...readdirSync(folder), ...(existsSync(aside) ? readdirSync(aside) : [])]) {
      const [, kind, number] = /^(database|image)\.(\d+)/.exec(file) ?? []
      if (kind) this.#last[kind as Kind] = Math.max(this.#last[kind as Kind], Number(number))
    }
  }

  /** Makes and opens a database from a copy of a file, or from the file itself, which is then moved. A large one is copied while other calls run. */
  async create(source: string, { isMoved = false } = {}): Promise<WorkspaceDatabase> {
    const { name, path } = this.newFile('database')
    let database: WorkspaceDatabase | undefined
    try {
      if (isMoved) renameSync(source, path)
      else if (isLarge(statSync(source).size)) await copyFile(source, path, COPY_MODE)
      else copyFileSync(source, path, COPY_MODE)
      chmodSync(path, 0o600)
      // Until its workspace is registered.
      markDisposable(path)
      database = this.open(name)
      await this.#syncNew(path)
      return database
    } catch (error) {
      this.discard(name, database?.store)
      throw error
    }
  }

  open(name: string): WorkspaceDatabase {
    const path = this.pathOf(name)
    try {
      const store = this.#open(path)
      const database = new WorkspaceDatabase(name, store, () => this.discard(name, store))
      this.#opened.set(name, new WeakRef(database))
      return database
    } catch (error) {
      if (error instanceof CallerError || !isDamage(error)) throw error
      throw new DamagedDatabaseError(describe(path, messageOf(error)))
    }
  }

  /** The database of a file that is open, also while calls only finish with it. */
  findOpen(name: string): WorkspaceDatabase | undefined {
    const database = this.#opened.get(name)?.deref()
    return database?.store.sqlite.open ? database : undefined
  }

  /** Keeps files until it is disposed of; those that are removed meanwhile go then. */
  keep(names: ReadonlySet<string>): Disposable {
    this.#kept = names
    return {
      [Symbol.dispose]: () => {
        this.#kept = new Set()
        for (const name of this.#removedLater.splice(0)) this.remove(name)
      },
    }
  }

  /** Closes and removes a database; never fails. */
  discard(name: string, store?: Store): void {
    try {
      // It is not read again, so that closing it needs no sync.
      store?.sqlite.pragma('synchronous = OFF')
      store?.close()
    } catch (error) {
      this.onCleanupError?.(error)
    }
    this.remove(name)
  }

  /** Copies an open database into an image; `look` runs at the moment whose state the image has. A large one is copied while other calls run. */
  async keepImage<T>(store: Store, look: () => T): Promise<{ imageName: string; seen: T }> {
    const { name, path } = this.newFile('image')
    const unfinished = path + UNFINISHED
    try {
      const seen = isLarge(store.sizeBytes)
        ? await copyDatabase(store.sqlite, unfinished, look)
        : copyAtOnce(store, unfinished, look)
      renameSync(unfinished, path)
      await this.#syncNew(path)
      return { imageName: name, seen }
    } catch (error) {
      this.remove(name + UNFINISHED)
      this.remove(name)
      throw error
    }
  }

  /** Removes the files of closed databases and images at once, for the room that they take. */
  removeNow(names: readonly string[]): void {
    for (const name of names)
      for (const end of FILE_ENDS) rmSync(join(this.folder, name + end), { force: true })
  }

  /** Removes what a killed server has left half-made or replaced, and moves aside every other file of ours that nothing names. */
  sweep(named: ReadonlySet<string>): UnknownFile[] {
    const files = readdirSync(this.folder, { withFileTypes: true }).filter((file) => file.isFile())
    for (const { name } of files) if (OUR_LEFTOVER.test(name)) this.removeNow([name])
    const ours = files.flatMap(({ name }) => (OUR_FILE.test(name) ? name.replace(/-wal$/, '') : []))
    const unnamed = [...new Set(ours)].filter((name) => !named.has(name))
    return unnamed.flatMap((name) => {
      const from = join(this.folder, name)
      const owner = readOwner(from)
      if (owner === 'disposable') {
        this.removeNow([name])
        return []
      }
      const to = moveAside(from, unknownFolder(dirname(this.folder)))
      return { from, to, workspaceId: owner?.workspaceId }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#removals)
  }

  pathOf(name: string): string {
    const path = join(this.folder, name)
    if (!existsSync(path)) throw new DamagedDatabaseError(describe(path, 'it is missing'))
    return path
  }

  /** What a look at a closed database shows to be wrong; undefined for nothing. */
  problemOf(name: string): string | undefined {
    const path = join(this.folder, name)
    const problem = problemOfFile(path)
    return problem && describe(path, problem)
  }

  /** Size of a closed database, bytes; null where its file is missing. */
  sizeOf(name: string): number | null {
    return statSync(join(this.folder, name), { throwIfNoEntry: false })?.size ?? null
  }

  #open(path: string): Store {
    const problem = problemOfFile(path)
    if (problem !== undefined) throw new DamagedDatabaseError(describe(path, problem))
    const database = openFile(path, this.#sync)
    try {
      if (Number(database.pragma('user_version', { simple: true })) === 0)
        throw new DamagedDatabaseError(describe(path, 'it has no schema'))
      migrateToNewest(database, 'workspace', this.#migrations)
      return new Store(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Syncs a new file and its name, where data must survive loss of power. */
  async #syncNew(path: string): Promise<void> {
    if (this.#sync !== 'full') return
    for (const synced of [path, this.folder]) {
      const handle = await open(synced)
      await handle.sync().finally(() => handle.close())
    }
  }

  /** Removes a closed database or an image while other calls run, because freeing a large file takes long; never fails. */
  remove(name: string): void {
    if (this.#kept.has(name)) {
      this.#removedLater.push(name)
      return
    }
    this.#opened.delete(name)
    const files = FILE_ENDS.map((end) => this.#aside(join(this.folder, name), end))
    const removal = Promise.all(files.map((file) => rm(file, { force: true })))
      .catch((error) => this.onCleanupError?.(error))
      .then(() => {
        this.#removals.delete(removal)
      })
    this.#removals.add(removal)
  }

  /** Renames a file that is being removed, so that a start after a kill knows it; a folder in its place cannot be removed. */
  #aside(path: string, end: string): string {
    try {
      renameSync(path + end, path + UNFINISHED + end)
      return path + UNFINISHED + end
    } catch {
      return path + end
    }
  }

  newFile(kind: Kind): { name: string; path: string } {
    this.#ensureFolder()
    this.#last[kind] += 1
    const name = `${kind}.${this.#last[kind]}`
    return { name, path: join(this.folder, name) }
  }

  /** The folder may have been removed while the server runs. Without the data folder the registry is lost as well. */
  #ensureFolder(): void {
    if (existsSync(this.folder)) return
    const data = dirname(this.folder)
    if (this.#sync !== 'off' && !existsSync(data))
      throw new Problem(
        PROBLEMS.missingFolder,
        `The data folder ${data} is missing; stop the server and restore the folder`,
      )
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
  }
}

const describe = (path: string, problem: string): string =>
  `the database ${path} cannot be read: ${problem}`

const isLarge = (bytes: number): boolean => bytes > LIMITS.quickDatabaseBytes.max

const copyAtOnce = <T>(store: Store, path: string, look: () => T): T => {
  writeFileSync(path, store.sqlite.serialize(), { flag: 'wx', mode: 0o600 })
  return look()
}
