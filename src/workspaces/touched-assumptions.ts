import type { AssumptionId } from '../contract/assumptions/index.ts'

/** The assumptions with variants that calls of a workspace have consulted, also where the answer does not name them. */
export class TouchedAssumptions {
  readonly #own = new Set<AssumptionId>()
  /** Those of all workspaces of the server, also of removed ones. */
  readonly #all: Set<AssumptionId>

  constructor(all: Set<AssumptionId>) {
    this.#all = all
  }

  add(id: AssumptionId): void {
    if (this.#own.has(id)) return
    this.#own.add(id)
    this.#all.add(id)
  }

  has(id: AssumptionId): boolean {
    return this.#own.has(id)
  }
}
