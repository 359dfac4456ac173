import type { FastifyRequest } from 'fastify'

/**
 * Acts for a call after a wait. Whatever fails then ends the connection of that call: nobody waits for the
 * promise, and a rejection of it would be the process's.
 */
export const actLater = (
  { log, raw }: FastifyRequest,
  waiting: Promise<unknown>,
  act: () => void,
): void => {
  waiting.then(act).catch((error: unknown) => {
    log.error({ err: error }, 'defect')
    raw.socket.destroy()
  })
}
