import type { AssumptionId } from '../contract/assumptions/index.ts'

/** Combinations that are kept to be found again; calls use a few hundred. */
const MAX_KEPT = 5_000

let keptCount = 0

/** Assumptions in the order in which calls added them, with what answers show of them; shared by all calls that used the same ones. */
class Combination {
  readonly ids: readonly AssumptionId[]
  readonly sorted: readonly AssumptionId[]
  /** Their list for a header. */
  readonly text: string
  readonly #next = new Map<AssumptionId, Combination>()

  constructor(ids: readonly AssumptionId[]) {
    this.ids = ids
    this.sorted = [...ids].sort()
    this.text = this.sorted.join(', ')
  }

  /** The combination with one more; the same where it has that one. */
  with(id: AssumptionId): Combination {
    const known = this.#next.get(id)
    if (known) return known
    const next = this.ids.includes(id) ? this : new Combination([...this.ids, id])
    if (keptCount >= MAX_KEPT) return next
    keptCount += 1
    this.#next.set(id, next)
    return next
  }
}

const NONE = new Combination([])

/** The assumptions that a call has used. Nearly every call uses the same ones as one before it, so they are sorted and listed once. */
export class UsedAssumptions implements Iterable<AssumptionId> {
  #used = NONE

  get size(): number {
    return this.#used.ids.length
  }

  /** In the order of their numbers. */
  get sorted(): readonly AssumptionId[] {
    return this.#used.sorted
  }

  /** In the order of their numbers, separated by commas. */
  get text(): string {
    return this.#used.text
  }

  add(id: AssumptionId): void {
    this.#used = this.#used.with(id)
  }

  [Symbol.iterator](): Iterator<AssumptionId> {
    return this.#used.ids[Symbol.iterator]()
  }
}
