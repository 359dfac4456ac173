import { PROBLEMS } from '../errors/caller-error.ts'
import { Problem } from '../errors/problem.ts'
import { LIMITS } from '../limits.ts'

/** A bounded number of slots; one more is refused. */
class Slots {
  readonly #held = new Set<symbol>()
  readonly #max: number
  readonly #calls: string
  readonly #remedy: string

  constructor(max: number, calls: string, remedy: string) {
    this.#max = max
    this.#calls = calls
    this.#remedy = remedy
  }

  /** Acquires a slot; the returned function releases it once. */
  take(): () => void {
    if (this.taken >= this.#max) {
      const detail = `Too many ${this.#calls}: ${this.#max} of ${this.#max}; ${this.#remedy}`
      throw new Problem(PROBLEMS.tooManyCalls, detail)
    }
    const slot = Symbol()
    this.#held.add(slot)
    return () => this.#held.delete(slot)
  }

  get taken(): number {
    return this.#held.size
  }
}

/** Slots of long calls of the control plane, which hold memory: those that wait for a journal or stream it, and lists that are being sent. */
export const waitersOf = (max: number) => ({
  waits: new Slots(
    max,
    'waiting or streaming journal calls',
    'close one or raise SANDBOX_MAX_WAITERS',
  ),
  listings: new Slots(LIMITS.listings.max, 'journal lists being sent', 'read one to its end first'),
})
