import { request } from 'node:http'
import { connect } from 'node:net'
import { agentOf, type Reply } from './http.ts'

/** A request as it goes over the wire: header lines in order, repeated ones included. */
interface WireRequest {
  method?: string
  path: string
  headers?: readonly (readonly [name: string, value: string])[]
  body?: string | Uint8Array
}

/**
 * Sends one request with exactly these header lines, which `fetch` would join, forbid or add to.
 * `Host`, `Connection` and `Content-Length` are added unless they are given.
 */
export const sendLines = (url: string, wanted: WireRequest): Promise<Reply> => {
  const { method = 'POST', path, headers = [], body = '' } = wanted
  const { hostname, port, host } = new URL(url)
  const own: [string, string][] = [
    ['Host', host],
    ['Connection', 'close'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers]
  return new Promise((resolve, reject) => {
    const asked = { hostname, port, method, path, headers: lines.flat(), agent: agentOf(url) }
    const sent = request(asked, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const answered = new Headers()
        for (const [name, values] of Object.entries(response.headersDistinct))
          for (const value of values ?? []) answered.append(name, value)
        resolve({
          status: response.statusCode ?? 0,
          headers: answered,
          text,
          body: text.startsWith('{') ? JSON.parse(text) : undefined,
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Writes bytes to a server's socket and answers everything that comes back until it is closed. */
export const talk = (url: string, bytes: string | Uint8Array): Promise<string> => {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}
