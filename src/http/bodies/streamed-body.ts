import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../kernel/limits.ts'

/** The answers of clients that wait for 100 Continue before they send a body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

export const letWait = (request: IncomingMessage, response: ServerResponse): void => {
  waiting.set(request, response)
}

export const isWaiting = (request: IncomingMessage): boolean => waiting.has(request)

export const tellToContinue = (request: IncomingMessage): void => {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}

const receiving = new WeakSet<Socket>()

/** Runs work that reads the bytes of a file from a request, without a time limit as long as bytes keep arriving. */
export const whileReceiving = async <T>(
  raw: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> => {
  const { socket } = raw
  const before = socket.timeout ?? 0
  receiving.add(socket)
  tellToContinue(raw)
  raw.setTimeout(LIMITS.silentBodyMs.max, () => raw.destroy())
  try {
    return await work()
  } catch (error) {
    // A caller that is still sending would not get to read the reason.
    await drain(raw)
    throw error
  } finally {
    raw.setTimeout(before)
    receiving.delete(socket)
  }
}

export const isReceiving = (socket: Socket): boolean => receiving.has(socket)

/** The maximum that is read of a body that is too large, so that its sender reads the answer. */
const MAX_DRAINED_BYTES = 512 * 1_048_576

/**
 * Waits until the rest of a request has arrived and is discarded, it is too large or too slow for that, or its connection is
 * closed. Behind a complete answer Node does not end the request of a connection that closes, so the socket says so.
 */
const drain = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const { socket } = request
    if (request.complete || socket.destroyed || isWaiting(request)) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      request.off('data', count).off('end', end)
      socket.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, LIMITS.bodyMs.max).unref()
    let drained = 0
    const count = (chunk: Buffer): void => {
      drained += chunk.length
      if (drained <= MAX_DRAINED_BYTES) return
      request.pause()
      end()
    }
    request.on('data', count).once('end', end)
    socket.once('close', end)
    request.resume()
  })

/** Acts when the rest of a request has arrived; an error then ends its connection, since no caller awaits it. */
export const whenDrained = ({ log, raw }: FastifyRequest, act: () => void): void => {
  drain(raw)
    .then(act)
    .catch((error: unknown) => {
      log.error({ err: error }, 'defect')
      raw.socket.destroy()
    })
}
