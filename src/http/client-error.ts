import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from '../contract/errors/refusal.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { LIMITS } from '../kernel/limits.ts'
import { isReceiving } from './bodies/streamed-body.ts'
import { connectionOf } from './connection.ts'
import { newRequestId, REQUEST_ID } from './request.ts'
import { inTurn } from './turns.ts'

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
    'LONG_PATH',
    ['414 URI Too Long', `its path is longer than ${LIMITS.pathCharacters.max} characters`],
  ],
  ['WRONG_HOST', ['400 Bad Request', 'HTTP/1.1 needs exactly one Host header']],
  [
    'WRONG_ENCODING',
    ['400 Bad Request', 'the only Transfer-Encoding that is supported is chunked'],
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    ['408 Request Timeout', `it did not arrive within ${LIMITS.bodyMs.max / 1_000} seconds`],
  ],
])

/** Connections whose last answer is being sent: the parser reports every further byte again. */
const ending = new WeakSet<Socket>()

/** The body of a refusal that is written without Fastify, in the format of its listener, and of its URL where that is known. */
export type DescribeRefusal = (
  refusal: Refusal,
  status: string,
  requestId: string,
  url: string | undefined,
) => { readonly type: string; readonly body: string }

/**
 * Answers bytes that are not HTTP with the envelope, directly on the socket. Requests that arrived whole
 * before them are answered first: their callers would take this answer for theirs.
 */
export const answerClientError =
  (describe: DescribeRefusal) =>
  (error: NodeJS.ErrnoException & { url?: string | undefined }, socket: Socket): void => {
    const { code, message, url } = error
    const connection = connectionOf(socket)
    const isTimed = !isReceiving(socket) && !connection.isUnread
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
    const answer = (): void => {
      if (!socket.writable || connection.isMidAnswer) socket.destroy()
      else answerOnSocket(socket, status, refuse.badRequest(reason), describe, url)
    }
    connection.whenAnswered(() => inTurn(answer))
  }

export const answerOnSocket = (
  socket: Socket,
  status: string,
  refusal: Refusal,
  describe: DescribeRefusal,
  url?: string,
): void => {
  const id = newRequestId()
  const { type, body } = describe(refusal, status, id, url)
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
