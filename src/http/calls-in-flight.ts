import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser, type LoopUser } from './loop-stretches.ts'
import { matchedRoute } from './matched-route.ts'
import type { RequestState } from './request-state.ts'

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
export class CallInFlight {
  readonly #requestId: string
  readonly #operation: string | undefined
  readonly #method: string
  readonly #url: string
  readonly #workspace: string
  #open: { readonly request: FastifyRequest; readonly reply: FastifyReply } | undefined

  constructor(request: FastifyRequest, reply: FastifyReply, { workspace }: RequestState) {
    const { operation, supportingRoute } = matchedRoute(request)
    this.#requestId = request.id
    this.#operation = operation?.id ?? supportingRoute
    this.#method = request.method
    this.#url = request.originalUrl
    this.#workspace = workspace.id
    this.#open = { request, reply }
  }

  get summary(): CallSummary {
    return {
      requestId: this.#requestId,
      operation: this.#operation,
      method: this.#method,
      path: this.#url.split('?')[0] ?? '',
      workspace: this.#workspace,
      isOver: this.#open === undefined,
    }
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

  /** Releases the request and the reply. */
  end(): void {
    this.#open = undefined
  }
}

/** The calls of one server that are under way. */
export class CallsInFlight {
  readonly #calls = new Map<LoopUser, CallInFlight>()
  /** The call that goes on after a wait; once it is over only its summary is kept. */
  readonly #waiting = new AsyncLocalStorage<CallInFlight>()
  readonly #followed = new Set<CallInFlight>()

  get count(): number {
    return this.#calls.size
  }

  /** Counts a call as under way. */
  enter(request: FastifyRequest, reply: FastifyReply): void {
    const { lifetime } = request.state
    const call = new CallInFlight(request, reply, request.state)
    this.#calls.set(lifetime, call)
    lifetime.whenOver(() => {
      this.#calls.delete(lifetime)
      call.end()
      if (this.#followed.delete(call) && this.#followed.size === 0) this.#waiting.disable()
    })
    // Operations wait in few places, each of which follows its call.
    if (!matchedRoute(request).operation) this.follow(lifetime)
  }

  /**
   * What runs from now on, and everything that it awaits, belongs to this call. Only for calls that wait: while Node follows
   * any, each tick of the process takes longer, which most calls would pay for without waiting for anything.
   */
  follow(user: LoopUser): void {
    const call = this.#calls.get(user)
    if (!call) return
    this.#followed.add(call)
    this.#waiting.enterWith(call)
  }

  /** Fails the call whose work threw an error that nothing caught, and returns its summary. */
  failCurrent(error: unknown): CallSummary | undefined {
    const user = currentUser()
    const call = (user && this.#calls.get(user)) ?? this.#waiting.getStore()
    call?.fail(error)
    return call?.summary
  }

  list(): CallSummary[] {
    return [...this.#calls.values()].map(({ summary }) => summary)
  }
}
