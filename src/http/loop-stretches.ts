import { performance } from 'node:perf_hooks'
import process from 'node:process'

/** Is told how long its work has held the event loop without a pause. */
export interface LoopUser {
  held(ms: number): void
}

let current: LoopUser | undefined
let sinceMs = 0
let totalMs = 0

/**
 * Counts the time from now on as this user's, until the event loop is free again or another user works.
 * Callbacks of `nextTick` run before the loop goes on, so one of them marks the end.
 */
export const startStretch = (user: LoopUser, nowMs = performance.now()): void => {
  if (current === user) return
  if (current) end(current, nowMs)
  else process.nextTick(endCurrent)
  current = user
  sinceMs = nowMs
}

/** The user that holds the event loop now; undefined where nobody has marked its work. */
export const currentUser = (): LoopUser | undefined => current

/** How long a user has held the event loop until now, ms; 0 while it does not. */
export const heldSoFar = (user: LoopUser): number =>
  current === user ? performance.now() - sinceMs : 0

/** The time for which all users have held the event loop since the process began, ms. */
export const totalHeldMs = (): number => totalMs

const endCurrent = (): void => {
  if (current) end(current, performance.now())
  current = undefined
}

const end = (user: LoopUser, nowMs: number): void => {
  const ms = nowMs - sinceMs
  totalMs += ms
  user.held(ms)
}
