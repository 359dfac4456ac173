import { setImmediate } from 'node:timers/promises'
import type { Store } from '../db/store.ts'
import { namedFiles } from '../domain/files/named-files.ts'
import { expireUploads } from '../domain/uploads/end-upload.ts'
import { isDamage } from '../errors/storage-errors.ts'
import type { Files } from '../files/files.ts'
import type { Workspace } from './workspace.ts'

/** What a sweep has done. */
export interface Swept {
  expiredUploads: number
  removedFiles: number
}

/** Whose files stay: those of the workspaces, and others that are named elsewhere. */
export interface Named {
  workspaces: () => Iterable<Workspace>
  others: () => Iterable<string>
}

/** How long after a reason to sweep the sweep begins, so that many reasons make one. */
const DELAY_MS = 5_000

/** How often uploads are looked through whose time may be over. */
const EVERY_MS = 600_000

/** Ends expired uploads and removes files that no database names. */
export class Sweeper {
  readonly #files: Files
  readonly #named: Named
  /** Called for every workspace, to remove what has expired outside its database. */
  onWorkspace: ((workspace: Workspace) => void) | undefined
  /** Called when something was swept, so that there may be room again. */
  onSwept: (() => void) | undefined
  /** Called when a sweep in the background has failed. */
  onFailure: ((error: unknown) => void) | undefined
  #running: Promise<Swept> | undefined
  #timer: NodeJS.Timeout | undefined
  #repeated: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(files: Files, named: Named) {
    this.#files = files
    this.#named = named
  }

  /** Sweeps before long: something may have become superfluous. */
  request(): void {
    if (this.#timer || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      // What a sweep leaves behind the next one finds again.
      this.sweep().catch((error) => this.onFailure?.(error))
    }, DELAY_MS)
    this.#timer.unref()
  }

  /** Sweeps again and again, the first time before long. */
  start(): void {
    this.request()
    this.#repeated = setInterval(() => this.request(), EVERY_MS)
    this.#repeated.unref()
  }

  /** Sweeps now; a sweep that is running is shared. */
  sweep(): Promise<Swept> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Waits for the sweep that runs, and begins no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearInterval(this.#repeated)
    await this.#running?.catch(() => undefined)
  }

  async #sweep(): Promise<Swept> {
    await this.#visitAll()
    let expiredUploads = 0
    const removedFiles = await this.#files.blobs.sweep(async () => {
      const named = new Set(this.#named.others())
      const unread: string[] = []
      for await (const { id, files, expired } of this.#looks()) {
        if (!files) unread.push(id)
        expiredUploads += expired
        for (const digest of files ?? []) named.add(digest)
      }
      // The files that they name are unknown, so no file can be removed.
      if (unread.length > 0)
        throw new Error(`the data of ${unread.join(', ')} cannot be read; no files are removed`)
      // Snapshots may have been taken meanwhile of what a workspace named before it was looked through.
      for (const digest of this.#named.others()) named.add(digest)
      return named
    })
    this.onSwept?.()
    return { expiredUploads, removedFiles }
  }

  async #visitAll(): Promise<void> {
    for (const workspace of this.#named.workspaces()) {
      try {
        this.onWorkspace?.(workspace)
      } catch (error) {
        // A full disk must not keep files from being removed.
        this.onFailure?.(error)
      }
      await setImmediate()
      if (this.#isClosed) return
    }
  }

  /** Looks through all workspaces, with time for calls after each. */
  async *#looks(): AsyncGenerator<Look> {
    for (const workspace of this.#named.workspaces()) {
      yield lookThrough(workspace)
      await setImmediate()
      if (this.#isClosed) throw new Error('closed while it was sweeping')
    }
  }
}

/** What a look at a workspace has found; no files when its data cannot be read. */
interface Look {
  id: string
  files: readonly string[] | undefined
  expired: number
}

/** Ends the expired uploads of a workspace and answers the files that it names; a closed workspace stays closed where possible. */
const lookThrough = (workspace: Workspace): Look => {
  const { id, lastSeen, clock } = workspace
  const nowMs = clock.now()
  if (lastSeen && (lastSeen.uploadsEndMs === null || nowMs < lastSeen.uploadsEndMs))
    return { id, files: lastSeen.files, expired: 0 }
  try {
    const expired = expireWhereWritable(workspace.store, nowMs)
    return { id, files: namedFiles(workspace.store), expired }
  } catch (error) {
    if (isDamage(error)) return { id, files: undefined, expired: 0 }
    throw error
  }
}

/** A database that cannot be written keeps its uploads for now; the files of the others are swept all the same. */
const expireWhereWritable = (database: Store, nowMs: number): number => {
  try {
    return expireUploads(database, nowMs)
  } catch {
    return 0
  }
}
