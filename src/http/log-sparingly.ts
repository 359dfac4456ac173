import type { FastifyBaseLogger } from 'fastify'
import { sharedLogger } from './request-logger.ts'

const MINUTE_MS = 60_000

const loggedAt = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/** Logs an error at most once a minute under its sentence: what is wrong with the machine fails every call. */
export const logSparingly = (log: FastifyBaseLogger, error: Error, sentence: string): void => {
  const shared = sharedLogger(log)
  const known = loggedAt.get(shared) ?? new Map<string, number>()
  loggedAt.set(shared, known)
  const now = performance.now()
  const last = known.get(sentence)
  if (last !== undefined && now - last < MINUTE_MS) return
  known.set(sentence, now)
  log.error({ err: error }, sentence)
}
