import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isWorkWaiting, pieceFor } from '../kernel/pieces.ts'
import { LIMITS } from '../limits.ts'
import { pendingAnswersOf } from './pending-answers.ts'
import { countAnswer, countAnswers, wheneverOver } from './when-over.ts'

/** The approximate memory of a request that waits, with its answer: their objects and headers. */
const REQUEST_BYTES = 4_096

/** Owns the pieces of time in which waiting requests are begun. */
const OWNER = {}

const queues = new WeakMap<Socket, WaitingRequests>()

/** Whether requests of a connection wait, so that the connection is not read. */
export const hasWaitingRequests = (socket: Socket): boolean =>
  queues.get(socket)?.isWaiting ?? false

/** Makes requests of a connection wait while a number of earlier ones are unanswered. */
export const inTurn =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    const { socket } = request
    // Parsed behind the request whose answer has cut the connection.
    if (socket.destroyed) return
    countAnswer(request, response)
    const queue = queues.get(socket)
    if (queue?.isWaiting) queue.add(request, response)
    else if (countAnswers(socket) <= maxAtOnce()) handle(request, response)
    else {
      const opened = queue ?? new WaitingRequests(socket, handle)
      queues.set(socket, opened)
      opened.add(request, response)
    }
  }

/** While other work waits, only the first request of a connection begins at once, so that new connections are not delayed. */
const maxAtOnce = (): number => (isWorkWaiting() ? 1 : LIMITS.unansweredRequests.max)

/**
 * The requests of one connection that wait. Node parses all requests of a chunk at once, so a chunk can bring
 * thousands; no further one is read while any waits.
 */
class WaitingRequests {
  readonly #socket: Socket
  readonly #handle: RequestListener
  #requests: [request: IncomingMessage, response: ServerResponse][] = []
  #isDue = false

  constructor(socket: Socket, handle: RequestListener) {
    this.#socket = socket
    this.#handle = handle
    socket.once('close', () => {
      this.#requests = []
    })
    // Node resumes a connection whose answers have been read.
    socket.on('resume', () => {
      if (this.isWaiting) socket.pause()
    })
    wheneverOver(socket, () => this.#schedule())
  }

  get isWaiting(): boolean {
    return this.#requests.length > 0
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#requests.push([request, response])
    pendingAnswersOf(this.#socket)?.set(response, REQUEST_BYTES)
    this.#socket.pause()
    this.#schedule()
  }

  /** Begins waiting requests in a piece of time, which connections get in turn. */
  #schedule(): void {
    if (this.#isDue || !this.#hasTurn) return
    this.#isDue = true
    pieceFor(OWNER)
      .then((endsAt) => this.#begin(endsAt))
      .catch(() => this.#socket.destroy())
  }

  #begin(endsAt: number): void {
    this.#isDue = false
    while (this.#hasTurn && performance.now() < endsAt) {
      const first = this.#requests.shift()
      if (first) this.#handle(...first)
    }
    if (this.isWaiting) this.#schedule()
    else this.#socket.resume()
  }

  /** Whether a request waits and fewer than the maximum are unanswered; none begins behind the end of its connection. */
  get #hasTurn(): boolean {
    const begun = countAnswers(this.#socket) - this.#requests.length
    return this.isWaiting && !this.#socket.destroyed && begun < LIMITS.unansweredRequests.max
  }
}
