import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call } from './call.ts'
import { nameOf } from './request.ts'

export class CallsInFlight {
  readonly #calls = new Set<Call>()
  readonly #followed = new Set<Call>()
  readonly #current = new AsyncLocalStorage<Call>()

  get count(): number {
    return this.#calls.size
  }

  enter(call: Call): void {
    const { tally } = call.request.server.sandbox
    this.#calls.add(call)
    tally.callsInFlight += 1
    call.lifetime.whenOver(() => {
      this.#calls.delete(call)
      tally.callsInFlight -= 1
      if (this.#followed.delete(call) && this.#followed.size === 0) this.#current.disable()
    })
    // Operations wait in few places, each of which follows its call.
    if (!call.route.operation) this.follow(call)
  }

  /** What runs from now on, and everything that it awaits, belongs to this call; for calls that wait. */
  follow(call: Call): void {
    if (!this.#calls.has(call)) return
    this.#followed.add(call)
    this.#current.enterWith(call)
  }

  /** Fails the call whose work threw an error that nothing caught, and returns its summary; one that is over cannot fail. */
  failCurrent(error: unknown): (object & { readonly isOver: boolean }) | undefined {
    const call = this.#current.getStore()
    if (!call) return undefined
    const isOver = !this.#calls.has(call)
    if (!isOver) fail(call, error)
    return { ...summaryOf(call), isOver }
  }

  list(): object[] {
    return [...this.#calls].map(summaryOf)
  }
}

const summaryOf = ({ request, route, method, path, workspace }: Call) => ({
  requestId: request.id,
  operation: nameOf(route),
  method,
  path,
  workspace: workspace.id,
})

/** Refuses a call as a defect does; where its answer has begun already, its connection is cut. */
const fail = ({ request, reply }: Call, error: unknown): void => {
  try {
    if (reply.sent) request.raw.socket.destroy()
    else reply.send(error instanceof Error ? error : new Error(String(error)))
  } catch {
    request.raw.socket.destroy()
  }
}
