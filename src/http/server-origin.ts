import type { FastifyRequest } from 'fastify'

/** Scheme, host and port under which callers reach the server, without a slash at the end. */
export const originOf = ({ server, host }: FastifyRequest): string =>
  server.settings.publicUrl ?? `http://${host || 'localhost'}`

/** Whether a page is this server's own, by scheme, host and port; a proxy may pass on another Host than that of the public URL. */
export const isOwnOrigin = (origin: string, { server, host }: FastifyRequest): boolean =>
  [`http://${host}`, server.settings.publicUrl ?? ''].some(
    (own) =>
      URL.canParse(own) && URL.canParse(origin) && new URL(own).origin === new URL(origin).origin,
  )
