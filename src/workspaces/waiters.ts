import { PROBLEMS } from '../errors/caller-error.ts'
import { Problem } from '../errors/problem.ts'
import { LIMITS } from '../limits.ts'

/** A bounded number of places; one more is refused. */
class Places {
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

  /** Takes a place; answers how to leave it, which further calls do not do again. */
  take(): () => void {
    if (this.#taken >= this.max) throw new Problem(PROBLEMS.tooManyCalls, this.#refusal)
    this.#taken += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#taken -= 1
    }
  }
}

/** Calls of the control plane that last, and hold memory as long as they do. */
export class Waiters {
  /** Calls that wait for a journal or read it as a stream. */
  readonly waits: Places
  /** Lists with bodies and archives that are being sent. */
  readonly listings: Places

  constructor(max: number) {
    this.waits = new Places(
      max,
      `Too many waiting or streaming journal calls: ${max} of ${max}; close one or raise SANDBOX_MAX_WAITERS`,
    )
    this.listings = new Places(
      LIMITS.listings.max,
      `Too many journal lists being sent: ${LIMITS.listings.max} of ${LIMITS.listings.max}; read one to its end first`,
    )
  }
}
