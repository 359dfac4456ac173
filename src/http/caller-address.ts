import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The address of a caller. A proxy may forward any text; then it is that of the proxy. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | undefined =>
  isIP(ip) === 0 ? socket.remoteAddress : ip
