import { Connection } from './connection.ts'
import { bare, type FuzzRequest, jsonRequest, parseJson } from './request.ts'
import type { ServerProcess } from './server-process.ts'

/** The server was gone, or closed the connection: it is not known whether the request was carried out. */
export class UnansweredError extends Error {}

export class RefusedError extends Error {}

/** Calls one server as a careful client; works across restarts of it. */
export class Client {
  readonly #server: Pick<ServerProcess, 'address'>
  #connection: Connection | undefined
  #port = 0
  /** How many requests have been answered. */
  answered = 0
  /** Called with every request that was answered. */
  onAnswer: (request: FuzzRequest, startedAtMs: number) => void = () => undefined

  constructor(server: Pick<ServerProcess, 'address'>) {
    this.#server = server
  }

  async call<T>(request: FuzzRequest): Promise<T> {
    const { status, body } = await this.raw(request)
    const answer = parseJson(body) as { code?: string; message?: string; result: T } | undefined
    if (status !== 200 || answer?.code !== '0')
      throw new RefusedError(`${status} ${request.path}: ${answer?.code} ${answer?.message}`)
    return answer.result
  }

  async control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const full = `/_sandbox${path}`
    const answer = await this.done(
      body === undefined ? bare(method, full) : jsonRequest(method, full, body),
    )
    return parseJson(answer) as T
  }

  /** Sends a request that must succeed; answers the bytes of its answer. */
  async done(request: FuzzRequest): Promise<Buffer> {
    const { status, body } = await this.raw(request)
    if (status >= 300)
      throw new RefusedError(
        `${status} ${request.method} ${request.path}: ${body.subarray(0, 500)}`,
      )
    return body
  }

  /** Sends a request that must be answered. */
  async raw(request: FuzzRequest): Promise<{ status: number; body: Buffer }> {
    const startedAtMs = performance.now()
    const outcome = await this.#connect().send(request)
    if (outcome.kind === 'cut') throw new UnansweredError(outcome.detail)
    this.answered += 1
    this.onAnswer(request, startedAtMs)
    return outcome
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #connect(): Connection {
    const { address } = this.#server
    if (this.#connection && address.port === this.#port) return this.#connection
    this.close()
    this.#port = address.port
    this.#connection = new Connection(address)
    return this.#connection
  }
}
