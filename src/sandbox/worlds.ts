import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrateToNewest } from '../db/migrate.ts'
import { openFile, openInMemory, type SyncMode } from '../db/open-database.ts'
import { Store } from '../db/store.ts'
import { Image } from './image.ts'
import { StartError } from './start-error.ts'
import { syncFolder, writeDatabase } from './write-file.ts'

/** Names that are ours; whatever else lies in the folder is not touched. */
const WORLD_FILE = /^([0-9a-f]{8})\.(?:world|image)\.(\d+)(\.new|-wal|-shm)?$/

/** Whether a folder has whole worlds in it. */
export const hasWorlds = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((file) => /\.world\.\d+$/.test(file))

/** Databases of worlds under names: open ones, sleeping ones, and images that were put aside. */
export interface Worlds {
  /** Makes a new world of bytes, which nobody may change any more, and answers the name to open it by. */
  create(workspaceId: string, bytes: Uint8Array): string
  /** Opens a world, brought to the newest schema. */
  open(name: string): Store
  /** Closes a world in a way that it can be opened again. */
  close(name: string, store: Store): void
  /** Closes a world that nobody needs again. */
  discard(name: string, store: Store | undefined): void
  /** Puts the content of an open world aside and answers the name to find it by. */
  keepImage(workspaceId: string, worldName: string, store: Store): string
  /** Makes a new world of an image. */
  createFrom(workspaceId: string, imageName: string): string
  removeImage(imageName: string): void
  /** Removes every world and image that no workspace names. */
  sweep(named: ReadonlySet<string>): void
}

/** Worlds that end with the process. */
export class MemoryWorlds implements Worlds {
  readonly #asleep = new Map<string, Image>()
  readonly #bases = new Map<string, Uint8Array>()
  readonly #images = new Map<string, Image>()
  #made = 0

  create(workspaceId: string, bytes: Uint8Array): string {
    return this.#add(workspaceId, Image.ofTemplate(bytes))
  }

  open(name: string): Store {
    const image = this.#asleep.get(name)
    if (!image) throw new Error(`no world ${name} was created`)
    this.#asleep.delete(name)
    return new Store(openInMemory(image.toBytes()))
  }

  close(name: string, store: Store): void {
    this.#asleep.set(name, this.#imageOf(name, store))
    store.close()
  }

  discard(name: string, store: Store | undefined): void {
    store?.close()
    this.#asleep.delete(name)
    this.#bases.delete(name)
  }

  keepImage(workspaceId: string, worldName: string, store: Store): string {
    const name = this.#nextName(workspaceId, 'image')
    this.#images.set(name, this.#imageOf(worldName, store))
    return name
  }

  createFrom(workspaceId: string, imageName: string): string {
    const image = this.#images.get(imageName)
    if (!image) throw new Error(`there is no image ${imageName}`)
    return this.#add(workspaceId, image)
  }

  removeImage(imageName: string): void {
    this.#images.delete(imageName)
  }

  sweep(): void {}

  #add(workspaceId: string, image: Image): string {
    const name = this.#nextName(workspaceId, 'world')
    this.#asleep.set(name, image)
    this.#bases.set(name, image.base)
    return name
  }

  #imageOf(name: string, store: Store): Image {
    const bytes = store.sqlite.serialize()
    return Image.of(bytes, this.#bases.get(name) ?? bytes)
  }

  #nextName(workspaceId: string, kind: 'world' | 'image'): string {
    this.#made += 1
    return `${workspaceId}.${kind}.${this.#made}`
  }
}

/** Worlds in files; an open file is never overwritten, a new one is written beside it. */
export class FolderWorlds implements Worlds {
  readonly #folder: string
  readonly #sync: SyncMode
  readonly #migrations: string
  readonly #last = new Map<string, number>()

  constructor(folder: string, sync: SyncMode, migrations: string) {
    this.#folder = folder
    this.#sync = sync
    this.#migrations = migrations
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    for (const file of readdirSync(folder)) this.#count(file)
  }

  create(workspaceId: string, bytes: Uint8Array): string {
    return this.#write(this.#nextName(workspaceId, 'world'), bytes)
  }

  open(name: string): Store {
    const path = join(this.#folder, name)
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

  close(_name: string, store: Store): void {
    store.close()
  }

  /** Not synced before it is closed: nobody reads it again. */
  discard(name: string, store: Store | undefined): void {
    store?.sqlite.pragma('synchronous = OFF')
    for (const end of ['', '-wal', '-shm']) rmSync(join(this.#folder, name + end), { force: true })
    store?.close()
  }

  keepImage(workspaceId: string, _worldName: string, store: Store): string {
    return this.#write(this.#nextName(workspaceId, 'image'), store.sqlite.serialize())
  }

  createFrom(workspaceId: string, imageName: string): string {
    return this.create(workspaceId, readFileSync(join(this.#folder, imageName)))
  }

  removeImage(imageName: string): void {
    rmSync(join(this.#folder, imageName), { force: true })
  }

  sweep(named: ReadonlySet<string>): void {
    const ours = readdirSync(this.#folder).filter((file) => WORLD_FILE.test(file))
    for (const file of ours)
      if (!named.has(file.replace(/-(wal|shm)$/, ''))) rmSync(join(this.#folder, file))
  }

  #write(name: string, bytes: Uint8Array): string {
    const path = join(this.#folder, name)
    const isDurable = this.#sync === 'full'
    writeDatabase(`${path}.new`, bytes, isDurable)
    renameSync(`${path}.new`, path)
    if (isDurable) syncFolder(this.#folder)
    return name
  }

  #nextName(workspaceId: string, kind: 'world' | 'image'): string {
    const number = (this.#last.get(workspaceId) ?? 0) + 1
    this.#last.set(workspaceId, number)
    return `${workspaceId}.${kind}.${number}`
  }

  #count(file: string): void {
    const [, id, number] = WORLD_FILE.exec(file) ?? []
    if (id !== undefined) this.#last.set(id, Math.max(this.#last.get(id) ?? 0, Number(number)))
  }
}
