import type { FastifyRequest } from 'fastify'

/** Scheme, host and port under which callers reach the server, without a slash at the end. */
export const originOf = ({ server, host }: FastifyRequest): string =>
  server.settings.publicUrl ?? `http://${host || 'localhost'}`
