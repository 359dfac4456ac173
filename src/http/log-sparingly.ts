import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

const MINUTE_MS = 60_000

const loggedAt = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/**
 * Logs an error at most once a minute under its sentence, for all requests of an application: what is wrong with the
 * machine fails every call.
 */
export const logSparingly = (
  { log, server }: Pick<FastifyRequest, 'log' | 'server'>,
  error: Error,
  sentence: string,
): void => {
  const known = loggedAt.get(server.log) ?? new Map<string, number>()
  loggedAt.set(server.log, known)
  const now = performance.now()
  const last = known.get(sentence)
  if (last !== undefined && now - last < MINUTE_MS) return
  known.set(sentence, now)
  log.error({ err: error }, sentence)
}
