import type { OperationName } from '../../contract/operation.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import type { CallEnd, ObservedCall } from './observed-call.ts'

interface FailedCall {
  readonly key: string
  readonly headers: readonly string[]
  readonly seq: number
  readonly atMs: number
}

/** Routes whose bodies are streams of bytes, which cannot be compared. */
const STREAMED: ReadonlySet<OperationName> = new Set(['send-part', 'send-file', 'download'])

/** The headers that a response depends on, in addition to the acting user. */
const HEADERS = ['access-token', 'token-type', 'content-type', 'x-app-key']

/** Every call of the portal makes them anew; they matter where access was refused, by a code `9001…`. */
const SIGNATURE = ['s-timestamp', 's-nonce', 's-sign']

/**
 * `retry-without-pause`: the last failed call of an operation is made again at once. A call that changes something
 * in between may have removed the cause, and so may another header.
 *
 * `repeated-write`: the next call of an operation that writes repeats one that was done and whose caller was not told.
 */
export class Repeats {
  readonly #failed = new Map<OperationName, FailedCall>()
  readonly #lostWrites = new Map<OperationName, FailedCall>()

  judge(call: ObservedCall): void {
    const { operation } = call
    if (operation === null) return
    const failed = this.#failed.get(operation)
    if (failed && isAtOnce(call, failed) && failed.key === keyOfCall(call, failed.headers))
      call.warn('retry-without-pause')
    const lost = this.#lostWrites.get(operation)
    if (lost && isLater(call, lost) && lost.key === keyOfCall(call, lost.headers))
      call.warn('repeated-write')
  }

  learn(call: ObservedCall, end: CallEnd): void {
    const { operation } = call
    if (operation === null) return
    this.#learnFailure(operation, call, end)
    if (call.access === 'write') this.#learnWrite(operation, call, end)
  }

  #learnFailure(operation: OperationName, call: ObservedCall, { seq, isLost }: CallEnd): void {
    const { code, refusal, access, nowMs } = call
    if (STREAMED.has(operation)) return
    if (isLost || (code !== undefined && code !== '0')) {
      const headers = refusal?.startsWith('9001') ? [...HEADERS, ...SIGNATURE] : HEADERS
      this.#failed.set(operation, { key: keyOfCall(call, headers), headers, seq, atMs: nowMs })
    } else if (access === 'read') this.#failed.delete(operation)
    else this.#failed.clear()
  }

  #learnWrite(operation: OperationName, call: ObservedCall, { seq, isLost }: CallEnd): void {
    const { wasDone, code, nowMs } = call
    if (wasDone && (isLost || code !== '0'))
      this.#lostWrites.set(operation, { key: keyOfCall(call), headers: [], seq, atMs: nowMs })
    else this.#lostWrites.delete(operation)
  }
}

/** A call that arrived before the failure was answered does not repeat it. */
const isLater = (call: ObservedCall, { seq }: FailedCall): boolean => call.arrivedAfterSeq >= seq

const isAtOnce = (call: ObservedCall, failed: FailedCall): boolean => {
  const pauseMs = call.arrivedAtMs - failed.atMs
  const isShort = pauseMs >= 0 && pauseMs < LIMITS.retryPauseMs.max
  return isShort && !call.isClockFrozen && isLater(call, failed)
}

const MAX_LENGTH = 1_000

/** Tells whether two calls are the same: URL, acting user, body, and given headers; the digest of a long one. */
const keyOfCall = (
  { method, url, headers, bodyKey }: ObservedCall,
  wanted: readonly string[] = [],
): string => {
  const sent = ['x-open-api-user', ...wanted].map((name) => headers[name])
  const key = [method, url, ...sent, bodyKey].join('\n')
  return key.length > MAX_LENGTH ? sha256Hex(key) : key
}
