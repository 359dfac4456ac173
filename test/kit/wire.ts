import { connect } from 'node:net'
import { type Lines, type Reply, send } from './http.ts'

/** A request as it goes over the wire. */
interface WireRequest {
  method?: string
  path: string
  headers?: Lines
  body?: string | Uint8Array
}

/**
 * Sends one request with exactly these header lines, which `fetch` would join, forbid or add to.
 * `Host`, `Connection` and `Content-Length` are added unless they are given.
 */
export const sendLines = (url: string, wanted: WireRequest): Promise<Reply> => {
  const { method = 'POST', path, headers = [], body = '' } = wanted
  const own: Lines = [
    ['Host', new URL(url).host],
    ['Connection', 'close'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers]
  return send(url, { method, path, headers: lines, body })
}

/** What came over a connection until it was closed, and the error that ended it, if any. */
export interface Exchange {
  text: string
  error: string | undefined
}

/** Writes bytes to a server's socket and answers everything that comes back until it is closed. */
export const exchange = (url: string, bytes: string | Uint8Array): Promise<Exchange> => {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let error: string | undefined
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code
    })
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), error }))
  })
}

/** The same for a connection that must not end by an error. */
export const talk = async (url: string, bytes: string | Uint8Array): Promise<string> => {
  const { text, error } = await exchange(url, bytes)
  if (error !== undefined) throw new Error(`the connection ended with ${error}`)
  return text
}
