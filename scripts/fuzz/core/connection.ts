import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as open,
} from 'node:http'
import { type FuzzRequest, headersOf } from './request.ts'

/** An answer as it came over the wire. */
export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly sizeBytes: number
}

export interface Cut {
  readonly kind: 'cut'
  /**
   * `closed` by the server, `left` by the caller whose patience was over, `silent` where an answer was due,
   * `garbled` where it is no HTTP.
   */
  readonly why: 'closed' | 'left' | 'silent' | 'garbled'
  readonly detail: string
}

export type Outcome = Answer | Cut

export interface Address {
  readonly hostname: string
  readonly port: number
}

/** How long an answer may take before its absence is a finding. */
const DUE_MS = 30_000

/** An answer whose bytes still arrive is a long one: a file of the size that a call has declared can be of any length. */
const FLOWING_MS = 5_000

const KEPT_REQUESTS = 20
const KEPT_BYTES = 4 * 1_048_576

/** One keep-alive connection that sends one request at a time, and opens again when it was closed. */
export class Connection {
  readonly #address: Address
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** The last requests, the oldest first. */
  readonly recent: FuzzRequest[] = []

  constructor(address: Address) {
    this.#address = address
  }

  /** Sends a request and waits for its answer, or for whatever comes instead. */
  async send(request: FuzzRequest): Promise<Outcome> {
    this.recent.push(request)
    if (this.recent.length > KEPT_REQUESTS) this.recent.shift()
    const { method, path, patienceMs = DUE_MS, body } = request
    const { hostname, port } = this.#address
    const headers = headersOf(request, `${hostname}:${port}`).flat()
    const outgoing = open({ hostname, port, agent: this.#agent, method, path, headers })
    let sizeBytes = 0
    let heardAtMs = Number.NEGATIVE_INFINITY
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      outgoing.destroy()
    }, patienceMs)
    try {
      const kept: Buffer[] = []
      const response = await responseTo(outgoing.end(body))
      for await (const bytes of response as AsyncIterable<Buffer>) {
        if (sizeBytes < KEPT_BYTES) kept.push(bytes)
        sizeBytes += bytes.length
        heardAtMs = performance.now()
      }
      const { statusCode: status = 0, headers: named } = response
      return { kind: 'answer', status, headers: named, body: Buffer.concat(kept), sizeBytes }
    } catch (error) {
      if (!isOver) return cutBy(request, error as NodeJS.ErrnoException)
      const isFlowing = performance.now() - heardAtMs < FLOWING_MS
      const why = request.patienceMs === undefined && !isFlowing ? 'silent' : 'left'
      return { kind: 'cut', why, detail: `${sizeBytes} bytes read` }
    } finally {
      clearTimeout(timer)
      // The rest of an odd body must not become part of the next request, nor may that wait for the end of a held answer.
      if (request.framing || request.patienceMs !== undefined) outgoing.socket?.destroy()
    }
  }

  /** Ends the connection at once. */
  close(): void {
    this.#agent.destroy()
  }
}

const responseTo = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // Errors after the answer are those of the connection, which may be over then.
    outgoing.on('response', resolve).on('error', reject)
    outgoing.on('close', () => reject(new Error('closed without an answer')))
  })

/** What follows the answer to an odd body is the answer to its rest. */
const cutBy = ({ framing }: FuzzRequest, { code = '', message }: NodeJS.ErrnoException): Cut => {
  const isGarbled = code.startsWith('HPE_') && code !== 'HPE_CLOSED_CONNECTION' && !framing
  return { kind: 'cut', why: isGarbled ? 'garbled' : 'closed', detail: `${code} ${message}` }
}
