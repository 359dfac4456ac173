import { isDamage, isOutOfRoom } from '../contract/errors/storage-errors.ts'
import type { Quota } from '../contract/quota.ts'
import { fileBytesOf, namedFiles } from '../domain/files/kept-files.ts'
import { firstExpiry } from '../domain/uploads/end-upload.ts'
import type { AdjustableClock } from '../kernel/clock.ts'
import { messageOf } from '../kernel/text.ts'
import { isOwnedBy, markOwner } from '../store/db/owner-mark.ts'
import type { Store } from '../store/db/store.ts'
import type { DamagedWorkspaces } from './damage.ts'
import type { Databases } from './databases.ts'
import type { Leftovers } from './sweeper.ts'
import type { Workspace, WorkspaceDatabase } from './workspace.ts'

const SOON_MS = 1_000

/** The open databases: a bounded number, least recently used ones are evicted. */
export class OpenDatabases {
  readonly #databases: Databases
  readonly #max: number
  readonly #leftovers: Leftovers
  readonly #clock: AdjustableClock
  readonly #damage: DamagedWorkspaces
  /** In the order in which they were used last. */
  readonly #open = new Set<Workspace>()
  readonly #evictedAtMs = new WeakMap<Workspace, number>()
  /** How often a database was opened again soon after it had been evicted. */
  reopened = 0
  /** Called when this first happens: the maximum is too small for the databases in use. */
  onReopened: ((max: number) => void) | undefined
  /** Called with each database that is opened, before any call changes it. */
  onOpened: ((store: Store) => void) | undefined

  constructor(
    databases: Databases,
    max: number,
    leftovers: Leftovers,
    clock: AdjustableClock,
    damage: DamagedWorkspaces,
  ) {
    this.#clock = clock
    this.#damage = damage
    this.#databases = databases
    this.#max = max
    this.#leftovers = leftovers
  }

  get count(): number {
    return this.#open.size
  }

  open(workspace: Workspace): WorkspaceDatabase {
    const evictedAtMs = this.#evictedAtMs.get(workspace) ?? Number.NEGATIVE_INFINITY
    if (this.#clock.now() - evictedAtMs < SOON_MS) {
      this.reopened += 1
      if (this.reopened === 1) this.onReopened?.(this.#max)
    }
    const database = this.#opened(workspace)
    this.#start(workspace, database)
    return database
  }

  #opened({ record }: Workspace): WorkspaceDatabase {
    let database: WorkspaceDatabase | undefined
    try {
      database = this.#databases.open(record.databaseFile)
      claim(database, record.id)
      this.onOpened?.(database.store)
      this.#damage.opened(record.id)
      return database
    } catch (error) {
      database?.store.close()
      if (isDamage(error)) this.#damage.add(record, messageOf(error), { isUnopened: true })
      throw error
    }
  }

  touch(workspace: Workspace): void {
    if (this.#open.has(workspace)) this.#use(workspace)
  }

  remove(workspace: Workspace): void {
    this.#open.delete(workspace)
  }

  /** Gives a workspace an open database, which replaces its present one. */
  adopt(workspace: Workspace, database: WorkspaceDatabase): void {
    workspace.exchange(database)
    this.#damage.forget(workspace.id)
    this.#start(workspace, database)
  }

  closeAll(): void {
    for (const workspace of this.#open) workspace.evict()?.store.close()
    this.#open.clear()
  }

  #start(workspace: Workspace, database: WorkspaceDatabase): void {
    limitSize(database.store, workspace.record.quota)
    this.#leftovers.watch(database)
    this.#use(workspace)
  }

  /** Puts a workspace last, and evicts the first ones beyond the maximum that no call uses. */
  #use(used: Workspace): void {
    this.#open.delete(used)
    this.#open.add(used)
    for (const workspace of this.#open) {
      if (this.#open.size <= this.#max) return
      if (workspace === used || workspace.openDatabase?.isInUse) continue
      this.#open.delete(workspace)
      this.#evictedAtMs.set(workspace, this.#clock.now())
      const store = workspace.evict()?.store
      workspace.lastSeen = store && look(store)
      store?.close()
    }
  }
}

/** The facts of an evicted database that a sweep needs. An unreadable database is skipped; eviction continues with the next one. */
const look = (store: Store): Workspace['lastSeen'] => {
  try {
    return {
      files: namedFiles(store),
      fileBytes: fileBytesOf(store),
      uploadsEndMs: firstExpiry(store),
    }
  } catch {
    return undefined
  }
}

/** Marks a database of an earlier version; one that cannot be written stays as it is. */
const claim = ({ store }: WorkspaceDatabase, workspaceId: string): void => {
  try {
    if (!isOwnedBy(store.sqlite, workspaceId)) markOwner(store.sqlite, workspaceId)
  } catch (error) {
    if (!isOutOfRoom(error)) throw error
  }
}

/** The maximum of SQLite, which is its default. */
const MAX_PAGES = 0xffff_fffe

export const limitSize = (store: Store, { databaseBytes: bytes }: Quota): void => {
  const pageBytes = Number(store.sqlite.pragma('page_size', { simple: true }))
  const pages = bytes === undefined ? MAX_PAGES : Math.max(1, Math.ceil(bytes / pageBytes))
  store.sqlite.pragma(`max_page_count = ${pages}`)
}
