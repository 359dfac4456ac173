import { mkdirSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { databaseBytes } from '../../db/database-size.ts'
import { openInMemory } from '../../db/open-database.ts'
import { Store } from '../../db/store.ts'
import type { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { LIMITS } from '../../limits.ts'
import { Image } from './database-image.ts'
import type { DatabaseSource, Databases } from './databases.ts'
import { FolderDatabases } from './folder-databases.ts'
import { KeptImages } from './kept-images.ts'

/** Prefix of the names of databases and images that are files in the temporary folder. */
const IN_FILE = 'file:'

/**
 * Databases that end with the process. Large ones and their images are in a temporary folder: only a file can
 * be copied and opened without blocking other calls. So are further images when those in memory are too many.
 */
export class MemoryDatabases implements Databases {
  onCleanupError: ((error: unknown) => void) | undefined
  readonly #closed = new Map<string, Image>()
  readonly #bases = new Map<string, Uint8Array>()
  readonly #images: KeptImages
  readonly #folder: string
  readonly #migrations: string
  #large: FolderDatabases | undefined
  #made = 0

  constructor(folder: string, migrations: string, snapshots: MemoryAccount) {
    this.#images = new KeptImages(snapshots)
    this.#folder = folder
    this.#migrations = migrations
  }

  sizeOf(source: DatabaseSource): number {
    if (typeof source !== 'string') return source.length
    const file = fileOf(source)
    return file === undefined ? this.#image(source).sizeBytes : this.#files().sizeOf(file)
  }

  create(source: DatabaseSource): string {
    const name = this.#nextName('database')
    const file = typeof source === 'string' ? fileOf(source) : undefined
    if (file !== undefined) {
      this.#closed.set(name, Image.ofTemplate(this.#files().readImage(file)))
      return name
    }
    const image = typeof source === 'string' ? this.#image(source) : Image.ofTemplate(source)
    this.#closed.set(name, image)
    this.#bases.set(name, image.base)
    return name
  }

  async createInSteps(source: DatabaseSource): Promise<string> {
    const kept = (image: string) => fileOf(image) ?? this.#image(image).toBytes()
    const from = typeof source === 'string' ? kept(source) : source
    return IN_FILE + (await this.#files().createInSteps(from))
  }

  async adopt(path: string): Promise<string> {
    const { size } = await stat(path)
    if (size > LIMITS.quickDatabaseBytes.max) return IN_FILE + (await this.#files().adopt(path))
    const bytes = await readFile(path)
    await rm(path, { force: true })
    return this.create(bytes)
  }

  /** Does nothing, because opening a database in memory is cheap. */
  prefetch(): void {}

  open(name: string): Store {
    const file = fileOf(name)
    if (file !== undefined) return this.#files().open(file)
    const image = this.#closed.get(name)
    if (!image) throw new Error(`no database ${name} was created`)
    this.#closed.delete(name)
    return new Store(openInMemory(image.toBytes()))
  }

  /** Large databases stay open, because a cleaner of temporary folders may remove their files. */
  canClose(name: string, store: Store): boolean {
    return fileOf(name) === undefined && databaseBytes(store) <= LIMITS.quickDatabaseBytes.max
  }

  close(name: string, store: Store): void {
    this.#closed.set(name, this.#imageOf(name, store))
    store.close()
  }

  discard(name: string, store: Store | undefined): void {
    const file = fileOf(name)
    if (file !== undefined) {
      this.#files().discard(file, store)
      return
    }
    store?.close()
    this.#closed.delete(name)
    this.#bases.delete(name)
  }

  keepImage(databaseName: string, store: Store): string {
    const name = this.#nextName('image')
    if (this.#images.add(name, this.#imageOf(databaseName, store))) return name
    return IN_FILE + this.#files().keepImage(databaseName, store)
  }

  async keepImageInSteps<T>(store: Store, look: () => T): Promise<{ imageName: string; seen: T }> {
    const { imageName, seen } = await this.#files().keepImageInSteps(store, look)
    return { imageName: IN_FILE + imageName, seen }
  }

  removeImage(imageName: string): void {
    const file = fileOf(imageName)
    if (file === undefined) this.#images.remove(imageName)
    else this.#files().removeImage(file)
  }

  sweep(): void {}

  closeAll(): void {}

  /** Checks the folder each time, because a cleaner of temporary folders may have removed it. */
  #files(): FolderDatabases {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (!this.#large) {
      this.#large = new FolderDatabases(this.#folder, 'off', this.#migrations)
      this.#large.onCleanupError = (error) => this.onCleanupError?.(error)
    }
    return this.#large
  }

  #image(name: string): Image {
    const image = this.#images.find(name)
    if (!image) throw new Error(`unknown image ${name}`)
    return image
  }

  #imageOf(name: string, store: Store): Image {
    const bytes = store.sqlite.serialize()
    return Image.of(bytes, this.#bases.get(name) ?? bytes)
  }

  #nextName(kind: 'database' | 'image'): string {
    this.#made += 1
    return `${kind}.${this.#made}`
  }
}

const fileOf = (name: string): string | undefined =>
  name.startsWith(IN_FILE) ? name.slice(IN_FILE.length) : undefined
