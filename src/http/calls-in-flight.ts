import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchedRoute } from './matched-route.ts'

/** The summary of a call for the log. */
export interface CallSummary {
  readonly requestId: string
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  readonly workspace: string
}

/** A call from its arrival until its answer is out or its connection has ended. */
interface CallInFlight {
  /** Undefined once the call is over: work that goes on without a caller keeps the summary only. */
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply } | undefined
  /** Made when the call is over, where something may go on. */
  summary: CallSummary | undefined
}

/** The calls of one server that are under way. */
export class CallsInFlight {
  readonly #calls = new Map<FastifyRequest, CallInFlight>()
  readonly #followed = new Set<CallInFlight>()
  readonly #current = new AsyncLocalStorage<CallInFlight>()

  get count(): number {
    return this.#calls.size
  }

  /** Counts a call as under way until it is over. */
  enter(request: FastifyRequest, reply: FastifyReply): void {
    const call: CallInFlight = { exchange: { request, reply }, summary: undefined }
    this.#calls.set(request, call)
    request.state.lifetime.whenOver(() => {
      this.#calls.delete(request)
      call.exchange = undefined
      if (!this.#followed.delete(call)) return
      call.summary = summaryOf(request)
      if (this.#followed.size === 0) this.#current.disable()
    })
    // Operations wait in few places, each of which follows its call.
    if (!matchedRoute(request).operation) this.follow(request)
  }

  /** What runs from now on, and everything that it awaits, belongs to this call; for calls that wait. */
  follow(request: FastifyRequest): void {
    const call = this.#calls.get(request)
    if (!call) return
    this.#followed.add(call)
    this.#current.enterWith(call)
  }

  /** Fails the call whose work threw an error that nothing caught, and returns its summary. */
  failCurrent(error: unknown): CallSummary | undefined {
    const call = this.#current.getStore()
    if (!call?.exchange) return call?.summary
    fail(call.exchange, error)
    return summaryOf(call.exchange.request)
  }

  /** Summaries of all calls, the oldest first. */
  list(): CallSummary[] {
    return [...this.#calls.keys()].map(summaryOf)
  }
}

const summaryOf = (request: FastifyRequest): CallSummary => {
  const { operation, supportingRoute } = matchedRoute(request)
  return {
    requestId: request.id,
    operation: operation?.id ?? supportingRoute,
    method: request.method,
    path: request.originalUrl.split('?')[0] ?? '',
    workspace: request.state.workspace.id,
  }
}

/** Refuses a call as a defect does; where its answer has begun already, its connection is cut. */
const fail = ({ request, reply }: NonNullable<CallInFlight['exchange']>, error: unknown): void => {
  try {
    if (reply.sent) request.raw.socket.destroy()
    else reply.send(error instanceof Error ? error : new Error(String(error)))
  } catch {
    request.raw.socket.destroy()
  }
}
