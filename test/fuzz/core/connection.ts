import { connect, type Socket } from 'node:net'
import { type Answer, AnswerReader } from './answer-reader.ts'
import { encodePieces, type FuzzRequest } from './request.ts'

/** Why a request has no whole answer. */
export interface Cut {
  readonly kind: 'cut'
  /**
   * `closed` by the server, `refused` before anything was sent, `left` by the caller whose patience was over,
   * `silent` where an answer was due, `garbled` where it is no HTTP.
   */
  readonly why: 'closed' | 'refused' | 'left' | 'silent' | 'garbled'
  readonly detail?: string
}

/** What became of a request. */
export type Outcome = Answer | Cut

/** Where a server listens. */
export interface Address {
  readonly hostname: string
  readonly port: number
}

/** How long an answer may take before its absence is a finding. */
const DUE_MS = 30_000

/** An answer whose bytes still arrive is a long one: a file of the size that a call has declared can be of any length. */
const FLOWING_MS = 5_000

/** How many requests are remembered, for a report. */
const KEPT_REQUESTS = 20

/** One keep-alive connection that sends one request at a time, and opens again when it was closed. */
export class Connection {
  readonly #address: Address
  #socket: Socket | undefined
  #recent: FuzzRequest[] = []

  constructor(address: Address) {
    this.#address = address
  }

  /** The last requests, the oldest first. */
  get recent(): readonly FuzzRequest[] {
    return this.#recent
  }

  /** Sends a request and waits for its answer, or for whatever comes instead. */
  send(request: FuzzRequest): Promise<Outcome> {
    this.#recent.push(request)
    if (this.#recent.length > KEPT_REQUESTS) this.#recent.shift()
    const { hostname, port } = this.#address
    const socket = this.#socket ?? connect(port, hostname).setNoDelay(true)
    this.#socket = socket
    const readBefore = socket.bytesRead
    return new Promise((resolve) => {
      const finish = (outcome: Outcome, stays: boolean): void => {
        clearTimeout(timer)
        socket.removeAllListeners().on('error', ignore)
        if (!stays || socket.destroyed) this.close()
        else socket.once('close', () => this.#forget(socket))
        resolve(outcome)
      }
      const { patienceMs } = request
      const timer = setTimeout(() => {
        const detail = `${socket.bytesRead - readBefore} bytes read`
        const isFlowing = performance.now() - lastReadMs < FLOWING_MS
        const why = patienceMs === undefined && !isFlowing ? 'silent' : 'left'
        finish({ kind: 'cut', why, detail }, false)
      }, patienceMs ?? DUE_MS)
      listen(socket, request, finish)
      let lastReadMs = Number.NEGATIVE_INFINITY
      socket.on('data', () => {
        lastReadMs = performance.now()
      })
      socket.cork()
      for (const piece of encodePieces(request, `${hostname}:${port}`)) socket.write(piece)
      socket.uncork()
    })
  }

  /** Ends the connection at once. */
  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #forget(socket: Socket): void {
    if (this.#socket === socket) this.#socket = undefined
  }
}

const ignore = (): void => undefined

const listen = (
  socket: Socket,
  request: FuzzRequest,
  finish: (outcome: Outcome, stays: boolean) => void,
): void => {
  const reader = new AnswerReader(request.method)
  const isOdd = request.framing === 'short' || request.framing === 'long'
  let failure: (Error & { code?: string }) | undefined
  socket.removeAllListeners()
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => {
    const answer = reader.end()
    if (answer) return finish(answer, false)
    const why = failure?.code === 'ECONNREFUSED' ? 'refused' : 'closed'
    finish({ kind: 'cut', why, ...(failure && { detail: failure.message }) }, false)
  })
  socket.on('data', (bytes) => {
    try {
      const answer = reader.push(bytes)
      if (!answer) return
      const closes = answer.headers.get('connection') === 'close' || isOdd || reader.hasRest
      finish(answer, !closes)
    } catch (error) {
      finish({ kind: 'cut', why: 'garbled', detail: String(error) }, false)
    }
  })
}
