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
  #bytes = 0
  readonly #onLargeOver: () => void
  readonly #waiting = new Set<Waiting>()

  /** `onLargeOver` is called when a body is over that took much. */
  constructor(onLargeOver: () => void = () => {}) {
    this.#onLargeOver = onLargeOver
  }

  /** What is reserved now. */
  get bytes(): number {
    return this.#bytes
  }

  /** How many calls wait for room. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Reserves room for a body and calls `start`, at once or when there is room. */
  reserve(bytes: number, start: () => void): Reservation {
    const waiting: Waiting = { bytes, start }
    if (this.#mayStart(bytes)) this.#bytes += bytes
    else this.#waiting.add(waiting)
    let held = bytes
    if (!this.#waiting.has(waiting)) start()
    return {
      grow: (by) => {
        held += by
        this.#bytes += by
      },
      release: () => {
        if (!this.#waiting.delete(waiting)) this.#bytes -= held
        if (held > LIMITS.promptBodyBytes.max) this.#onLargeOver()
        held = 0
        this.#startWaiting()
      },
    }
  }

  #mayStart(bytes: number): boolean {
    if (this.#bytes === 0) return true
    const isLarge = bytes > LIMITS.promptBodyBytes.max
    if (isLarge && this.#waiting.size > 0) return false
    return this.#bytes + bytes <= (isLarge ? LIMITS.pendingBodyBytes.max : MAX_TOGETHER)
  }

  #startWaiting(): void {
    for (const next of this.#waiting) {
      if (this.#bytes > 0 && this.#bytes + next.bytes > LIMITS.pendingBodyBytes.max) return
      this.#waiting.delete(next)
      this.#bytes += next.bytes
      next.start()
    }
  }
}
