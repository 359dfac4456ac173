import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { TextEncoder } from 'node:util'
import type { Web, WebRequest } from './web.ts'

/**
 * The web platform by Node's modules. The globals belong to the suite: environments with a DOM replace or remove them, and
 * tests stub them.
 */
export const NODE_WEB: Web = {
  fetch: async (url, { method = 'GET', headers, body, signal }) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url.href, { method, headers: { ...headers } })
    const abort = (): void => {
      request.destroy(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    request.once('close', () => signal?.removeEventListener('abort', abort))
    // After the response, the reader of its body sees the error.
    request.on('error', () => undefined)
    const answered = once(request, 'response')
    // If the body cannot be read, the request fails for that reason.
    sendBody(request, body).catch(() => undefined)
    if (signal?.aborted) abort()
    const [response] = await answered
    return answerOf(response)
  },
  crypto: webcrypto as Web['crypto'],
  TextEncoder,
}

const sendBody = async (request: ClientRequest, body: WebRequest['body']): Promise<void> => {
  if (typeof body !== 'object') {
    request.end(body)
    return
  }
  request.setHeader('content-length', body.size)
  await pipeline(Readable.fromWeb(body.stream() as never), request)
}

/** The part of a `Response` that is read here and in `Connection`. */
const answerOf = (response: IncomingMessage): Response => {
  const status = response.statusCode ?? 0
  const answer = {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => [response.headers[name] ?? []].flat().join(', ') || null },
    body: response,
    text: () => text(response),
  }
  return answer as unknown as Response
}
