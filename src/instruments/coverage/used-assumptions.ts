import type { UsedId } from '../../contract/assumptions/index.ts'

/** The assumptions that a call has used, in the order in which it used them. */
export class UsedAssumptions extends Set<UsedId> {
  #sorted: readonly UsedId[] = []

  /** In the order of their numbers. */
  get sorted(): readonly UsedId[] {
    if (this.#sorted.length !== this.size) this.#sorted = [...this].sort()
    return this.#sorted
  }

  get text(): string {
    return this.sorted.join(', ')
  }
}
