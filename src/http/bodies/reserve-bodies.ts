import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { bareMediaType } from '../../kernel/media-type.ts'
import { LIMITS } from '../../limits.ts'
import { matchedRoute } from '../matched-route.ts'
import type { BodyEvents, Reservation } from './pending-bodies.ts'
import { timeByHand, timeByNode } from './streamed-body.ts'

/** Makes the bodies of a surface wait unread until there is room for them. */
export const reserveBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isStreamed(request)) return done(null, payload)
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined) {
      countArriving(app, request, payload)
      return done(null, payload)
    }
    const bytes = Number(length)
    if (bytes <= LIMITS.uncountedBodyBytes.max || bytes > request.routeOptions.bodyLimit)
      return done(null, payload)
    return reserveAnnounced(app, request, payload, bytes)
  })
}

/** Whether the route reads a body of this type as it arrives. */
export const isStreamed = (request: FastifyRequest): boolean => {
  const { streamedType } = matchedRoute(request)
  if (streamedType === undefined) return false
  return bareMediaType(request.headers['content-type'] ?? '') === streamedType
}

/** Waits for room for bytes of a body that has arrived as a file; it is held until the call is over. */
export const reserveRoom = (
  app: FastifyInstance,
  request: FastifyRequest,
  bytes: number,
): Promise<Reservation> =>
  new Promise((resolve, reject) => {
    const reservation: Reservation = open(app, request, {
      onRoom: () => setImmediate(() => resolve(reservation)),
      onRefused: reject,
    })
    reservation.enlarge(bytes)
  })

/** A body of announced length gets room for all of it before it is read. */
const reserveAnnounced = (
  app: FastifyInstance,
  request: FastifyRequest,
  payload: RequestPayload,
  bytes: number,
): Promise<RequestPayload> =>
  // A promise, because the call that makes room must not run this one.
  new Promise((resolve, reject) => {
    let isRead = false
    const reservation = open(app, request, {
      onRoom: () => {
        isRead = true
        resolve(payload)
      },
      onRefused: (refusal) => (isRead ? payload.emit('error', refusal) : reject(refusal)),
    })
    // Paused, so that nothing flows before the parser listens, which resumes it.
    payload.pause().on('data', (chunk: Buffer) => reservation.arrive(chunk.length))
    reservation.enlarge(bytes)
    if (reservation.isWaiting) timeByHand(request.raw.socket)
  })

/** A body of unknown length gets room while it arrives: for a small one first, then for the largest. */
const countArriving = (
  app: FastifyInstance,
  request: FastifyRequest,
  payload: RequestPayload,
): void => {
  const reservation = open(app, request, {
    onRoom: () => payload.resume(),
    onRefused: (refusal) => payload.emit('error', refusal),
  })
  let arrived = 0
  let room = LIMITS.uncountedBodyBytes.max
  payload.pause().on('data', (chunk: Buffer) => {
    arrived += chunk.length
    reservation.arrive(chunk.length)
    const { bodyLimit } = request.routeOptions
    if (arrived <= room || arrived > bodyLimit) return
    room = arrived > LIMITS.promptBodyBytes.max ? bodyLimit : LIMITS.promptBodyBytes.max
    payload.pause()
    timeByHand(request.raw.socket)
    reservation.enlarge(Math.min(room, bodyLimit))
  })
}

const open = (app: FastifyInstance, request: FastifyRequest, events: BodyEvents): Reservation => {
  const { socket } = request.raw
  app.calls.follow(request.state.lifetime)
  const reservation = app.pendingBodies.open(events)
  request.reservation = reservation
  request.state.lifetime.whenOver(() => {
    reservation.release()
    timeByNode(socket)
  })
  return reservation
}
