import { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { LIMITS } from '../../limits.ts'

/** A reservation that waits for room. */
interface Waiting {
  readonly bytes: number
  readonly start: () => void
}

/** Room for one body. */
export interface Reservation {
  /** Counts what has been made of the body beside its bytes. */
  grow(bytes: number): void
  /** Gives the room back, or stops waiting for it; may be called again without effect. */
  release(): void
}

/** How much room all bodies together may take before a small one waits. */
const MAX_TOGETHER = LIMITS.allPendingBodyBytes.max

/**
 * The bytes of all bodies that have been read, or are about to be, and whose calls are not over. A large body is
 * not read before there is room for it, in the order of arrival; a small one waits only in an emergency.
 */
export class PendingBodies {
  readonly #account: MemoryAccount
  readonly #onLargeOver: () => void
  readonly #waiting = new Set<Waiting>()

  /** `onLargeOver` is called when a body is over that took much; `account` counts what is reserved. */
  constructor(
    onLargeOver: () => void = () => {},
    account = new MemoryAccount(LIMITS.allPendingBodyBytes.max),
  ) {
    this.#onLargeOver = onLargeOver
    this.#account = account
  }

  /** What is reserved now. */
  get bytes(): number {
    return this.#account.bytes
  }

  /** How many calls wait for room. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Reserves room for a body and calls `start`, at once or when there is room. */
  reserve(bytes: number, start: () => void): Reservation {
    const waiting: Waiting = { bytes, start }
    if (this.#mayStart(bytes)) this.#account.add(bytes)
    else this.#waiting.add(waiting)
    let held = bytes
    let isReleased = false
    if (!this.#waiting.has(waiting)) start()
    return {
      grow: (by) => {
        if (isReleased) return
        held += by
        this.#account.add(by, 0)
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        if (!this.#waiting.delete(waiting)) this.#account.remove(held)
        if (held > LIMITS.promptBodyBytes.max) this.#onLargeOver()
        this.#startWaiting()
      },
    }
  }

  #mayStart(bytes: number): boolean {
    if (this.bytes === 0) return true
    const isLarge = bytes > LIMITS.promptBodyBytes.max
    if (isLarge && this.#waiting.size > 0) return false
    return this.bytes + bytes <= (isLarge ? LIMITS.pendingBodyBytes.max : MAX_TOGETHER)
  }

  #startWaiting(): void {
    for (const next of this.#waiting) {
      if (this.bytes > 0 && this.bytes + next.bytes > LIMITS.pendingBodyBytes.max) return
      this.#waiting.delete(next)
      this.#account.add(next.bytes)
      next.start()
    }
  }
}
