import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
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
  /** Pieces are sent chunked, without a length. */
  body?: string | Uint8Array | Iterable<Uint8Array>
}

const TIMEOUT_MS = 50_000

/** `fetch` costs as much as the call it makes; Node's client, a third of that. */
const agent = new Agent({ keepAlive: true })

/** Sends one request and reads the whole answer; to a server that listens nowhere, without a socket. */
export const send = async (url: string, sent: Sent): Promise<Reply> => {
  const app = injectable.get(originOf(url))
  const { status, headers, bytes } = await (app ? inject(app, url, sent) : transmit(url, sent))
  const text = bytes.toString('utf8')
  return { status, headers: headersOf(headers), text, body: parse(text) }
}

/** Servers without a port, by their origins. */
const injectable = new Map<string, FastifyInstance>()

let made = 0

/** Lets `send` reach an application that listens nowhere, until it closes; answers its origin. */
export const makeInjectable = (app: FastifyInstance): string => {
  made += 1
  // Port 80 would be left out of addresses.
  const origin = `http://127.0.0.1:${made + 80}`
  injectable.set(origin, app)
  app.addHook('onClose', async () => {
    injectable.delete(origin)
  })
  return origin
}

const originOf = (url: string): string => url.split('/', 3).join('/')

/** An answer, byte for byte. */
interface Received {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

const inject = async (app: FastifyInstance, url: string, sent: Sent): Promise<Received> => {
  const { method = 'GET', headers = {}, body } = sent
  const response = await app.inject({
    method: method as 'GET',
    url: url.slice(originOf(url).length),
    headers: { host: originOf(url).slice('http://'.length), ...headers },
    ...(body !== undefined && { payload: isWhole(body) ? Buffer.from(body) : Readable.from(body) }),
  })
  const { statusCode, rawPayload } = response
  return { status: statusCode, headers: response.headers as IncomingHttpHeaders, bytes: rawPayload }
}

const isWhole = (body: Sent['body']): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

const transmit = (url: string, { method = 'GET', headers, body = '' }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const options = { method, headers: withLength(body, headers), agent, timeout: TIMEOUT_MS }
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
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
