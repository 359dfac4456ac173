import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyDatabase } from '../../db/copy-database.ts'
import { migrateToNewest } from '../../db/migrate.ts'
import { type FileSync, openFile } from '../../db/open-database.ts'
import { Store } from '../../db/store.ts'
import { CallerError, PROBLEMS } from '../../errors/caller-error.ts'
import { Problem } from '../../errors/problem.ts'
import { DamagedDatabaseError, isDamage } from '../../errors/storage-errors.ts'
import { messageOf } from '../../kernel/error-message.ts'
import { LIMITS } from '../../limits.ts'
import { copyInSteps, writeInSteps } from './copy-in-steps.ts'
import type { DatabaseSource, Databases } from './databases.ts'
import { type PrewarmedDatabase, PrewarmedPool } from './prewarmed-pool.ts'
import { removeLarge } from './remove-large-file.ts'
import { finishDatabase, syncFolder, writeDatabase } from './write-file.ts'

/** Our file names; other files in the folder are not touched. */
const DATABASE_FILE = /^(?:database|image)\.(\d+)(?:\.new|-wal|-shm)?$/

/** Prewarming a larger database would block other calls for longer than it saves. */
const MAX_PREWARMED_BYTES = 4 * 1_024 * 1_024

/** Whether a folder holds databases. */
export const hasDatabases = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((file) => /^database\.\d+$/.test(file))

/** Databases in files; an open file is never overwritten, a new one is written beside it. */
export class FolderDatabases implements Databases {
  onCleanupError: ((error: unknown) => void) | undefined
  readonly #folder: string
  readonly #sync: FileSync
  readonly #migrations: string
  readonly #prewarmed: PrewarmedPool
  /** Prewarmed databases that were taken and not opened yet. */
  readonly #taken = new Map<string, PrewarmedDatabase>()
  #last: number

