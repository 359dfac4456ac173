import { createHash } from 'node:crypto'
import { createReadStream, existsSync, renameSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../kernel/byte-range.ts'
import { LIMITS } from '../limits.ts'
import { BlobPaths } from './blob-paths.ts'
import type { BlobPin } from './blob-pin.ts'

/** What is known of a file that is kept: SHA-256 and MD5 in lower-case hexadecimal digits, size in bytes. */
export interface StoredFile {
  digest: string
  md5: string
  sizeBytes: number
}

/** How a store of files is opened. */
export interface BlobOptions {
  /** The folder, made when something is first written. */
  root: string
  /** Whether what is stored must survive loss of power. */
  isDurable: boolean
  /** Whether other users of the machine are kept from reading it; shipped files are readable by everybody. */
  isPrivate?: boolean
  /** A store that the program ships, read where the own one has nothing. */
  shipped?: string | undefined
}

/** More arrived than the receiver takes. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** A file is named whose bytes are not there. */
export class MissingBytesError extends Error {
  override name = 'MissingBytesError'
}

const CHUNK_BYTES = 256 * 1_024

/** Content-addressed files: equal contents are stored once. */
export class BlobStore {
  readonly #own: BlobPaths
  readonly #shipped: BlobPaths | undefined
  readonly #isDurable: boolean
  readonly #modes: { folder: number; file: number }
  readonly #held = new Map<string, number>()
  /** While a sweep runs: every digest that somebody has held since it began. */
  #touched: Set<string> | undefined
  #isReady = false

  constructor({ root, isDurable, isPrivate = true, shipped }: BlobOptions) {
    this.#own = new BlobPaths(root)
    this.#shipped = shipped === undefined ? undefined : new BlobPaths(shipped)
    this.#isDurable = isDurable
    this.#modes = isPrivate ? { folder: 0o700, file: 0o600 } : { folder: 0o755, file: 0o644 }
  }

  get paths(): BlobPaths {
    return this.#own
  }

  /** The path of a file to read from; undefined when it is not there. */
  find(digest: string): string | undefined {
    const own = this.#own.pathOf(digest)
    if (existsSync(own)) return own
    const shipped = this.#shipped?.pathOf(digest)
    return shipped !== undefined && existsSync(shipped) ? shipped : undefined
  }

  /** The bytes of a file, or of a part of it. */
  read(digest: string, range?: ByteRange): Readable {
    const path = this.find(digest) ?? this.#own.pathOf(digest)
    return createReadStream(path, { highWaterMark: CHUNK_BYTES, ...range })
  }

  /** Keeps what a source yields: written aside, hashed as it passes, synced, and only then given its name. */
  async receive(
    lease: BlobPin,
    source: AsyncIterable<Uint8Array>,
    maxBytes = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredFile> {
    await this.#makeReady()
    const path = this.#own.freshPath()
    try {
      const stored = await this.#write(path, source, maxBytes)
      lease.hold(stored.digest)
      await this.#give(path, stored.digest)
      return stored
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Keeps the contents of several files, one after the other, as one. */
  async merge(lease: BlobPin, digests: readonly string[]): Promise<StoredFile> {
    for (const digest of digests) lease.hold(digest)
    if (digests.some((digest) => this.find(digest) === undefined)) throw new MissingBytesError()
    return this.receive(lease, this.#readAll(digests))
  }

  /** Copies files of the program's own into the store, so that they are there with every later version too. */
  async adopt(lease: BlobPin, digests: readonly string[]): Promise<void> {
    for (const digest of digests) lease.hold(digest)
    const left = digests.values()
    const copy = async (): Promise<void> => {
      for (const digest of left)
        if (!existsSync(this.#own.pathOf(digest))) await this.receive(lease, this.read(digest))
    }
    await Promise.all(Array.from({ length: LIMITS.filesAtOnce.max }, copy))
  }

  /** Nothing removes a file as long as somebody holds it. */
  hold(digest: string): void {
    this.#held.set(digest, (this.#held.get(digest) ?? 0) + 1)
    this.#touched?.add(digest)
  }

  release(digest: string): void {
    const count = (this.#held.get(digest) ?? 0) - 1
    if (count > 0) this.#held.set(digest, count)
    else this.#held.delete(digest)
  }

  /** Removes every file that no database names and that no call has held since `listNamed` was called; answers their number. One sweep at a time. */
  async sweep(listNamed: () => Promise<ReadonlySet<string>>): Promise<number> {
    await this.#makeReady()
    const touched = new Set(this.#held.keys())
    this.#touched = touched
    try {
      const present = await this.#list()
      const named = present.length === 0 ? new Set() : await listNamed()
      let removed = 0
      for (const digest of present) {
        if (named.has(digest) || touched.has(digest)) continue
        await this.#remove(digest)
        removed += 1
      }
      return removed
    } finally {
      this.#touched = undefined
    }
  }

  /** Throws away what was being written when an earlier process ended. */
  async clearUnfinished(): Promise<void> {
    await rm(this.#own.unfinished, { recursive: true, force: true })
    this.#isReady = false
  }

  /** The folders are looked for each time: what cleans a temporary folder may have taken them. */
  async #makeReady(): Promise<void> {
    if (this.#isReady && existsSync(this.#own.unfinished)) return
    await mkdir(this.#own.unfinished, { recursive: true, mode: this.#modes.folder })
    await mkdir(this.#own.contents, { recursive: true, mode: this.#modes.folder })
    if (this.#isDurable) await syncFolders(this.#own.root, dirname(this.#own.root))
    this.#isReady = true
  }

  async #write(
    path: string,
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StoredFile> {
    const sha256 = createHash('sha256')
    const md5 = createHash('md5')
    let sizeBytes = 0
    const file = await open(path, 'wx', this.#modes.file)
    try {
      for await (const chunk of source) {
        sizeBytes += chunk.length
        if (sizeBytes > maxBytes) throw new TooLargeError()
        sha256.update(chunk)
        md5.update(chunk)
        await writeAll(file, chunk)
      }
      if (this.#isDurable) await file.sync()
    } finally {
      await file.close()
    }
    return { digest: sha256.digest('hex'), md5: md5.digest('hex'), sizeBytes }
  }

  async #give(path: string, digest: string): Promise<void> {
    const folder = this.#own.folderOf(digest)
    await mkdir(folder, { recursive: true, mode: this.#modes.folder })
    await rename(path, this.#own.pathOf(digest))
    if (this.#isDurable) await syncFolders(folder, this.#own.contents)
  }

  async *#readAll(digests: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const digest of digests) yield* this.read(digest) as AsyncIterable<Uint8Array>
  }

  async #list(): Promise<string[]> {
    const folders = await namesIn(this.#own.contents)
    const lists = []
    for (const folder of folders) lists.push(await namesIn(join(this.#own.contents, folder)))
    return lists.flat()
  }

  /** Renamed first and removed afterwards: removing a large file takes time, and a partly removed one must not be found. */
  async #remove(digest: string): Promise<void> {
    const aside = this.#own.freshPath()
    renameSync(this.#own.pathOf(digest), aside)
    await rm(aside, { force: true })
    await rm(this.#own.picturesOf(digest), { recursive: true, force: true })
  }
}

const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  for (let offset = 0; offset < chunk.length; )
    offset += (await file.write(chunk, offset)).bytesWritten
}

/** A name in a folder is durable when the folder is. */
const syncFolders = async (...folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
