import { maxHeaderSize, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { LIMITS } from '../limits.ts'
import { refusalBody } from './answer.ts'
import { isReceiving } from './bodies/streamed-body.ts'
import { connectionOf } from './connection.ts'
import { newRequestId, REQUEST_ID } from './request-id.ts'

/** How long a caller has to read the last answer of a connection before it is cut. */
const LINGER_MS = 2_000

const KNOWN: ReadonlyMap<string | undefined, readonly [status: string, reason: string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    [
      '431 Request Header Fields Too Large',
      `its headers are larger than ${maxHeaderSize / 1_024} KiB`,
    ],
  ],
  ['HPE_INVALID_METHOD', ['400 Bad Request', 'its method is unknown, or the bytes are not HTTP']],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    ['408 Request Timeout', `it did not arrive within ${LIMITS.bodyMs.max / 1_000} seconds`],
  ],
])

/** Connections whose last answer is being sent: the parser reports every further byte again. */
const ending = new WeakSet<Socket>()

/**
 * Answers bytes that are not HTTP with the envelope, directly on the socket. Requests that arrived whole
 * before them are answered first: their callers would take this answer for theirs.
 */
export const answerClientError =
  (codes: ReadonlyMap<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const { code, message } = error
    const connection = connectionOf(socket)
    const isTimed = !isReceiving(socket) && !connection.isWaiting
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && !isTimed) return
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    if (ending.has(socket)) return
    ending.add(socket)
    const [status, reason] = KNOWN.get(code) ?? ['400 Bad Request', code ?? message]
    // Where an earlier answer does not go out in time, the connection ends without this one.
    cutAfter(socket, LIMITS.lastAnswersMs.max)
    connection.whenAnswered(() => {
      if (!socket.writable || connection.isMidAnswer) socket.destroy()
      else answerOnSocket(socket, status, refuse.badRequest(reason), codes)
    })
  }

/** The body of an answer that no application sends, in the words of a listener; `status` begins with its number. */
export type SocketAnswer = (
  status: string,
  message: string,
  requestId: string,
) => { readonly type: string; readonly body: string }

const socketAnswers = new WeakMap<Socket, SocketAnswer>()

/** Lets a listener have other answers on the socket than the envelope. */
export const answerSocketsWith = (server: Server, answer: SocketAnswer): void => {
  // Before the listener that refuses a connection above the maximum.
  server.prependListener('connection', (socket: Socket) => socketAnswers.set(socket, answer))
}

export const answerOnSocket = (
  socket: Socket,
  status: string,
  refusal: Refusal,
  codes: ReadonlyMap<string, string>,
): void => {
  const id = newRequestId()
  const { type, body } = socketAnswers.get(socket)?.(status, refusal.message, id) ?? {
    type: 'application/json; charset=utf-8',
    body: refusalBody(codes.get(refusal.code) ?? refusal.code, refusal.message),
  }
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `${REQUEST_ID}: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  cutAfter(socket, LINGER_MS)
}

const cutAfter = (socket: Socket, ms: number): void => {
  const cutting = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(cutting))
}
