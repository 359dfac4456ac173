import type { FastifyRequest } from 'fastify'

/**
 * Continues a call after a wait. An error then ends the connection of that call: no caller awaits the promise, and
 * its rejection would reach the process.
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
