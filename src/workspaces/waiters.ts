import { PROBLEMS } from '../errors/caller-error.ts'
import { Problem } from '../errors/problem.ts'
import { LIMITS } from '../limits.ts'

/** A bounded number of slots; one more is refused. */
class Slots {
  readonly max: number
  readonly #refusal: string
  #taken = 0

  constructor(max: number, refusal: string) {
    this.max = max
    this.#refusal = refusal
  }

  get taken(): number {
    return this.#taken
  }

  /** Acquires a slot; the returned function releases it once. */
  take(): () => void {
    if (this.#taken >= this.max) throw new Problem(PROBLEMS.tooManyCalls, this.#refusal)
    this.#taken += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#taken -= 1
    }
  }
}

/** Slots of long calls of the control plane, which hold memory. */
export class Waiters {
  /** Calls that wait for a journal or read it as a stream. */
  readonly waits: Slots
  /** Lists with bodies and archives that are being sent. */
  readonly listings: Slots

  constructor(max: number) {
    this.waits = new Slots(
      max,
      `Too many waiting or streaming journal calls: ${max} of ${max}; close one or raise SANDBOX_MAX_WAITERS`,
    )
    this.listings = new Slots(
      LIMITS.listings.max,
      `Too many journal lists being sent: ${LIMITS.listings.max} of ${LIMITS.listings.max}; read one to its end first`,
    )
  }
}
