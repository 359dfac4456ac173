import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '../../limits.ts'
import { whenOver } from '../when-over.ts'
import type { PendingBodies, Reservation } from './pending-bodies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The bodies of the calls that are under way. */
    pendingBodies: PendingBodies
  }
  interface FastifyRequest {
    /** The room that the body takes; undefined for a small one. */
    reservation: Reservation | undefined
  }
}

/** Lets the bodies of a surface be read when there is room for them, until the call is over. */
export const reserveBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = announcedBytes(request)
    if (bytes <= LIMITS.uncountedBodyBytes.max || bytes > request.routeOptions.bodyLimit)
      return done(null, payload)
    const reservation = app.pendingBodies.reserve(bytes, () => done(null, payload))
    request.reservation = reservation
    whenOver(request, reply, () => reservation.release())
  })
}

/** What a request says of the size of its body; without a word, the most that its route takes. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : routeOptions.bodyLimit
