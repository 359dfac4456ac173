import type { OperationName } from '../../contract/operation.ts'
import { LIMITS } from '../../limits.ts'
import type { ObservedCall } from '../observed-call.ts'
import { keyOfCall } from './call-key.ts'
import type { CallEnd, TrafficRule } from './traffic-rule.ts'

interface FailedCall {
  readonly key: string
  readonly seq: number
  readonly atMs: number
}

/** Routes whose bodies are streams of bytes, which cannot be compared. */
const STREAMED: ReadonlySet<OperationName> = new Set(['send-part', 'send-file', 'download'])

/**
 * `retry-without-pause`: the last failed call of an operation is made again at once. A call that changes something
 * in between may have removed the cause, and so may another token.
 */
export class Retries implements TrafficRule {
  readonly #failed = new Map<OperationName, FailedCall>()
  /** The key of the call that was judged last: a call that fails again is learned with it. */
  #judged: { readonly call: ObservedCall; readonly key: string } | undefined

  judge(call: ObservedCall): void {
    if (this.#failed.size === 0 || call.operation === null || call.isClockFrozen) return
    const failed = this.#failed.get(call.operation)
    // A call that arrived before the failure was answered is none of its retries.
    if (!failed || call.arrivedAfterSeq < failed.seq) return
    const pauseMs = call.arrivedAtMs - failed.atMs
    if (pauseMs < 0 || pauseMs >= LIMITS.retryPauseMs.max) return
    const key = keyOfCall(call, true)
    if (key === failed.key) call.warn('retry-without-pause')
    this.#judged = { call, key }
  }

  learn(call: ObservedCall, { seq, isLost }: CallEnd): void {
    const { operation, code } = call
    const judged = this.#judged
    this.#judged = undefined
    if (operation === null || STREAMED.has(operation)) return
    if (isLost || (code !== undefined && code !== '0')) {
      const key = judged?.call === call ? judged.key : keyOfCall(call, true)
      this.#failed.set(operation, { key, seq, atMs: call.nowMs })
    } else if (this.#failed.size > 0) this.#succeeded(operation, call.access === 'read')
  }

  #succeeded(operation: OperationName, isRead: boolean): void {
    if (isRead) this.#failed.delete(operation)
    else this.#failed.clear()
  }
}
