import type { Socket } from 'node:net'
import { refuse } from '../kernel/errors.ts'
import { LIMITS } from '../limits.ts'
import { refusalBody } from './envelope.ts'
import { isMidAnswer, whenAnswered } from './when-over.ts'

/** Connections whose last word is on its way: the parser complains again about every byte that follows. */
const ending = new WeakSet<Socket>()

/**
 * Answers what is not HTTP at all with the envelope, straight to the socket. Requests that arrived whole
 * before it are answered first: their callers would take this answer for theirs.
 */
export const answerClientError =
  (codes: ReadonlyMap<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    if (ending.has(socket)) return
    ending.add(socket)
    // An answer that does not go out in time is no reason to say something in its place.
    const deadline = setTimeout(() => socket.destroy(), LIMITS.lastAnswersMs.max)
    socket.once('close', () => clearTimeout(deadline))
    whenAnswered(socket, () => {
      clearTimeout(deadline)
      if (!socket.writable || isMidAnswer(socket)) socket.destroy()
      else socket.end(answerTo(error, codes))
    })
  }

const answerTo = (error: NodeJS.ErrnoException, codes: ReadonlyMap<string, string>): string => {
  const refusal = refuse.badRequest(error.code ?? error.message)
  const body = refusalBody(codes.get(refusal.code) ?? refusal.code, refusal.message)
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request'
  return (
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
