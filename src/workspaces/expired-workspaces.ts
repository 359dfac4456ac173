import { LIMITS } from '../kernel/limits.ts'
import { formatInstant } from '../kernel/timestamps.ts'

/** When the last workspaces expired, by their ids and names. */
export class ExpiredWorkspaces {
  readonly #atMs = new Map<string, number>()

  add(names: readonly string[], atMs: number): void {
    for (const name of names) {
      this.#atMs.delete(name)
      this.#atMs.set(name, atMs)
    }
    for (const oldest of this.#atMs.keys()) {
      if (this.#atMs.size <= LIMITS.expiredWorkspaces.max) return
      this.#atMs.delete(oldest)
    }
  }

  /** Another workspace has the name now. */
  forget(name: string): void {
    this.#atMs.delete(name)
  }

  /** A hint about a workspace that is not there, by its id or name; empty unless it has expired. */
  hintFor(idOrName: string, what = 'it'): string {
    const atMs = this.#atMs.get(idOrName)
    return atMs === undefined ? '' : `; ${what} expired at ${formatInstant(atMs)}`
  }
}
