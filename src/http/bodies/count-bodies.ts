import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import type { MemoryAccount } from '../../kernel/memory-account.ts'
import { bareMediaType } from '../../kernel/text.ts'
import { LIMITS } from '../../limits.ts'
import { matchedRoute } from '../matched-route.ts'
import { tellToContinue } from './streamed-body.ts'

/** The bytes of one body and of the values parsed from it, until its call is answered. */
export class CountedBody {
  readonly #account: MemoryAccount
  #bytes = 0
  #isOver = false

  constructor(account: MemoryAccount) {
    this.#account = account
  }

  /** Adds bytes; refuses them where all calls together have too many. */
  add(bytes: number): void {
    if (this.#isOver) return
    const account = this.#account
    if (account.bytes + bytes > account.maxBytes) throw refuse.busyBodies()
    account.add(bytes)
    this.#bytes += bytes
  }

  release(): void {
    this.#isOver = true
    this.#account.give(this.#bytes)
    this.#bytes = 0
  }
}

/** Counts the bodies of a surface while they arrive. */
export const countBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const bytes = encoding === undefined ? Number(length ?? 0) : Number.POSITIVE_INFINITY
    if (Number(length ?? 0) <= request.routeOptions.bodyLimit) tellToContinue(request.raw)
    if (bytes > LIMITS.uncountedBodyBytes.max && !isStreamed(request))
      countArriving(request, payload)
    done(null, payload)
  })
}

/** Whether the route reads a body of this type as it arrives. */
export const isStreamed = (request: FastifyRequest): boolean =>
  matchedRoute(request).streamedType === bareMediaType(request.headers['content-type'] ?? '')

/** Counts a body that has arrived as a file; it is held until the call is over. */
export const countBody = (request: FastifyRequest): CountedBody => {
  const counted = new CountedBody(request.server.sandbox.memory.underWay)
  request.call.countedBody = counted
  request.call.whenOver(() => counted.release())
  return counted
}

const countArriving = (request: FastifyRequest, payload: RequestPayload): void => {
  const counted = countBody(request)
  const count = (chunk: Buffer): void => {
    try {
      counted.add(chunk.length)
    } catch (error) {
      payload.off('data', count).emit('error', error)
    }
  }
  // Paused, so that nothing flows before the parser listens, which resumes it.
  payload.pause().on('data', count)
}
