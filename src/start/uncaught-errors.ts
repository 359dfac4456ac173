import type { FastifyBaseLogger } from 'fastify'
import type { RunningServer } from './run-server.ts'

export type ServerOfCalls = Pick<RunningServer, 'failCurrentCall' | 'callsInFlight'>

/** The codes of errors that callers cause by leaving, or by what they send. */
const OF_CALLERS =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED|ERR_STREAM_WRITE_AFTER_END|ERR_STREAM_UNABLE_TO_PIPE|HPE_\w+)$/

/** True for an error of a connection or stream whose other end has left. */
export const isOfCaller = (error: unknown): boolean => OF_CALLERS.test(String(Object(error).code))

const MAX_LISTED = 20

/** What a log says about an error: the error, and the calls in flight. */
export const factsOf = (server: ServerOfCalls, error: unknown) => {
  const inFlight = server.callsInFlight()
  return {
    err: error instanceof Error ? error : new Error(String(error)),
    inFlight: inFlight.length,
    calls: inFlight.slice(0, MAX_LISTED),
  }
}

/** Fails the call that caused an uncaught error and logs it; false if no call caused it. */
export const failItsCall = (
  server: ServerOfCalls,
  logger: FastifyBaseLogger | undefined,
  error: unknown,
): boolean => {
  const facts = factsOf(server, error)
  const call = server.failCurrentCall(error)
  const what = call?.isOver
    ? 'the request that caused it has already ended'
    : 'the request that caused it fails'
  if (call) logger?.error({ ...facts, call }, `uncaught error; ${what}`)
  return call !== undefined
}

const containers = new Set<(error: unknown) => boolean>()

const contain = (error: unknown): void => {
  for (const isContained of containers) if (isContained(error)) return
  if (process.listenerCount('uncaughtException') > 1) return
  // As without a listener: Node prints the error and ends the process.
  process.off('uncaughtException', contain)
  setImmediate(() => {
    throw error
  })
}

/**
 * Keeps errors of the calls of a server from ending a process that belongs to somebody else. All other errors do what they
 * do without the server. The returned function ends this.
 */
export const containErrors = (
  server: ServerOfCalls,
  logger: FastifyBaseLogger | undefined,
): (() => void) => {
  const isContained = (error: unknown) => failItsCall(server, logger, error)
  if (containers.size === 0) process.on('uncaughtException', contain)
  containers.add(isContained)
  return () => {
    containers.delete(isContained)
    if (containers.size === 0) process.off('uncaughtException', contain)
  }
}
