import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '../kernel/limits.ts'
import type { Keeper, MemoryAccount } from '../kernel/memory-account.ts'
import { turns } from './turns.ts'

/** The approximate memory of the objects of a request that waits, and of its answer. */
const REQUEST_BYTES = 4_096

const sizeOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((bytes, { length }) => bytes + length, REQUEST_BYTES + url.length)

const HEALTH: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz'])

export const isHealthCheck = ({ url }: IncomingMessage): boolean =>
  HEALTH.has(url?.split('?', 1)[0])

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
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

/** Makes a request wait while an earlier one of its connection is unanswered, or the event loop is busy. */
export const oneAtATime =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    if (!request.socket.destroyed) connectionOf(request.socket).take(handle, request, response)
  }

/**
 * Calls a listener once, when an answer is out or its connection has ended. An answer that waits behind another one
 * has no socket and no event for the latter; so each connection has one listener, which serves all its answers.
 */
export const onceOver = (
  request: IncomingMessage,
  response: ServerResponse,
  act: () => void,
): void => {
  if (request.socket.destroyed) act()
  else connectionOf(request.socket).exchange(request, response).acts.push(act)
}

/** A connection: the request that it is answering, those that wait behind it, and what it keeps in memory for them. */
export class Connection implements Keeper {
  readonly socket: Socket
  readonly openedMs = performance.now()
  /** Refuses a request by itself and returns false; undefined admits all. */
  admits: ((request: IncomingMessage) => boolean) | undefined
  #current: Exchange | undefined
  /** True while the current request waits until the event loop has time. */
  #isQueued = false
  readonly #waiting: Exchange[] = []
  readonly #ignored: IncomingMessage[] = []
  #handle: RequestListener | undefined
  #account: MemoryAccount | undefined
  #sizeBytes = 0
  /** True if its last request that did not wait behind another was a health check. */
  isForHealth = false
  #endsWhenIdle = false
  #onAnswered: (() => void) | undefined

  constructor(socket: Socket) {
    this.socket = socket
    // Before Node ends those that wait with an error each, which takes long for a whole chunk of them.
    socket.prependOnceListener('close', () => this.finishAll())
  }

  get count(): number {
    return this.#waiting.length + (this.#current ? 1 : 0)
  }

  /** True while the connection is not read. A few requests may wait while it is, so that its end is seen. */
  get isUnread(): boolean {
    const waitingBytes = this.#sizeBytes - (this.#current?.bytes ?? 0)
    return this.#isQueued || waitingBytes >= LIMITS.waitingBytes.max
  }

  get isMidAnswer(): boolean {
    return this.#current?.response.headersSent ?? false
  }

  /** Counts an answer as under way from now on, also where its request waits. */
  exchange(request: IncomingMessage, response: ServerResponse): Exchange {
    if (this.#current?.response === response) return this.#current
    const exchange = { request, response, acts: [], bytes: 0 }
    if (this.#current) this.#waiting.push(exchange)
    else this.#current = exchange
    response.on('close', finishClosed)
    return exchange
  }

  /** Begins a request, or lets it wait. Node parses all requests of a chunk at once, so a chunk can bring thousands. */
  take(handle: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    const mayBegin = turns.mayBegin()
    // One behind the last answer of its connection is ignored.
    if (this.socket.writableEnded || this.admits?.(request) === false) {
      this.#ignored.push(request)
      return
    }
    this.#handle ??= this.#keepPaused(handle)
    const exchange = this.exchange(request, response)
    if (exchange !== this.#current) this.#setBytes(exchange, sizeOf(request))
    else {
      this.isForHealth = isHealthCheck(request)
      if (mayBegin) handle(request, response)
      else this.#queue(exchange, this.isForHealth)
    }
    if (this.isUnread) this.socket.pause()
  }

  /** Node resumes a connection for a body, and when answers have been read. */
  #keepPaused(handle: RequestListener): RequestListener {
    this.socket.on('resume', () => {
      if (this.isUnread) this.socket.pause()
    })
    return handle
  }

  #queue({ request, response }: Exchange, isUrgent = false): void {
    this.#isQueued = true
    turns.wait(() => {
      this.#isQueued = false
      // None begins behind the end of its connection.
      if (this.socket.destroyed || this.socket.writableEnded) return
      this.#handle?.(request, response)
      if (!this.isUnread) this.socket.resume()
    }, isUrgent)
  }

  finish(response: ServerResponse): void {
    const exchange = this.#current
    if (exchange?.response !== response) return
    this.#setBytes(exchange, 0)
    this.#current = this.#waiting.shift()
    for (const act of exchange.acts) act()
    this.#tellIfAnswered()
    if (this.#current) this.#queue(this.#current)
    else if (this.#endsWhenIdle) this.socket.destroySoon()
  }

  finishAll(): void {
    this.#onAnswered = undefined
    for (const exchange of this.#waiting.splice(0)) {
      this.#setBytes(exchange, 0)
      exchange.request.destroy()
    }
    for (const request of this.#ignored.splice(0)) request.destroy()
    if (this.#current) this.finish(this.#current.response)
  }

  /** Calls a listener when all requests that have arrived whole are answered, unless the connection ends before. */
  whenAnswered(act: () => void): void {
    this.#onAnswered = act
    this.#tellIfAnswered()
  }

  #tellIfAnswered(): void {
    // Only the last request can be incomplete, and nothing waits behind it.
    if (this.#current?.request.complete) return
    const act = this.#onAnswered
    this.#onAnswered = undefined
    act?.()
  }

  endWhenIdle(): void {
    this.#endsWhenIdle = true
  }

  hold(): boolean {
    if (this.count > 0 || this.socket.isPaused()) return false
    this.socket.pause()
    return true
  }

  release(): void {
    if (!this.isUnread) this.socket.resume()
  }

  /** Counts from now on what the connection keeps: requests that wait, and bytes of answers that are not sent yet. */
  share(account: MemoryAccount): void {
    this.#account = account
    account.keepers.add(this)
    turns.connections.add(this)
    this.socket.once('close', () => {
      account.keepers.delete(this)
      turns.connections.delete(this)
    })
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Sets the bytes that are kept for the answer under way; 0 once it is out. */
  keep(response: ServerResponse, bytes: number): void {
    if (this.#current?.response === response) this.#setBytes(this.#current, bytes)
  }

  #setBytes(exchange: Exchange, bytes: number): void {
    if (!this.#account || exchange.bytes === bytes) return
    const more = bytes - exchange.bytes
    exchange.bytes = bytes
    this.#sizeBytes += more
    this.#account.add(more)
  }

  /** Ends the connection: an answer is sent whole or not at all. */
  free(): void {
    for (const exchange of [this.#current, ...this.#waiting])
      if (exchange) this.#setBytes(exchange, 0)
    this.#account = undefined
    this.socket.destroy()
  }
}

/** One listener for all answers: Node calls it with the answer as `this`. */
function finishClosed(this: ServerResponse): void {
  connections.get(this.req.socket)?.finish(this)
}
