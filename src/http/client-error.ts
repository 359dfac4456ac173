import type { Socket } from 'node:net'
import { type Refusal, refuse } from '../kernel/errors.ts'
import { isReceiving } from './bodies/streamed-body.ts'
import { refusalBody } from './envelope.ts'

/** Answers what is not HTTP at all with the envelope, straight to the socket. */
export const answerClientError =
  (codes: ReadonlyMap<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceiving(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = refuse.badRequest(error.code ?? error.message)
    answerOnSocket(socket, STATUS.get(error.code ?? '') ?? '400 Bad Request', refusal, codes)
  }

/** Answers a refusal as the last thing on a connection, where no request is there to answer. */
export const answerOnSocket = (
  socket: Socket,
  status: string,
  refusal: Refusal,
  codes: ReadonlyMap<string, string>,
): void => {
  const body = refusalBody(codes.get(refusal.code) ?? refusal.code, refusal.message)
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** How long a caller has to read the last answer of a connection before it is cut. */
const LINGER_MS = 2_000

const STATUS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])
