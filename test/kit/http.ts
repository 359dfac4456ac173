import { Agent, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { type Duplex, duplexPair, Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Fixtures as PrintedFixtures } from '#src/client/generated/control.ts'

/** An answer as text and, if it is JSON, as a value. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  body: unknown
}

export interface Sent {
  method?: string
  /** As lines in their order, they go out as they are, with nothing beside them. */
  headers?: Readonly<Record<string, string>> | Lines
  path?: string
  /** Pieces are sent chunked, without a length. */
  body?: string | Uint8Array | Iterable<Uint8Array>
}

/** Header lines in order, repeated ones included. */
export type Lines = readonly (readonly [name: string, value: string])[]

const isLines = (headers: NonNullable<Sent['headers']>): headers is Lines => Array.isArray(headers)

const TIMEOUT_MS = 50_000

/** `fetch` costs as much as the call it makes; Node's client, a third of that. */
const agent = new Agent({ keepAlive: true })

/** Sends one request and reads the whole answer; to a server that listens nowhere, without a port. */
export const send = async (url: string, sent: Sent): Promise<Reply> => {
  const { status, lines, bytes } = await transmit(url, sent)
  const text = bytes.toString('utf8')
  return { status, headers: new Headers(lines), text, body: parse(text) }
}

export const sendJson = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Reply> =>
  send(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const agents = new Map<string, Agent>()

/** The agent that reaches the server of a URL. */
const agentOf = (url: string): Agent => agents.get(new URL(url).origin) ?? agent

let made = 0

/** Lets requests reach an application that listens nowhere, until it closes; answers its origin. */
export const reachInMemory = (app: FastifyInstance): string => {
  made += 1
  // Port 80 would be left out of addresses.
  const origin = `http://127.0.0.1:${made + 80}`
  agents.set(origin, new MemoryAgent(app.server))
  app.addHook('onClose', async () => {
    agents.get(origin)?.destroy()
    agents.delete(origin)
  })
  return origin
}

/** Opens connections that end in a server of this process, instead of at a port. */
class MemoryAgent extends Agent {
  readonly #server: Server

  constructor(server: Server) {
    super({ keepAlive: true })
    this.#server = server
  }

  override createConnection(): Duplex {
    const [near, far] = duplexPair()
    // Neither side of a pair is told that the other was destroyed.
    near.once('close', () => far.destroy())
    far.once('close', () => near.push(null))
    this.#server.emit('connection', asSocket(far))
    return asSocket(near)
  }
}

/** What Node's client and server call of a socket and a stream does not have. */
const asSocket = (stream: Duplex): Duplex => {
  const nothing = () => stream
  const resetAndDestroy = () => stream.destroy()
  return Object.assign(stream, {
    setKeepAlive: nothing,
    setNoDelay: nothing,
    setTimeout: nothing,
    ref: nothing,
    unref: nothing,
    resetAndDestroy,
    destroySoon: () => stream.end(),
    remoteAddress: '127.0.0.1',
  })
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

const isWhole = (body: Sent['body']): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

/** Sends one request and reads the answer as bytes, with every header line. */
export const transmit = (
  url: string,
  sent: Sent = {},
): Promise<Answer & { lines: [string, string][] }> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body = '', path } = sent
    const { hostname, port, pathname, search } = new URL(url)
    const outgoing = request({
      hostname,
      port,
      path: path ?? pathname + search,
      method,
      headers: isLines(headers) ? headers.flat() : withLength(body, headers),
      agent: agentOf(url),
      timeout: TIMEOUT_MS,
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      // A loop of calls through memory would never let the server's own pauses end.
      response.on('end', () =>
        setImmediate(resolve, {
          status: response.statusCode ?? 0,
          headers: response.headers,
          lines: Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          ),
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer from ${url} in time`)))
    // An answer that came before all of a body was sent is one.
    outgoing.on('error', (error) => setImmediate(reject, error))
    if (isWhole(body)) outgoing.end(body)
    else Readable.from(body).pipe(outgoing)
  })

/** Node sends the length of a body for some methods only. */
const withLength = (
  body: Sent['body'],
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  isWhole(body) && body.length > 0
    ? { 'content-length': String(Buffer.byteLength(body)), ...headers }
    : headers

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fixtures of a workspace of a built-in seed in the profile local. */
export type Fixtures = PrintedFixtures & {
  app: { clientId: string; clientKey: string; accessToken: string }
  portalApp: { appKey: string; appSecret: string }
}
