import type { Socket } from 'node:net'
import { refuse } from '../kernel/errors.ts'
import { refusalBody } from './envelope.ts'

/** Answers what is not HTTP at all with the envelope, straight to the socket. */
export const answerClientError =
  (codes: ReadonlyMap<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = refuse.badRequest(error.code ?? error.message)
    const body = refusalBody(codes.get(refusal.code) ?? refusal.code, refusal.message)
    const status = STATUS.get(error.code ?? '') ?? '400 Bad Request'
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }

const STATUS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])
