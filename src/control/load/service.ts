import type { FastifyInstance } from 'fastify'
import type { ServerLoad } from './schema.ts'

/** How busy a server is at this moment. */
export const readLoad = ({ calls, pauses, loopDelay }: FastifyInstance): ServerLoad => ({
  callsInFlight: calls.count,
  delayedCalls: pauses.count,
  loopDelay: loopDelay(),
})
