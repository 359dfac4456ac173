import { PROBLEMS } from '../contract/errors/caller-error.ts'
import { Problem } from '../contract/errors/problem.ts'
import { LIMITS } from '../kernel/limits.ts'

const slotsOf = (max: number, calls: string, remedy: string) => {
  const held = new Set<symbol>()
  return {
    get taken(): number {
      return held.size
    },
    /** Acquires a slot; the returned function releases it once. */
    take: (): (() => void) => {
      if (held.size >= max)
        throw new Problem(PROBLEMS.tooManyCalls, `Too many ${calls}: ${max} of ${max}; ${remedy}`)
      const slot = Symbol()
      held.add(slot)
      return () => held.delete(slot)
    },
  }
}

/** Slots of long calls of the control plane, which hold memory: those that wait for a journal or stream it, and lists that are being sent. */
export const waitersOf = (max: number) => ({
  waits: slotsOf(
    max,
    'waiting or streaming journal calls',
    'close one or raise SANDBOX_MAX_WAITERS',
  ),
  listings: slotsOf(LIMITS.listings.max, 'journal lists being sent', 'read one to its end first'),
})
