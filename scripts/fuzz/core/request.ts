/** How the body of a request is announced. `short` promises more bytes than come, `long` fewer. */
export type Framing = 'chunked' | 'short' | 'long'

/** Names and values, in the order in which they go out. */
export type Headers = readonly (readonly [name: string, value: string])[]

/** One HTTP request as a tester makes it; headers go out as they are written. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body?: Buffer
  readonly framing?: Framing
  /** After this time the caller leaves; without it, no answer is a finding. */
  readonly patienceMs?: number
}

export const headersOf = ({ headers, body, framing }: FuzzRequest, host: string): Headers => {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  const length = body?.length ?? 0
  const announced = { chunked: length, short: length + 1_000, long: Math.max(0, length - 3) }
  const hasLength = named.has('content-length') || named.has('transfer-encoding')
  const lengthHeader =
    framing === 'chunked'
      ? (['Transfer-Encoding', 'chunked'] as const)
      : (['Content-Length', String(framing ? announced[framing] : length)] as const)
  return [
    ...(named.has('host') ? [] : [['Host', host] as const]),
    ...headers,
    ...(hasLength ? [] : [lengthHeader]),
  ]
}

export const encodeRequest = (request: FuzzRequest, host = 'x'): Buffer => {
  const { method, path, body = Buffer.alloc(0), framing } = request
  const lines = headersOf(request, host).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  if (framing !== 'chunked') return Buffer.concat([head, body])
  const end = Buffer.from('\r\n0\r\n\r\n')
  return Buffer.concat([head, Buffer.from(`${body.length.toString(16)}\r\n`), body, end])
}

/** A request without a body. */
export const bare = (method: string, path: string, headers: Headers = []): FuzzRequest => ({
  method,
  path,
  headers,
})

export const jsonRequest = (
  method: string,
  path: string,
  body: unknown,
  headers: Headers = [],
): FuzzRequest => ({
  method,
  path,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: Buffer.from(JSON.stringify(body)),
})

export const callerOf = (token: string): [string, string][] => [
  ['Access-token', token],
  ['Token-type', 'bearer'],
]

/** The JSON of an answer; undefined where it is none. */
export const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
