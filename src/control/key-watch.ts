import type { FastifyRequest } from 'fastify'
import { isStillAllowed } from '../http/control-access.ts'

/** How often a long call asks whether its key is still valid: a key of a file is removed without a call. */
const CHECK_MS = 15_000

/** The longest time of a timer of Node. */
const MAX_TIMER_MS = 2_147_483_647

/** Calls a listener when the key of a call is deleted or its time is over; the returned function ends the watch. */
export const whenKeyEnds = (request: FastifyRequest, act: () => void): (() => void) => {
  const { key, server } = request
  const { keys, machineClock } = server.sandbox
  if (!key) return () => undefined
  const check = () => {
    if (!isStillAllowed(request)) act()
  }
  const repeated = setInterval(check, CHECK_MS)
  const leftMs = (key.endsAtMs ?? Infinity) - machineClock.now()
  const end = leftMs < MAX_TIMER_MS ? setTimeout(check, leftMs) : undefined
  keys.watchers.add(check)
  return () => {
    clearInterval(repeated)
    clearTimeout(end)
    keys.watchers.delete(check)
  }
}
