import type { FastifyInstance } from 'fastify'
import { LIMITS } from '../../limits.ts'
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

/**
 * Lets the bodies of a surface be read when there is room for them, until the call is over. One whose size is not
 * announced counts as the largest that its route takes.
 */
export const reserveBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length) <= LIMITS.uncountedBodyBytes.max)
      return done(null, payload)
    const { bodyLimit } = request.routeOptions
    const bytes = encoding === undefined ? Number(length) : bodyLimit
    if (bytes > bodyLimit) return done(null, payload)
    let hasRoom = false
    let start = (): void => {
      hasRoom = true
    }
    const reservation = app.pendingBodies.reserve(bytes, () => start())
    request.reservation = reservation
    request.context.lifetime.whenOver(() => reservation.release())
    if (hasRoom) return done(null, payload)
    // A promise, because the call that makes room must not run this one.
    return new Promise((resolve) => {
      start = () => resolve(payload)
    })
  })
}
