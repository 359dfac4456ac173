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
import { LIMITS } from '../../limits.ts'
import { copyInSteps, writeInSteps } from './copy-in-steps.ts'
import { removeLarge } from './remove-large.ts'
import { Spares, type SpareWorld } from './spares.ts'
import type { WorldSource, Worlds } from './worlds.ts'
import { finishDatabase, syncFolder, writeDatabase } from './write-file.ts'

/** Names that are ours, older ones begin with the id of a workspace; whatever else lies in the folder is not touched. */
const WORLD_FILE = /^(?:[0-9a-f]{8}\.)?(?:world|image)\.(\d+)(?:\.new|-wal|-shm)?$/

/** Making a larger one ahead would stop other calls for longer than it helps. */
const LARGEST_SPARE_BYTES = 4 * 1_024 * 1_024

/** Whether a folder has whole worlds in it. */
export const hasWorlds = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder).some((file) => /^([0-9a-f]{8}\.)?world\.\d+$/.test(file))

/** Worlds in files; an open file is never overwritten, a new one is written beside it. */
export class FolderWorlds implements Worlds {
  onLeftBehind: ((error: unknown) => void) | undefined
  readonly #folder: string
  readonly #sync: FileSync
  readonly #migrations: string
  readonly #spares: Spares
  /** Spares that were taken and not opened yet. */
  readonly #taken = new Map<string, Store>()
  #last: number

  constructor(folder: string, sync: FileSync, migrations: string) {
    this.#folder = folder
    this.#sync = sync
    this.#migrations = migrations
    this.#spares = new Spares({
      make: (source) => this.#makeSpare(source),
      discard: ({ name, store }) => this.discard(name, store),
    })
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    this.#last = readdirSync(folder).reduce((last, file) => Math.max(last, numberOf(file)), 0)
  }

  sizeOf(source: WorldSource): number {
    return typeof source === 'string' ? statSync(this.#imagePath(source)).size : source.length
  }

  create(source: WorldSource): string {
    const spare = this.#takeSpare(source)
    if (!spare) return this.#write('world', this.#bytesOf(source))
    this.#taken.set(spare.name, spare.store)
    return spare.name
  }

  async createInSteps(source: WorldSource): Promise<string> {
    const { name } = await this.#fill('world', (path) =>
      typeof source === 'string'
        ? copyInSteps(this.#imagePath(source), path)
        : writeInSteps(source, path),
    )
    return name
  }

  async adopt(path: string): Promise<string> {
    this.#ensureFolder()
    const name = this.#nextName('world')
    // On the disk at once: else the first write of a call would have to wait for all of it.
    await finishDatabase(path, true)
    await rename(path, join(this.#folder, name))
    if (this.#sync === 'full') syncFolder(this.#folder)
    return name
  }

  expect(source: WorldSource, sizeBytes: number): void {
    if (sizeBytes <= LARGEST_SPARE_BYTES) this.#spares.expect(source)
  }

  open(name: string): Store {
    const taken = this.#taken.get(name)
    this.#taken.delete(name)
    return taken ?? this.#openFile(name)
  }

  canClose(): boolean {
    return true
  }

  close(_name: string, store: Store): void {
    store.close()
  }

  /** Not synced before it is closed: nobody reads it again. */
  discard(name: string, store = this.#taken.get(name)): void {
    this.#taken.delete(name)
    this.#try(() => store?.sqlite.pragma('synchronous = OFF'))
    for (const end of ['', '-wal', '-shm']) this.#remove(name + end)
    this.#try(() => store?.close())
  }

  keepImage(_worldName: string, store: Store): string {
    return this.#write('image', store.sqlite.serialize())
  }

  async keepImageInSteps<T>(store: Store, look: () => T): Promise<{ imageName: string; seen: T }> {
    const { name, filled } = await this.#fill('image', (path) =>
      copyDatabase(store.sqlite, path, look),
    )
    return { imageName: name, seen: filled }
  }

  removeImage(imageName: string): void {
    this.#spares.forget(imageName)
    this.#remove(imageName)
  }

  sweep(named: ReadonlySet<string>): void {
    const ours = readdirSync(this.#folder).filter((file) => WORLD_FILE.test(file))
    for (const file of ours)
      if (!named.has(file.replace(/-(wal|shm)$/, ''))) rmSync(join(this.#folder, file))
  }

  end(): void {
    this.#spares.forgetAll()
    for (const name of this.#taken.keys()) this.open(name).close()
  }

  #openFile(name: string): Store {
    const path = join(this.#folder, name)
    if (!existsSync(path)) throw new DamagedDatabaseError(`the world ${path} is missing`)
    try {
      return this.#openDatabase(path)
    } catch (error) {
      if (error instanceof CallerError || !isDamage(error)) throw error
      throw new DamagedDatabaseError(`the world ${path} cannot be read: ${messageOf(error)}`)
    }
  }

  #openDatabase(path: string): Store {
    const database = openFile(path, { sync: this.#sync })
    try {
      if (Number(database.pragma('user_version', { simple: true })) === 0)
        throw new DamagedDatabaseError(`the world ${path} is damaged: it has no schema`)
      migrateToNewest(database, 'world', this.#migrations)
      return new Store(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  #bytesOf(source: WorldSource): Uint8Array {
    if (typeof source !== 'string') return source
    return readFileSync(this.#imagePath(source))
  }

  #imagePath(imageName: string): string {
    const path = join(this.#folder, imageName)
    if (!existsSync(path)) throw new DamagedDatabaseError(`the image ${path} is missing`)
    return path
  }

  /** A spare whose file was removed would lose everything that is written to it. */
  #takeSpare(source: WorldSource): SpareWorld | undefined {
    const spare = this.#spares.take(source)
    if (!spare || existsSync(join(this.#folder, spare.name))) return spare
    this.discard(spare.name, spare.store)
    return undefined
  }

  #write(kind: 'world' | 'image', bytes: Uint8Array): string {
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
    kind: 'world' | 'image',
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
        `The data folder ${dirname(this.#folder)} is missing; stop the server and bring the folder back`,
      )
    mkdirSync(this.#folder, { mode: 0o700 })
  }

  #makeSpare(source: WorldSource): SpareWorld {
    const name = this.#write('world', this.#bytesOf(source))
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

  /** What is left behind is in nobody's way: the next start removes it. */
  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.onLeftBehind?.(error)
    }
  }

  #nextName(kind: 'world' | 'image'): string {
    this.#last += 1
    return `${kind}.${this.#last}`
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const numberOf = (file: string): number => Number(WORLD_FILE.exec(file)?.[1] ?? 0)
