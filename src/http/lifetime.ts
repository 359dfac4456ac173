import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { owned } from '../kernel/owned-stream.ts'
import type { WorkspaceDatabase } from '../workspaces/workspace.ts'
import { type MatchedRoute, nameOf } from './request.ts'

/** The reason of an aborted signal, made once: an error with a stack for every call costs more than the call. */
const GONE = Object.assign(new Error('The call is over'), { name: 'AbortError' })

/** The time from the arrival of a call until its answer is out or its connection has ended, and what ends with it. */
export class Lifetime {
  readonly #log: FastifyBaseLogger
  readonly #acts: (() => void)[] = []
  #controller: AbortController | undefined
  #database: WorkspaceDatabase | undefined
  #isOver = false

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort(GONE)
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Calls a listener once at the end, at once when it is over already. */
  whenOver(act: () => void): void {
    if (this.#isOver) act()
    else this.#acts.push(act)
  }

  keepOpen(database: WorkspaceDatabase): void {
    if (database === this.#database) return
    this.#database = database
    database.acquire()
    this.whenOver(() => database.release())
  }

  /** Owns a stream, which ends with the call; the database that it may read stays open until it has ended. */
  own<T extends Readable>(stream: T): T {
    if (stream.closed) return stream
    const database = this.#isOver ? undefined : this.#database
    database?.acquire()
    return owned(stream, this.signal, () => database?.release())
  }

  /** What was registered last is released first. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.abort(GONE)
    for (let act = this.#acts.pop(); act; act = this.#acts.pop())
      try {
        act()
      } catch (error) {
        this.#log.error({ err: error }, 'a call was not cleaned up')
      }
  }
}

/** A call as long as it is in flight. */
interface CallInFlight {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly workspace: { readonly id: string }
  readonly route: MatchedRoute
  readonly method: string
  readonly path: string
  readonly lifetime: Lifetime
}

/** The calls of a listener that have arrived and are not over. */
export class CallsInFlight {
  /** Each is emptied when its call ends: what is deleted from a set can stay in memory until the next full garbage collection. */
  readonly #places = new Set<{ call: CallInFlight | undefined }>()
  readonly #followed = new Set<CallInFlight>()
  readonly #current = new AsyncLocalStorage<CallInFlight>()

  get count(): number {
    return this.#places.size
  }

  enter(call: CallInFlight): void {
    const { tally } = call.request.server.sandbox
    const place: { call: CallInFlight | undefined } = { call }
    this.#places.add(place)
    tally.callsInFlight += 1
    call.lifetime.whenOver(() => {
      place.call = undefined
      this.#places.delete(place)
      tally.callsInFlight -= 1
      if (this.#followed.delete(call) && this.#followed.size === 0) this.#current.disable()
    })
    // Operations wait in few places, each of which follows its call.
    if (!call.route.operation) this.follow(call)
  }

  /** What runs from now on, and everything that it awaits, belongs to this call; for calls that wait. */
  follow(call: CallInFlight): void {
    if (call.lifetime.isOver) return
    this.#followed.add(call)
    this.#current.enterWith(call)
  }

  /** Fails the call whose work threw an error that nothing caught, and returns its summary; one that is over cannot fail. */
  failCurrent(error: unknown): (object & { readonly isOver: boolean }) | undefined {
    const call = this.#current.getStore()
    if (!call) return undefined
    const { isOver } = call.lifetime
    if (!isOver) fail(call, error)
    return { ...summaryOf(call), isOver }
  }

  list(): object[] {
    return [...this.#places].flatMap(({ call }) => (call ? summaryOf(call) : []))
  }
}

const summaryOf = ({ request, route, method, path, workspace }: CallInFlight) => ({
  requestId: request.id,
  operation: nameOf(route),
  method,
  path,
  workspace: workspace.id,
})

/** Refuses a call as a defect does; where its answer has begun already, its connection is cut. */
const fail = ({ request, reply }: CallInFlight, error: unknown): void => {
  try {
    if (reply.sent) request.raw.socket.destroy()
    else reply.send(error instanceof Error ? error : new Error(String(error)))
  } catch {
    request.raw.socket.destroy()
  }
}
