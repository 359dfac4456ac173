import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { freeBytesAt } from '../../kernel/disk.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { moveAside } from '../../kernel/move-aside.ts'
import { fileBytes } from '../../kernel/owned-stream.ts'
import type { ByteRange } from '../../kernel/text.ts'
import { type BlobPaths, blobPaths, isDigest } from './blob-paths.ts'
import { DamagedFiles } from './damaged-files.ts'

export class BlobPin {
  readonly #store: BlobStore
  readonly #digests: string[] = []
  #bytes = 0

  constructor(store: BlobStore) {
    this.#store = store
  }

  /** Counts bytes that are written to temporary files, or to files that no database names yet; all pins together have a maximum. */
  count(bytes: number): void {
    this.#bytes += bytes
    this.#store.countTemporary(bytes)
  }

  /** Passes bytes on that are written to a temporary file. */
  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.count(bytes.length)
      yield bytes
    }
  }

  hold(digest: string): void {
    this.#store.hold(digest)
    this.#digests.push(digest)
  }

  [Symbol.dispose](): void {
    this.#store.temporaryBytes -= this.#bytes
    this.#bytes = 0
    for (const digest of this.#digests.splice(0)) this.#store.release(digest)
  }
}

/** Facts of a stored file: SHA-256 and MD5 in lower-case hexadecimal digits, size in bytes. */
export interface StoredFile {
  digest: string
  md5: string
  sizeBytes: number
}

export interface BlobOptions {
  /** The folder, made when something is first written. */
  root: string
  /** True if stored bytes must survive a power failure. */
  isDurable: boolean
  /** True if only the owner may read it; all users of the machine can read shipped files. */
  isPrivate?: boolean
  /** A shipped store, the fallback for files that are missing here. */
  shipped?: string | undefined
  maxTemporaryBytes?: number
  /** Free bytes of the disk; null where unknown. */
  freeBytes?: () => number | null
  /** Where the first sweep puts files that an earlier process stored and nothing names; without it they are removed. */
  strays?: string | undefined
}

