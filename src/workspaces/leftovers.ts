import { removeLeftMembers } from '../domain/crowds/packs.ts'
import type { WorkspaceDatabase } from './workspace-database.ts'

/**
 * Removes rows that calls have left behind in open databases: one small transaction at a time over all of
 * them, with other work in between. Rows in a database that is closed meanwhile stay until it is opened again.
 */
export class Leftovers {
  /** Called when rows could not be removed; they wait until the database is opened again, or has more. */
  onFailure: ((error: unknown) => void) | undefined
  /** In turn. */
  readonly #databases = new Set<WorkspaceDatabase>()
  #next: NodeJS.Immediate | undefined

  /** Removes leftover rows of a database from now on, those of earlier runs included. */
  watch(database: WorkspaceDatabase): void {
    const request = () => this.#request(database)
    database.store.onLeftover = request
    request()
  }

  #request(database: WorkspaceDatabase): void {
    this.#databases.add(database)
    this.#next ??= setImmediate(() => this.#step())
  }

  #step(): void {
    this.#next = undefined
    const [database] = this.#databases
    if (!database) return
    this.#databases.delete(database)
    if (this.#removeSome(database)) this.#databases.add(database)
    if (this.#databases.size > 0) this.#next = setImmediate(() => this.#step())
  }

  #removeSome({ store, isClosed }: WorkspaceDatabase): boolean {
    if (isClosed || !store.sqlite.open) return false
    try {
      return removeLeftMembers(store)
    } catch (error) {
      this.onFailure?.(error)
      return false
    }
  }
}
