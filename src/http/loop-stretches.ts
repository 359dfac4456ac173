import { LIMITS } from '../limits.ts'

/** Hears how long its work has held the event loop in one go. */
export interface LoopUser {
  held(ms: number): void
}

const observers = new Set<(ms: number) => void>()
let current: LoopUser | undefined
let sinceMs = 0

/**
 * Counts the time from now on as this user's, until the event loop is free again or another user works.
 * Callbacks of `nextTick` run before the loop goes on, so one of them marks the end.
 */
export const startStretch = (user: LoopUser): void => {
  if (current === user) return
  const nowMs = performance.now()
  if (current) end(current, nowMs)
  else process.nextTick(endCurrent)
  current = user
  sinceMs = nowMs
}

/** How long a user holds the event loop at this moment, ms; 0 when another one does, or nobody. */
export const heldSoFar = (user: LoopUser): number =>
  current === user ? performance.now() - sinceMs : 0

/** Tells of every stretch over the limit, whoever's it was; the answered function ends that. */
export const observeStretches = (observer: (ms: number) => void): (() => void) => {
  observers.add(observer)
  return () => observers.delete(observer)
}

const endCurrent = (): void => {
  if (current) end(current, performance.now())
  current = undefined
}

const end = (user: LoopUser, nowMs: number): void => {
  const ms = nowMs - sinceMs
  user.held(ms)
  if (ms > LIMITS.loopHoldMs.max) for (const observe of observers) observe(ms)
}