/** All calls together have too many bytes in files that no database refers to yet. */
export class TemporaryFullError extends Error {
  override name = 'TemporaryFullError'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`the temporary files of all calls have more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

export class MissingBytesError extends Error {
  override name = 'MissingBytesError'
}

const CHUNK_BYTES = 256 * 1_024

/** How many temporary bytes are counted between two looks at the disk. */
const LOOK_BYTES = 4 * 1_048_576

/** The part of a disk, apart from what others use, that temporary files may fill: the rest is for databases. */
const SHARE_OF_DISK = 0.9

/** Content-addressed files: equal contents are stored once. */
export class BlobStore {
  readonly #own: BlobPaths
  readonly #shipped: BlobPaths | undefined
  readonly #isDurable: boolean
  readonly #strays: string | undefined
  readonly damaged = new DamagedFiles()
  /** The paths of files that the first sweep has moved aside. */
  onStrays: ((paths: readonly string[]) => void) | undefined
  readonly #modes: { folder: number; file: number }
  readonly #held = new Map<string, number>()
  /** When this process began with what an earlier one has stored; undefined once a sweep has seen what of that is named. */
  #resumedAtMs: number | undefined
  /** What the databases named before this process changed them: deleting that until the first sweep leaves no strays. */
  readonly #namedBefore = new Set<string>()
  /** Digests that were pinned since the running sweep started. */
  #touched: Set<string> | undefined
  readonly #writing = new Set<Promise<unknown>>()
  /** Bytes that were written under pins that are still held. */
  temporaryBytes = 0
  maxTemporaryBytes: number
  readonly #freeBytes: () => number | null
  #countedBytes = 0
  #isReady = false

  constructor({ root, isDurable, isPrivate = true, shipped, strays, ...bounds }: BlobOptions) {
    this.maxTemporaryBytes = bounds.maxTemporaryBytes ?? Infinity
    this.#freeBytes = bounds.freeBytes ?? (() => freeBytesAt(root))
    this.#own = blobPaths(root)
    this.#shipped = shipped === undefined ? undefined : blobPaths(shipped)
    this.#isDurable = isDurable
    this.#strays = strays
    this.#modes = isPrivate ? { folder: 0o700, file: 0o600 } : { folder: 0o755, file: 0o644 }
  }

  /** Counts bytes of temporary files; a smaller disk than the maximum has room for fewer. */
  countTemporary(bytes: number): void {
    this.temporaryBytes += bytes
    this.#countedBytes += bytes
    if (this.temporaryBytes > this.maxTemporaryBytes)
      throw new TemporaryFullError(this.maxTemporaryBytes)
    if (this.#countedBytes < LOOK_BYTES) return
    this.#countedBytes = 0
    const max = Math.floor(SHARE_OF_DISK * (this.temporaryBytes + (this.#freeBytes() ?? Infinity)))
    if (this.temporaryBytes > max) throw new TemporaryFullError(max)
  }

  get paths(): BlobPaths {
    return this.#own
  }

  find(digest: string): string | undefined {
    const own = this.#own.pathOf(digest)
    if (existsSync(own)) return own
    const shipped = this.#shipped?.pathOf(digest)
    if (shipped !== undefined && existsSync(shipped)) return shipped
    return this.#bringBack(digest, own)
  }

  /** Brings back a file that was moved aside before somebody named it again, such as a database that its owner has restored. */
  #bringBack(digest: string, own: string): string | undefined {
    const stray = this.#strays && join(this.#strays, digest)
    if (!stray || !existsSync(stray)) return undefined
    mkdirSync(dirname(own), { recursive: true, mode: this.#modes.folder })
    renameSync(stray, own)
    return own
  }

  /** Why the bytes of a file cannot be sent, and what heals it; undefined where they have the size that they should have. */
  problemOf(digest: string, sizeBytes: number, workspaceId?: string): string | undefined {
    const sizeAt = (path: string | undefined) =>
      path && statSync(path, { throwIfNoEntry: false })?.size
    const path = this.find(digest)
    const size = sizeAt(path)
    const isAltered = size === sizeBytes && this.damaged.isAltered(digest)
    if (size === sizeBytes && !isAltered) {
      this.damaged.forget(digest)
      return undefined
    }
    const shipped = this.#shipped?.pathOf(digest)
    if (path !== undefined && path !== shipped && sizeAt(shipped) === sizeBytes) {
      // The shipped file is sent instead of the damaged copy.
      rmSync(path)
      this.damaged.forget(digest)
      return undefined
    }
    const damage = isAltered ? 'altered' : `damaged (${size} of ${sizeBytes} bytes)`
    const what = size === undefined ? 'missing' : damage
    this.damaged.add(digest, `its bytes are ${what}`, { workspaceId, isAltered })
    return `; its bytes are ${what} on the server; send the file again, reset the workspace, or restore it from a backup`
  }

  /** An answer of a file: the call that sends it owns the stream. */
  open(digest: string, range?: ByteRange): Readable {
    const path = this.find(digest) ?? this.#own.pathOf(digest)
    return createReadStream(path, { highWaterMark: CHUNK_BYTES, ...range })
  }

  /** The bytes of a file, which is opened when they are first asked for. */
  read(digest: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const path = this.find(digest) ?? this.#own.pathOf(digest)
    return fileBytes(path, { highWaterMark: CHUNK_BYTES, ...range })
  }

  /** Stores the bytes of a source: written to a temporary file, hashed, synced, and only then renamed to the digest. */
  receive(
    pin: BlobPin,
    source: AsyncIterable<Uint8Array>,
    maxBytes = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredFile> {
    const writing = this.#receive(pin, source, maxBytes).finally(() =>
      this.#writing.delete(writing),
    )
    this.#writing.add(writing)
    return writing
  }

  /** Removes the whole store after unfinished writes have ended; a later `mkdir` would leave folders behind. */
  async removeAll(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing)
    await rm(this.#own.root, { recursive: true, force: true })
  }

  async #receive(
    pin: BlobPin,
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StoredFile> {
    const path = await this.newPath()
    try {
      const stored = await this.#write(path, source, { maxBytes, pin })
      pin.hold(stored.digest)
      await this.#give(path, stored.digest)
      return stored
    } finally {
      await rm(path, { force: true })
    }
  }

  async merge(pin: BlobPin, digests: readonly string[]): Promise<StoredFile> {
    for (const digest of digests) pin.hold(digest)
    if (digests.some((digest) => this.find(digest) === undefined)) throw new MissingBytesError()
    return this.receive(pin, this.#readAll(digests))
  }

  /** Copies shipped files into the store, because a later version may not ship them. */
  async adopt(pin: BlobPin, digests: readonly string[]): Promise<void> {
    for (const digest of digests) pin.hold(digest)
    const left = digests.values()
    const copy = async (): Promise<void> => {
      for (const digest of left)
        if (!existsSync(this.#own.pathOf(digest))) await this.receive(pin, this.read(digest))
    }
    await Promise.all(Array.from({ length: LIMITS.filesAtOnce.max }, copy))
  }

  /** A path for a temporary file, which its maker moves or removes. */
  async newPath(): Promise<string> {
    await this.#makeReady()
    return this.#own.freshPath()
  }

  /** Keeps a file from being removed until `release`. */
  hold(digest: string): void {
    this.#held.set(digest, (this.#held.get(digest) ?? 0) + 1)
    this.#touched?.add(digest)
  }

  release(digest: string): void {
    const count = (this.#held.get(digest) ?? 0) - 1
    if (count > 0) this.#held.set(digest, count)
    else this.#held.delete(digest)
  }

  /** Removes every file that no database names and that no call has pinned since the sweep started; returns their number. One sweep at a time. */
  async sweep(
    listNamed: () => Promise<ReadonlySet<string>>,
    signal?: AbortSignal,
  ): Promise<number> {
    await this.#makeReady()
    const touched = new Set(this.#held.keys())
    this.#touched = touched
    try {
      const names = await readdir(this.#own.contents, { recursive: true })
      const present = names.map((name) => basename(name)).filter(isDigest)
      const isNeeded = present.length > 0 || this.damaged.size > 0
      const named = isNeeded ? await listNamed() : new Set()
      this.damaged.keepOnly(named)
      const removed = await this.#clear(
        present.filter((digest) => !named.has(digest)),
        touched,
        signal,
      )
      this.#resumedAtMs = undefined
      this.#namedBefore.clear()
      return removed
    } finally {
      this.#touched = undefined
    }
  }

  /** Removes files, and moves strays aside; other work runs between each two. */
  async #clear(
    unnamed: readonly string[],
    touched: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<number> {
    const moved: string[] = []
    let removed = 0
    try {
      for (const digest of unnamed) {
        const strays = await this.#strayFolderFor(digest)
        signal?.throwIfAborted()
        // Meanwhile it may have been pinned.
        if (touched.has(digest) || !existsSync(this.#own.pathOf(digest))) continue
        if (strays !== undefined) moved.push(moveAside(this.#own.pathOf(digest), strays))
        else {
          await this.#remove(digest)
          removed += 1
        }
      }
      return removed
    } finally {
      if (moved.length > 0) this.onStrays?.(moved)
    }
  }

  /** Begins where an earlier process has ended, and removes what that left unfinished. */
  async resume(): Promise<void> {
    await this.clearUnfinished()
    this.#resumedAtMs = performance.timeOrigin + performance.now()
  }

  /** True until a sweep has told strays from what this process deletes. */
  get isResuming(): boolean {
    return this.#resumedAtMs !== undefined
  }

  /** Notes files that a database names, before this process changes it. */
  noteNamed(list: () => Iterable<string>): void {
    if (!this.isResuming) return
    try {
      for (const digest of list()) this.#namedBefore.add(digest)
    } catch {
      // Where a database cannot be read, a sweep removes nothing.
    }
  }

  async clearUnfinished(): Promise<void> {
    await rm(this.#own.unfinished, { recursive: true, force: true })
    this.#isReady = false
  }

  /**
   * Where a file goes that an earlier process has stored and that nothing has named since; undefined for any other. Whose it
   * is nobody knows: it may be of a database that is missing, or was replaced by an older copy.
   */
  async #strayFolderFor(digest: string): Promise<string | undefined> {
    const isKnown = this.#namedBefore.has(digest) || this.#isShipped(digest)
    if (this.#resumedAtMs === undefined || isKnown) return undefined
    const found = await stat(this.#own.pathOf(digest)).catch(() => undefined)
    return found && found.mtimeMs < this.#resumedAtMs ? this.#strays : undefined
  }

  #isShipped(digest: string): boolean {
    return this.#shipped !== undefined && existsSync(this.#shipped.pathOf(digest))
  }

  /** Checked each time, because a cleaner of temporary folders may have removed the folders. */
  async #makeReady(): Promise<void> {
    const folders = [this.#own.unfinished, this.#own.contents]
    if (this.#isReady && folders.every((folder) => existsSync(folder))) return
    for (const folder of folders) await mkdir(folder, { recursive: true, mode: this.#modes.folder })
    if (this.#isDurable) await syncPaths(this.#own.root, dirname(this.#own.root))
    this.#isReady = true
  }

  async #write(
    path: string,
    source: AsyncIterable<Uint8Array>,
    { maxBytes, pin }: { maxBytes: number; pin: BlobPin },
  ): Promise<StoredFile> {
    const sha256 = createHash('sha256')
    const md5 = createHash('md5')
    let sizeBytes = 0
    await using file = await open(path, 'wx', this.#modes.file)
    for await (const chunk of source) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw new TooLargeError()
      pin.count(chunk.length)
      sha256.update(chunk)
      md5.update(chunk)
      await file.writeFile(chunk)
    }
    if (this.#isDurable) await file.sync()
    return { digest: sha256.digest('hex'), md5: md5.digest('hex'), sizeBytes }
  }

  async #give(path: string, digest: string): Promise<void> {
    const folder = this.#own.folderOf(digest)
    await mkdir(folder, { recursive: true, mode: this.#modes.folder })
    await rename(path, this.#own.pathOf(digest))
    this.damaged.forget(digest)
    if (this.#isDurable) await syncPaths(folder, this.#own.contents)
  }

  async *#readAll(digests: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const digest of digests) yield* this.read(digest)
  }

  /** Renamed first and removed afterwards: removing a large file takes time, and a partly removed one must not be found. */
  async #remove(digest: string): Promise<void> {
    const aside = this.#own.freshPath()
    renameSync(this.#own.pathOf(digest), aside)
    await rm(aside, { force: true })
  }
}

/** A name in a folder is durable when the folder is. */
export const syncPaths = async (...paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await using handle = await open(path, 'r')
    await handle.sync()
  }
}
