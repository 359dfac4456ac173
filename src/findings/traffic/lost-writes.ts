import type { OperationName } from '../../contract/operation.ts'
import type { ObservedCall } from '../observed-call.ts'
import { keyOfCall } from './call-key.ts'
import type { CallEnd, TrafficRule } from './traffic-rule.ts'

interface LostWrite {
  readonly key: string
  readonly seq: number
}

/**
 * `repeated-write`: the next call of an operation that writes repeats one that was done and whose caller was not told.
 * A write that was cut before it was done can be repeated without harm.
 */
export class LostWrites implements TrafficRule {
  readonly #lost = new Map<OperationName, LostWrite>()

  judge(call: ObservedCall): void {
    if (this.#lost.size === 0 || call.operation === null) return
    const lost = this.#lost.get(call.operation)
    if (!lost || call.arrivedAfterSeq < lost.seq) return
    if (keyOfCall(call, false) === lost.key) call.warn('repeated-write')
  }

  learn(call: ObservedCall, { seq, isLost }: CallEnd): void {
    const { operation, access, wasDone, code } = call
    if (operation === null || access !== 'write') return
    if (wasDone && (isLost || code !== '0'))
      this.#lost.set(operation, { key: keyOfCall(call, false), seq })
    else if (this.#lost.size > 0) this.#lost.delete(operation)
  }
}
