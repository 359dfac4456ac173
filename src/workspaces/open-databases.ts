import type { Store } from '../db/store.ts'
import { namedFiles } from '../domain/files/named-files.ts'
import { firstExpiry } from '../domain/uploads/end-upload.ts'
import type { Leftovers } from './leftovers.ts'
import { WorkspaceDatabase } from './databases/workspace-database.ts'
import type { Quota, Workspace } from './workspace.ts'
import type { Databases } from './databases/databases.ts'

/** The worlds that are open: at most a number of them, those used last. */
export class OpenDatabases {
  readonly #worlds: Databases
  readonly #most: number
  readonly #leftovers: Leftovers
  /** In the order in which they were used last. */
  readonly #awake = new Map<string, Workspace>()

  constructor(worlds: Databases, most: number, leftovers: Leftovers) {
    this.#worlds = worlds
    this.#most = most
    this.#leftovers = leftovers
  }

  get count(): number {
    return this.#awake.size
  }

  /** Opens the world of a workspace, and lets others fall asleep that were not used for longest. */
  ensureOpen(workspace: Workspace): WorkspaceDatabase {
    const world = this.open(workspace.databaseName, workspace.record.quota)
    this.#awake.set(workspace.id, workspace)
    this.#letSleep(workspace)
    return world
  }

  /** A world by its name, which may take no more than a quota, and closes when it is retired. */
  open(name: string, quota: Quota): WorkspaceDatabase {
    const store = this.#worlds.open(name)
    limitSize(store, quota)
    const world = new WorkspaceDatabase(name, store, () => this.#worlds.discard(name, store))
    this.#leftovers.watch(world)
    return world
  }

  /** Remembers that a workspace was used just now. */
  touch(workspace: Workspace): void {
    if (!this.#awake.delete(workspace.id)) return
    this.#awake.set(workspace.id, workspace)
  }

  /** Counts a workspace no longer, whose world was closed otherwise. */
  forget(workspace: Workspace): void {
    this.#awake.delete(workspace.id)
  }

  /** Gives a workspace an open world, in place of the one that it may have. */
  adopt(workspace: Workspace, world: WorkspaceDatabase): void {
    workspace.exchange(world)
    this.#awake.delete(workspace.id)
    this.#awake.set(workspace.id, workspace)
    this.#letSleep(workspace)
  }

  /** Closes all that is open, for the end. */
  closeAll(): void {
    for (const workspace of this.#awake.values()) workspace.evict()?.store.close()
    this.#awake.clear()
  }

  #letSleep(but: Workspace): void {
    for (const workspace of this.#awake.values()) {
      if (this.#awake.size <= this.#most) return
      if (workspace !== but && this.#canSleep(workspace)) this.#sleep(workspace)
    }
  }

  #canSleep({ openDatabase: world }: Workspace): boolean {
    return !world || (!world.isInUse && this.#worlds.canClose(world.name, world.store))
  }

  #sleep(workspace: Workspace): void {
    this.#awake.delete(workspace.id)
    const world = workspace.evict()
    if (!world) return
    workspace.lastSeen = look(world.store)
    this.#worlds.close(world.name, world.store)
  }
}

/** What a sweep needs of a world that sleeps; one that cannot be read is none of the business of whoever needs its place. */
const look = (store: Store): Workspace['lastSeen'] => {
  try {
    return { files: namedFiles(store), uploadsEndMs: firstExpiry(store) }
  } catch {
    return undefined
  }
}

const limitSize = (store: Store, { databaseBytes: bytes }: Quota): void => {
  if (bytes === undefined) return
  const pageBytes = Number(store.sqlite.pragma('page_size', { simple: true }))
  store.sqlite.pragma(`max_page_count = ${Math.max(1, Math.ceil(bytes / pageBytes))}`)
}
