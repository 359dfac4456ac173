/** How the body of a request is announced. `short` promises more bytes than come, `long` fewer. */
export type Framing = 'length' | 'chunked' | 'short' | 'long'

/** One HTTP request as a tester makes it; headers go out as they are written. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Buffer
  readonly framing?: Framing
  /** After this time the caller leaves; without it, no answer is a finding. */
  readonly patienceMs?: number
}

const CHUNK_BYTES = 8_192

/** The bytes of a request on the wire, for a server at a host. */
export const encodeRequest = (request: FuzzRequest, host: string): Buffer =>
  Buffer.concat(encodePieces(request, host))

/** The same in pieces, so that a big body need not be copied for each connection. */
export const encodePieces = (request: FuzzRequest, host: string): Buffer[] => {
  const { body, framing = 'length' } = request
  const named = new Set(request.headers.map(([name]) => name.toLowerCase()))
  const lines = [`${request.method} ${request.path} HTTP/1.1`]
  if (!named.has('host')) lines.push(`Host: ${host}`)
  for (const [name, value] of request.headers) lines.push(`${name}: ${value}`)
  const pieces: Buffer[] = []
  if (body !== undefined && !named.has('content-length') && !named.has('transfer-encoding')) {
    lines.push(lengthLine(body, framing))
    pieces.push(...(framing === 'chunked' ? chunked(body) : [body]))
  } else if (body !== undefined) pieces.push(body)
  return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), ...pieces]
}

const lengthLine = (body: Buffer, framing: Framing): string => {
  if (framing === 'chunked') return 'Transfer-Encoding: chunked'
  if (framing === 'short') return `Content-Length: ${body.length + 1_000}`
  if (framing === 'long') return `Content-Length: ${Math.max(0, body.length - 3)}`
  return `Content-Length: ${body.length}`
}

const chunked = (body: Buffer): Buffer[] => {
  const pieces: Buffer[] = []
  for (let start = 0; start < body.length; start += CHUNK_BYTES) {
    const piece = body.subarray(start, start + CHUNK_BYTES)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return [...pieces, Buffer.from('0\r\n\r\n')]
}

/** A request with a JSON body. */
export const jsonRequest = (
  method: string,
  path: string,
  body: unknown,
  headers: FuzzRequest['headers'] = [],
): FuzzRequest => ({
  method,
  path,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: Buffer.from(JSON.stringify(body)),
})
