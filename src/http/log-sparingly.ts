import type { FastifyBaseLogger } from 'fastify'

const MINUTE_MS = 60_000

const saidAt = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/** Logs an error at most once a minute under its sentence: what concerns the machine meets every call. */
export const logSparingly = (log: FastifyBaseLogger, error: Error, sentence: string): void => {
  const known = saidAt.get(log) ?? new Map<string, number>()
  saidAt.set(log, known)
  const now = performance.now()
  const last = known.get(sentence)
  if (last !== undefined && now - last < MINUTE_MS) return
  known.set(sentence, now)
  log.error({ err: error }, sentence)
}
