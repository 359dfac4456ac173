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

/** A request to send. */
export interface Sent {
  method?: string
  headers?: Readonly<Record<string, string>>
  /** Path and query instead of those of the URL, sent unchanged. */
  path?: string
  /** Pieces are sent chunked, without a length. */
  body?: string | Uint8Array | Iterable<Uint8Array>
}

const TIMEOUT_MS = 50_000

/** `fetch` costs as much as the call it makes; Node's client, a third of that. */
const agent = new Agent({ keepAlive: true })

/** Sends one request and reads the whole answer; to a server that listens nowhere, without a port. */
export const send = async (url: string, sent: Sent): Promise<Reply> => {
  const { status, headers, bytes } = await transmit(url, sent)
  const text = bytes.toString('utf8')
  return { status, headers: headersOf(headers), text, body: parse(text) }
}

/** Agents of servers that listen nowhere, by their origins. */
const agents = new Map<string, Agent>()

/** The agent that reaches the server of a URL. */
export const agentOf = (url: string): Agent => agents.get(new URL(url).origin) ?? agent

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

/** An answer, byte for byte. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

const isWhole = (body: Sent['body']): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

/** Sends one request and reads the answer as bytes. */
export const transmit = (
  url: string,
  { method = 'GET', headers, path, body = '' }: Sent = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = {
      method,
      ...(path !== undefined && { path }),
      headers: withLength(body, headers),
      agent: agentOf(url),
      timeout: TIMEOUT_MS,
    }
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      // A loop of calls through memory would never let the server's own pauses end.
      response.on('end', () =>
        setImmediate(resolve, {
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer from ${url} in time`)))
    outgoing.on('error', reject)
    if (isWhole(body)) outgoing.end(body)
    else Readable.from(body).pipe(outgoing)
  })

/** Node sends the length of a body for some methods only. */
const withLength = (body: Sent['body'], headers: Sent['headers']): Sent['headers'] =>
  isWhole(body) && body.length > 0
    ? { 'content-length': String(Buffer.byteLength(body)), ...headers }
    : headers

const headersOf = (headers: IncomingHttpHeaders): Headers => {
  const list = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return new Headers(list as [string, string][])
}

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
