import { setImmediate as nextRound } from 'node:timers/promises'
import { isDamage } from '../contract/errors/storage-errors.ts'
import { removeLeftMembers } from '../domain/crowds/packs.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { expireUploads } from '../domain/uploads/end-upload.ts'
import { messageOf } from '../kernel/text.ts'
import type { Store } from '../store/db/store.ts'
import type { Files } from './files/files.ts'
import { removeAbandonedFolders } from './files/private-folder.ts'
import type { Workspace, WorkspaceDatabase } from './workspace.ts'

export interface Swept {
  expiredUploads: number
  removedFiles: number
}

/** Sources of named files, which a sweep keeps: workspaces, and digests named elsewhere. */
export interface Named {
  workspaces: () => Iterable<Workspace>
  others: () => Iterable<string>
  /** Called for a workspace whose data cannot be read. */
  onDamaged?: (workspace: Workspace, error: unknown) => void
}

/** Delay between a request and its sweep, which combines many requests. */
const DELAY_MS = 5_000

const INTERVAL_MS = 600_000

/** Time for the last sweep of a process. */
const LAST_SWEEP_MS = 5_000

/** Damaged data prevents a sweep from removing files. */
export class UnsweptError extends Error {}

/** Ends expired uploads and removes files that no database names. */
export class Sweeper {
  readonly #files: Files
  readonly #named: Named
  onFailure: ((error: unknown) => void) | undefined
  #lastFailure: string | undefined
  #running: Promise<Swept> | undefined
  #timer: NodeJS.Timeout | undefined
  #repeated: NodeJS.Timeout | undefined
  readonly #end = new AbortController()
  #isPaused = false

  constructor(files: Files, named: Named) {
    this.#files = files
    this.#named = named
  }

  request(): void {
    if (this.#timer || this.#end.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      // The next sweep removes what this one left.
      this.sweep()
        .then(() => {
          this.#lastFailure = undefined
        })
        .catch((error) => this.#report(error))
    }, DELAY_MS)
    this.#timer.unref()
  }

  /** Sweeps after a short delay and then at intervals; also removes what killed servers have left behind. */
  start(): void {
    removeAbandonedFolders().catch((error) => this.onFailure?.(error))
    this.request()
    this.#repeated = setInterval(() => this.request(), INTERVAL_MS)
    this.#repeated.unref()
  }

  /** Waits for the sweep that is running; until it is disposed of, a sweep does nothing. */
  async pause(): Promise<Disposable> {
    this.#isPaused = true
    await this.#running?.catch(() => undefined)
    return {
      [Symbol.dispose]: () => {
        this.#isPaused = false
        this.request()
      },
    }
  }

  /** Sweeps now; a sweep that is running is shared. */
  async sweep(): Promise<Swept> {
    if (this.#isPaused) return { expiredUploads: 0, removedFiles: 0 }
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Ends a running sweep; or where files stay, sweeps a last time: the next start would take what was deleted for lost. */
  async close({ areFilesKept = false } = {}): Promise<void> {
    const end = () => this.#end.abort(new Error('closed while it was sweeping'))
    if (areFilesKept && this.#repeated) {
      const deadline = setTimeout(end, LAST_SWEEP_MS)
      await this.#running?.catch(() => undefined)
      await this.sweep().catch((error) => this.#report(error))
      clearTimeout(deadline)
    }
    end()
    clearTimeout(this.#timer)
    clearInterval(this.#repeated)
    await this.#running?.catch(() => undefined)
  }

  async #sweep(): Promise<Swept> {
    let expiredUploads = 0
    const removedFiles = await this.#files.blobs.sweep(async () => {
      const named = new Set(this.#named.others())
      const unread: string[] = []
      for (const workspace of this.#named.workspaces()) {
        const { files, expired } = await this.#inspect(workspace)
        if (!files) unread.push(workspace.id)
        expiredUploads += expired
        for (const digest of files ?? []) named.add(digest)
        await this.#letOthersRun()
      }
      // The files that these workspaces name are unknown, so no file can be removed.
      if (unread.length > 0)
        throw new UnsweptError(
          `no uploaded file is removed while data of these workspaces cannot be read: ${unread.join(', ')}`,
        )
      // A snapshot taken meanwhile may name files that its workspace no longer names.
      for (const digest of this.#named.others()) named.add(digest)
      return named
    }, this.#end.signal)
    return { expiredUploads, removedFiles }
  }

  /** Sweeps are frequent: a repeated failure for the same reason is not reported. */
  #report(error: unknown): void {
    if (messageOf(error) === this.#lastFailure) return
    this.#lastFailure = messageOf(error)
    this.onFailure?.(error)
  }

  /** Expires uploads of a workspace and returns the files that it names, none where its data cannot be read. */
  async #inspect(workspace: Workspace): Promise<{ files?: readonly string[]; expired: number }> {
    const { lastSeen, clock } = workspace
    const nowMs = clock.now()
    if (lastSeen && (lastSeen.uploadsEndMs === null || nowMs < lastSeen.uploadsEndMs))
      return { files: lastSeen.files, expired: 0 }
    let expired = 0
    try {
      for (let some = 1; some > 0 && !workspace.isRemoved; expired += some) {
        some = expireWhereWritable(workspace.openFile().store, nowMs)
        if (some > 0) await this.#letOthersRun()
      }
      return { files: workspace.isRemoved ? [] : namedFiles(workspace.openFile().store), expired }
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#named.onDamaged?.(workspace, error)
      return { expired }
    }
  }

  async #letOthersRun(): Promise<void> {
    await nextRound()
    this.#end.signal.throwIfAborted()
  }
}

/** Expires some uploads; a database that cannot be written keeps them and does not stop the sweep. */
const expireWhereWritable = (database: Store, nowMs: number): number => {
  try {
    return expireUploads(database, nowMs)
  } catch {
    return 0
  }
}

/**
 * Removes rows that calls have left behind in open databases: one small transaction at a time over all of
 * them, with other work in between. Rows in a database that is closed meanwhile stay until it is opened again.
 */
export class Leftovers {
  /** Called when rows could not be removed; they wait until the database is opened again, or has more. */
  onFailure: ((error: unknown) => void) | undefined
  /** In turn. */
  readonly #waiting = new Set<WorkspaceDatabase>()

  /** Removes leftover rows of a database from now on, those of earlier runs included. */
  watch(database: WorkspaceDatabase): void {
    const request = () => {
      if (this.#waiting.size === 0) setImmediate(() => this.#removeSome())
      this.#waiting.add(database)
    }
    database.store.onLeftover = request
    request()
  }

  #removeSome(): void {
    const [database] = this.#waiting
    if (!database) return
    const { store, isClosed } = database
    this.#waiting.delete(database)
    try {
      if (!isClosed && store.sqlite.open && removeLeftMembers(store)) this.#waiting.add(database)
    } catch (error) {
      this.onFailure?.(error)
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#removeSome())
  }
}
