import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallLifetime, Holding } from './call-lifetime.ts'
import { currentUser, type LoopUser } from './loop-stretches.ts'
import { matchedRoute } from './matched-route.ts'

/** The summary of a call for the log. */
export interface CallSummary {
  readonly requestId: string
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  readonly workspace: string
  readonly isOver: boolean
}

/** A call from its arrival until its answer is out or its connection has ended. */
export class CallInFlight implements Holding {
  readonly lifetime: CallLifetime
  readonly #onOver: (call: CallInFlight) => void
  #open: { readonly request: FastifyRequest; readonly reply: FastifyReply } | undefined
  #last: CallSummary | undefined

  constructor(request: FastifyRequest, reply: FastifyReply, onOver: (call: CallInFlight) => void) {
    this.lifetime = request.state.lifetime
    this.#open = { request, reply }
    this.#onOver = onOver
  }

  /** Undefined for a call that is over and was not followed. */
  get summary(): CallSummary | undefined {
    return this.#open ? summaryOf(this.#open.request) : this.#last
  }

  /** Refuses the call as a defect does; where its answer has begun already, its connection is cut. */
  fail(error: unknown): void {
    if (!this.#open) return
    const { request, reply } = this.#open
    try {
      if (reply.sent) request.raw.socket.destroy()
      else reply.send(error instanceof Error ? error : new Error(String(error)))
    } catch {
      request.raw.socket.destroy()
    }
  }

  /** Releases the request and the reply. Only the summary is kept, for work that goes on without a caller. */
  release(): void {
    if (!this.#open) return
    this.#onOver(this)
    this.#open = undefined
  }

  /** Keeps the summary also when the call is over. */
  keepSummary(): void {
    if (this.#open) this.#last = { ...summaryOf(this.#open.request), isOver: true }
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
    isOver: false,
  }
}

/** The calls of one server that are under way. */
export class CallsInFlight {
  readonly #calls = new Set<CallInFlight>()
  /** The call that goes on after a wait; once it is over only its summary is kept. */
  readonly #waiting = new AsyncLocalStorage<CallInFlight>()
  readonly #followed = new Set<CallInFlight>()

  get count(): number {
    return this.#calls.size
  }

  /** Counts a call as under way. */
  enter(request: FastifyRequest, reply: FastifyReply): void {
    const call = new CallInFlight(request, reply, this.#leave)
    this.#calls.add(call)
    call.lifetime.hold(call)
    // Operations wait in few places, each of which follows its call.
    if (!matchedRoute(request).operation) this.#follow(call)
  }

  /**
   * What runs from now on, and everything that it awaits, belongs to this call. Only for calls that wait: while Node follows
   * any, each tick of the process takes longer, which most calls would pay for without waiting for anything.
   */
  follow(user: LoopUser): void {
    const call = this.#callOf(user)
    if (call) this.#follow(call)
  }

  /** Fails the call whose work threw an error that nothing caught, and returns its summary. */
  failCurrent(error: unknown): CallSummary | undefined {
    const user = currentUser()
    const call = (user && this.#callOf(user)) ?? this.#waiting.getStore()
    call?.fail(error)
    return call?.summary
  }

  /** Summaries of all calls, the oldest first. */
  list(): CallSummary[] {
    return [...this.#calls].flatMap(({ summary }) => summary ?? [])
  }

  #callOf(user: LoopUser): CallInFlight | undefined {
    for (const call of this.#calls) if (call.lifetime === user) return call
    return undefined
  }

  #follow(call: CallInFlight): void {
    // A call whose connection has ended is over before anything could follow it.
    if (!this.#calls.has(call)) return
    this.#followed.add(call)
    this.#waiting.enterWith(call)
  }

  readonly #leave = (call: CallInFlight): void => {
    this.#calls.delete(call)
    if (!this.#followed.delete(call)) return
    call.keepSummary()
    if (this.#followed.size === 0) this.#waiting.disable()
  }
}
