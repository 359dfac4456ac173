import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FindingCode } from '../../contract/findings/finding.ts'
import type { OperationName } from '../../contract/operation.ts'
import type { CallOrigin, ObservedCall } from '../../findings/observed-call.ts'
import { ownCopy } from '../../kernel/text.ts'
import { LIMITS } from '../../limits.ts'
import { nameOf } from '../faults/met-faults.ts'
import { matchedRoute } from '../matched-route.ts'
import { JournaledResponse } from './journaled-response.ts'

/** Has the rules of findings judge a call that the journal records; once, also when its answer is made anew. */
export const judgeCall = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
  const { state } = request
  const { raw } = reply
  if (!state || state.isJudged || !(raw instanceof JournaledResponse && raw.watcher)) return
  state.isJudged = true
  state.observed = new ObservedRequest(request, payload)
  state.workspace.traffic.judge(state.observed)
  if (state.code !== undefined && state.code !== '0') state.soften()
}

/** The call of a request as the rules saw it, or as they see it when it ended before its answer. */
export const observedCall = (request: FastifyRequest): ObservedCall => {
  const { state } = request
  state.observed ??= new ObservedRequest(request, undefined)
  return state.observed
}

/** The call of a request, as findings name it; made when the first finding does. */
export const originOfCall = (request: FastifyRequest): CallOrigin => {
  const { state } = request
  const { workspace } = state
  state.origin ??= {
    seq: undefined,
    clearings: workspace.journal.clearings,
    operation: (nameOf(request) ?? null) as OperationName | null,
    method: request.method,
    path: ownCopy(pathOf(request), LIMITS.findingCharacters.max),
    atMs: workspace.clock.now(),
  }
  return state.origin
}

/** The path of an operation has no secret; any other may have one. */
const pathOf = (request: FastifyRequest): string => {
  const [path = ''] = request.originalUrl.split('?', 1)
  return matchedRoute(request).operation ? path : request.state.workspace.journal.masking.path(path)
}

/** The maximum size of a body that is compared by itself, which costs less than its digest. */
const SHORT_BODY_BYTES = 256

/** A request as the rules of findings see it; everything is read when a rule asks for it. */
class ObservedRequest implements ObservedCall {
  readonly operation: OperationName | null
  readonly payload: unknown
  readonly wasDone: boolean
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest, payload: unknown) {
    this.#request = request
    this.payload = payload
    this.operation = (nameOf(request) ?? null) as OperationName | null
    this.wasDone = request.state.code === '0'
  }

  get access() {
    return matchedRoute(this.#request).operation?.access
  }

  get method(): string {
    return this.#request.method
  }

  get url(): string {
    return this.#request.originalUrl
  }

  get headers() {
    return this.#request.headers
  }

  get body(): unknown {
    return this.#request.state.sentBody ?? this.#request.body
  }

  get bodyKey(): string {
    const kept = this.#request.state.keptBody
    if (!kept) return ''
    const isShort = kept.isWhole && kept.sizeBytes <= SHORT_BODY_BYTES
    return isShort ? kept.start.toString('latin1') : (kept.sha256 ?? '')
  }

  get code(): string | undefined {
    return this.#request.state.code
  }

  get accessToken(): string {
    return this.#request.state.accessToken
  }

  get arrivedAfterSeq(): number {
    return this.#request.state.arrivedAfterSeq
  }

  get arrivedAtMs(): number {
    return this.#request.state.arrivedAtMs
  }

  get isClockFrozen(): boolean {
    return this.#request.state.workspace.clock.setting.mode === 'frozen'
  }

  get nowMs(): number {
    return this.#request.state.workspace.clock.now()
  }

  get origin(): CallOrigin {
    return originOfCall(this.#request)
  }

  warn(code: FindingCode, field?: string): void {
    this.#request.state.warn(code, field)
  }
}
