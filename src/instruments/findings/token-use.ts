import { isObject } from '../../kernel/json.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { ownCopy } from '../../kernel/text.ts'
import type { ObservedCall } from './observed-call.ts'
import { resultIn } from './open-uploads.ts'

interface LastToken {
  readonly clientId: string
  readonly expiresAtMs: number
  uses: number
  readonly usedOnce: number
}

/** `token-per-call`: a client repeatedly requests tokens, each for one call, although the previous one is still valid. */
export class TokenUse {
  #last: LastToken | undefined

  judge(call: ObservedCall): void {
    if (call.operation !== 'get-token') {
      if (this.#last && call.accessToken !== '') this.#last.uses += 1
      return
    }
    if (call.code !== '0') return
    const { body, nowMs } = call
    const clientId = ownCopy(String(isObject(body) ? body.clientId : ''), LIMITS.text.max)
    const usedOnce = this.#usedOnce(clientId, nowMs)
    if (usedOnce >= LIMITS.singleUseTokens.max) call.warn('token-per-call')
    const lifetimeMs = Number(resultIn(call.payload).expires_in) * 1_000
    this.#last = { clientId, expiresAtMs: nowMs + lifetimeMs, uses: 0, usedOnce }
  }

  /** A token that was not used yet may be for a worker that starts at the same time, and does not count. */
  #usedOnce(clientId: string, nowMs: number): number {
    const last = this.#last
    if (!last || last.clientId !== clientId || !(nowMs < last.expiresAtMs) || last.uses > 1)
      return 0
    return last.usedOnce + last.uses
  }
}