  constructor(folder: string, sync: FileSync, migrations: string) {
    this.#folder = folder
    this.#sync = sync
    this.#migrations = migrations
    this.#prewarmed = new PrewarmedPool({
      make: (source) => this.#makePrewarmed(source),
      discard: ({ name, store }) => this.discard(name, store),
    })
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    this.#last = readdirSync(folder).reduce((last, file) => Math.max(last, numberOf(file)), 0)
  }

  sizeOf(source: DatabaseSource): number {
    return typeof source === 'string' ? statSync(this.#imagePath(source)).size : source.length
  }

  create(source: DatabaseSource): string {
    const prewarmed = this.#takePrewarmed(source)
    if (!prewarmed) return this.#write('database', this.#bytesOf(source))
    this.#taken.set(prewarmed.name, prewarmed)
    return prewarmed.name
  }

  async createInSteps(source: DatabaseSource): Promise<string> {
    const { name } = await this.#fill('database', (path) =>
      typeof source === 'string'
        ? copyInSteps(this.#imagePath(source), path)
        : writeInSteps(source, path),
    )
    return name
  }

  async adopt(path: string): Promise<string> {
    this.#ensureFolder()
    const name = this.#nextName('database')
    // Synced at once, else the first write of a call would wait for all of it.
    await finishDatabase(path, true)
    await rename(path, join(this.#folder, name))
    if (this.#sync === 'full') syncFolder(this.#folder)
    return name
  }

  prefetch(source: DatabaseSource, sizeBytes: number): void {
    if (sizeBytes <= MAX_PREWARMED_BYTES) this.#prewarmed.prefetch(source)
  }

  open(name: string): Store {
    const taken = this.#taken.get(name)
    this.#taken.delete(name)
    return taken?.store ?? this.#openFile(name)
  }

  canClose(): boolean {
    return true
  }

  close(_name: string, store: Store): void {
    store.close()
  }

  /** Closes and removes a database, without a sync, because it is not read again. */
  discard(name: string, store = this.#taken.get(name)?.store): void {
    this.#taken.delete(name)
    this.#try(() => store?.sqlite.pragma('synchronous = OFF'))
    for (const end of ['', '-wal', '-shm']) this.#remove(name + end)
    this.#try(() => store?.close())
  }

  keepImage(_databaseName: string, store: Store): string {
    return this.#write('image', store.sqlite.serialize())
  }

  async keepImageInSteps<T>(store: Store, look: () => T): Promise<{ imageName: string; seen: T }> {
    const { name, filled } = await this.#fill('image', (path) =>
      copyDatabase(store.sqlite, path, look),
    )
    return { imageName: name, seen: filled }
  }

  removeImage(imageName: string): void {
    this.#prewarmed.discard(imageName)
    this.#remove(imageName)
  }

  sweep(named: ReadonlySet<string>): void {
    const ours = readdirSync(this.#folder).filter((file) => DATABASE_FILE.test(file))
    for (const file of ours)
      if (!named.has(file.replace(/-(wal|shm)$/, ''))) rmSync(join(this.#folder, file))
  }

  /** The bytes of an image. */
  readImage(imageName: string): Uint8Array {
    return readFileSync(this.#imagePath(imageName))
  }

  closeAll(): void {
    this.#prewarmed.discardAll()
    for (const name of this.#taken.keys()) this.open(name).close()
  }

  #openFile(name: string): Store {
    const path = join(this.#folder, name)
    if (!existsSync(path)) throw new DamagedDatabaseError(`the database ${path} is missing`)
    try {
      return this.#openDatabase(path)
    } catch (error) {
      if (error instanceof CallerError || !isDamage(error)) throw error
      throw new DamagedDatabaseError(`the database ${path} cannot be read: ${messageOf(error)}`)
    }
  }

  #openDatabase(path: string): Store {
    const database = openFile(path, { sync: this.#sync })
    try {
      if (Number(database.pragma('user_version', { simple: true })) === 0)
        throw new DamagedDatabaseError(`the database ${path} is damaged: it has no schema`)
      migrateToNewest(database, 'workspace', this.#migrations)
      return new Store(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  #bytesOf(source: DatabaseSource): Uint8Array {
    return typeof source === 'string' ? this.readImage(source) : source
  }

  #imagePath(imageName: string): string {
    const path = join(this.#folder, imageName)
    if (!existsSync(path)) throw new DamagedDatabaseError(`the image ${path} is missing`)
    return path
  }

  /** A prewarmed database, if its file still exists: writes to a removed file would be lost. */
  #takePrewarmed(source: DatabaseSource): PrewarmedDatabase | undefined {
    const prewarmed = this.#prewarmed.take(source)
    if (!prewarmed || existsSync(join(this.#folder, prewarmed.name))) return prewarmed
    this.discard(prewarmed.name, prewarmed.store)
    return undefined
  }

  #write(kind: 'database' | 'image', bytes: Uint8Array): string {
    this.#ensureFolder()
    const name = this.#nextName(kind)
    const path = join(this.#folder, name)
    const isDurable = this.#sync === 'full'
    try {
      writeDatabase(`${path}.new`, bytes, isDurable)
      renameSync(`${path}.new`, path)
    } catch (error) {
      this.#remove(`${name}.new`)
      throw error
    }
    if (isDurable) syncFolder(this.#folder)
    return name
  }

  /** Like `#write`, where `fill` makes the file while other calls run. */
  async #fill<T>(
    kind: 'database' | 'image',
    fill: (path: string) => Promise<T>,
  ): Promise<{ name: string; filled: T }> {
    this.#ensureFolder()
    const name = this.#nextName(kind)
    const path = join(this.#folder, name)
    const isDurable = this.#sync === 'full'
    try {
      const filled = await fill(`${path}.new`)
      await finishDatabase(`${path}.new`, isDurable)
      await rename(`${path}.new`, path)
      if (isDurable) syncFolder(this.#folder)
      return { name, filled }
    } catch (error) {
      this.#remove(`${name}.new`)
      throw error
    }
  }

  /** The folder may have been removed while the server runs. Without the data folder the registry is lost as well. */
  #ensureFolder(): void {
    if (existsSync(this.#folder)) return
    if (!existsSync(dirname(this.#folder)))
      throw new Problem(
        PROBLEMS.missingFolder,
        `The data folder ${dirname(this.#folder)} is missing; stop the server and restore the folder`,
      )
    mkdirSync(this.#folder, { mode: 0o700 })
  }

  #makePrewarmed(source: DatabaseSource): PrewarmedDatabase {
    const name = this.#write('database', this.#bytesOf(source))
    try {
      return { name, store: this.#openFile(name) }
    } catch (error) {
      this.discard(name)
      throw error
    }
  }

  #remove(file: string): void {
    this.#try(() => {
      const path = join(this.#folder, file)
      const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
      if (size > LIMITS.quickDatabaseBytes.max) removeLarge(path, size)
      else rmSync(path, { force: true })
    })
  }

  /** A file that cannot be removed now is removed by the next start. */
  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.onCleanupError?.(error)
    }
  }

  #nextName(kind: 'database' | 'image'): string {
    this.#last += 1
    return `${kind}.${this.#last}`
  }
}

const numberOf = (file: string): number => Number(DATABASE_FILE.exec(file)?.[1] ?? 0)
