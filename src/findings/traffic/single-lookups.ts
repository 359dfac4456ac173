import { LIMITS } from '../../limits.ts'
import type { ObservedCall } from '../observed-call.ts'
import { listIn } from './param-of.ts'
import type { TrafficRule } from './traffic-rule.ts'

/** `queries-not-batched`: E8 for one user after the other, where one call could have all. */
export class SingleLookups implements TrafficRule {
  /** When each user was looked up, the oldest first. */
  readonly #lookups = new Map<unknown, number>()

  judge(call: ObservedCall): void {
    if (call.operation !== 'E8' || call.code !== '0') return
    const [id, ...others] = listIn(call.body, 'userIds')
    if (id === undefined || others.length > 0) this.#lookups.clear()
    else if (!this.#lookups.has(id)) this.#add(id, call)
  }

  #add(id: unknown, call: ObservedCall): void {
    const { nowMs } = call
    for (const [known, atMs] of this.#lookups)
      if (Math.abs(nowMs - atMs) > LIMITS.singleLookupsMs.max) this.#lookups.delete(known)
    this.#lookups.set(id, nowMs)
    if (this.#lookups.size < LIMITS.singleLookups.max) return
    this.#lookups.clear()
    call.warn('queries-not-batched')
  }
}
