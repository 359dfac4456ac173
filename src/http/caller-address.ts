import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The address of a caller. If a proxy forwards an invalid address, this is the address of the proxy. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | undefined =>
  isIP(ip) === 0 ? socket.remoteAddress : ip
