import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Keeper, MemoryAccount } from '../kernel/memory-account.ts'
import { LIMITS } from '../limits.ts'

/** The approximate memory of a request that waits, with its answer: their objects and headers. */
const REQUEST_BYTES = 4_096

interface Exchange {
  readonly request: IncomingMessage
  readonly acts: (() => void)[]
  bytes: number
}

const connections = new WeakMap<Socket, Connection>()

export const connectionOf = (socket: Socket): Connection => {
  const known = connections.get(socket)
  if (known) return known
  const connection = new Connection(socket)
  connections.set(socket, connection)
  return connection
}

/** Makes requests of a connection wait while a number of earlier ones are unanswered. */
export const inTurn =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    // One behind the last answer of its connection is ignored.
    const { destroyed, writableEnded } = request.socket
    if (!destroyed && !writableEnded) connectionOf(request.socket).take(handle, request, response)
  }

/**
 * Calls a listener once, when an answer is out or its connection has ended. An answer that waits behind another one
 * has no socket and no event for the latter; so each connection has one listener, which serves all its answers.
 */
export const whenOver = (
  request: IncomingMessage,
  response: ServerResponse,
  act: () => void,
): void => {
  if (request.socket.destroyed) act()
  else connectionOf(request.socket).exchange(request, response).acts.push(act)
}

/** A connection: its unanswered requests, those of them that wait for their turn, and what it keeps in memory for them. */
export class Connection implements Keeper {
  readonly socket: Socket
  readonly openedMs = performance.now()
  /** By their answers, in the order of the requests. */
  readonly #exchanges = new Map<ServerResponse, Exchange>()
  #waiting: [request: IncomingMessage, response: ServerResponse][] = []
  #handle: RequestListener | undefined
  #isDue = false
  #account: MemoryAccount | undefined
  #sizeBytes = 0
  #endsWhenIdle = false
  #onAnswered: (() => void) | undefined

  constructor(socket: Socket) {
    this.socket = socket
    socket.once('close', () => this.finishAll())
  }

  get count(): number {
    return this.#exchanges.size
  }

  /** Whether requests wait, so that the connection is not read. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  get isMidAnswer(): boolean {
    return [...this.#exchanges.keys()].some(({ headersSent }) => headersSent)
  }

  /** Counts an answer as under way from now on, also where its request waits. */
  exchange(request: IncomingMessage, response: ServerResponse): Exchange {
    const known = this.#exchanges.get(response)
    if (known) return known
    const exchange = { request, acts: [], bytes: 0 }
    this.#exchanges.set(response, exchange)
    response.on('close', finishClosed)
    return exchange
  }

  finish(response: ServerResponse): void {
    const exchange = this.#exchanges.get(response)
    if (!exchange) return
    this.keep(response, 0)
    this.#exchanges.delete(response)
    for (const act of exchange.acts) act()
    this.#tellIfAnswered()
    this.#beginNext()
    if (this.count === 0 && this.#endsWhenIdle) this.socket.destroySoon()
  }

  finishAll(): void {
    this.#onAnswered = undefined
    this.#waiting = []
    for (const response of [...this.#exchanges.keys()]) this.finish(response)
  }

  /** Calls a listener when all requests that have arrived whole are answered, unless the connection ends before. */
  whenAnswered(act: () => void): void {
    this.#onAnswered = act
    this.#tellIfAnswered()
  }

  #tellIfAnswered(): void {
    if ([...this.#exchanges.values()].some(({ request }) => request.complete)) return
    const act = this.#onAnswered
    this.#onAnswered = undefined
    act?.()
  }

  endWhenIdle(): void {
    this.#endsWhenIdle = true
  }

  /** Begins a request, or lets it wait. Node parses all requests of a chunk at once, so a chunk can bring thousands. */
  take(handle: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    this.exchange(request, response)
    if (!this.isWaiting && this.count <= LIMITS.unansweredRequests.max) {
      handle(request, response)
      return
    }
    if (!this.#handle)
      // Node resumes a connection whose answers have been read.
      this.socket.on('resume', () => {
        if (this.isWaiting) this.socket.pause()
      })
    this.#handle = handle
    this.#waiting.push([request, response])
    this.keep(response, REQUEST_BYTES)
    this.socket.pause()
    this.#beginNext()
  }

  /** Begins one waiting request in each turn of the event loop while fewer than the maximum are unanswered. */
  #beginNext(): void {
    if (this.#isDue || !this.isWaiting) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      const begun = this.count - this.#waiting.length
      // None begins behind the end of its connection.
      if (this.socket.destroyed || begun >= LIMITS.unansweredRequests.max) return
      const next = this.#waiting.shift()
      if (next) this.#handle?.(...next)
      if (this.isWaiting) this.#beginNext()
      else this.socket.resume()
    })
  }

  /** Counts from now on what the connection keeps: requests that wait, and bytes of answers that are not sent yet. */
  share(account: MemoryAccount): void {
    this.#account = account
    account.keepers.add(this)
    this.socket.once('close', () => account.keepers.delete(this))
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Sets the bytes that are kept for an answer; 0 once it is out. */
  keep(response: ServerResponse, bytes: number): void {
    const exchange = this.#exchanges.get(response)
    if (!this.#account || !exchange || exchange.bytes === bytes) return
    const more = bytes - exchange.bytes
    exchange.bytes = bytes
    this.#sizeBytes += more
    this.#account.add(more)
  }

  /** Ends the connection: an answer is sent whole or not at all. */
  free(): void {
    for (const response of this.#exchanges.keys()) this.keep(response, 0)
    this.#account = undefined
    this.socket.destroy()
  }
}

/** One listener for all answers: Node calls it with the answer as `this`. */
function finishClosed(this: ServerResponse): void {
  connections.get(this.req.socket)?.finish(this)
}
