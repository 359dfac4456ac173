import type { UsedId } from '../contract/assumptions/index.ts'

/** The assumptions with variants that calls of a workspace have consulted, also where the answer does not name them. */
export class TouchedAssumptions {
  readonly #own = new Set<UsedId>()
  /** Those of all workspaces of the server, also of removed ones. */
  readonly #all: Set<UsedId>

  constructor(all: Set<UsedId>) {
    this.#all = all
  }

  add(id: UsedId): void {
    if (this.#own.has(id)) return
    this.#own.add(id)
    this.#all.add(id)
  }

  has(id: UsedId): boolean {
    return this.#own.has(id)
  }
}
