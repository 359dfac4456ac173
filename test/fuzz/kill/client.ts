import type { Outcome } from '../core/connection.ts'
import { Connection } from '../core/connection.ts'
import { type FuzzRequest, jsonRequest } from '../core/request.ts'
import type { ServerProcess } from '../core/server-process.ts'

/** The server was gone, or closed the connection: it is not known whether the request was carried out. */
export class UnansweredError extends Error {}

/** The server has answered something else than a success. */
export class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Calls one server as a careful client; works across restarts of it. */
export class Client {
  readonly #server: ServerProcess
  #connection: Connection | undefined
  #port = 0
  /** How many requests have been answered. */
  answered = 0
  /** Called with the duration of every request that was answered. */
  onAnswer: (request: FuzzRequest, startedAtMs: number) => void = () => undefined

  constructor(server: ServerProcess) {
    this.#server = server
  }

  /** Calls an operation or a supporting route; answers its result. */
  async call<T>(request: FuzzRequest): Promise<T> {
    const { status, body } = await this.raw(request)
    const { code, message, result } = parse(body) as { code?: string; message?: string; result: T }
    if (status !== 200 || code !== '0') throw new RefusedError(status, `${code}: ${message}`)
    return result
  }

  /** Posts to an operation. */
  operation<T>(path: string, token: string, param: unknown): Promise<T> {
    return this.call(jsonRequest('POST', `/open-api/standard${path}`, { param }, callerOf(token)))
  }

  /** Calls the control plane. */
  async control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const full = `/_sandbox${path}`
    const request =
      body === undefined ? { method, path: full, headers: [] } : jsonRequest(method, full, body)
    const answer = await this.raw(request)
    if (answer.status >= 300)
      throw new RefusedError(answer.status, `${answer.status} ${method} ${path}: ${answer.body}`)
    return parse(answer.body) as T
  }

  /** Sends a request that must be answered. */
  async raw(request: FuzzRequest): Promise<{ status: number; body: Buffer }> {
    const startedAtMs = performance.now()
    const outcome = await this.#send(request)
    if (outcome.kind === 'cut') throw new UnansweredError(outcome.why)
    this.answered += 1
    this.onAnswer(request, startedAtMs)
    return outcome
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #send(request: FuzzRequest): Promise<Outcome> {
    const { address } = this.#server
    if (!this.#connection || address.port !== this.#port) {
      this.close()
      this.#connection = new Connection(address)
      this.#port = address.port
    }
    return this.#connection.send(request)
  }
}

/** Headers of a caller with an access token. */
export const callerOf = (token: string): [string, string][] => [
  ['Access-token', token],
  ['Token-type', 'bearer'],
]

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return {}
  }
}
