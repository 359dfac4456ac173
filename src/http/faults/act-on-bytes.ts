import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ActingFault, endingOf } from '../../faults/fault.ts'
import { delayOf, reservePause } from './act-on-call.ts'
import { beginningOf, cut, type Payload, sendBeginning, withPause } from './spoil-bytes.ts'

/** Before a reset the caller gets a moment to read: a reset discards unread bytes. */
const READING_MS = 20

/** Applies faults to the bytes of an answer and resolves to those to send; never where it cuts the connection. */
export const actOnBytes = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  acting: readonly ActingFault[],
): Promise<Payload> => {
  const ending = acting.map(({ effect }) => endingOf(effect)).find(Boolean)
  const pause = reservePause(request, reply, delayOf(acting)) ?? (() => Promise.resolve())
  if (ending === 'reset' || ending === 'truncate') {
    await sendAndCut(request, reply, payload, pause, ending === 'reset')
    return goNoFurther()
  }
  if (payload === undefined || payload === null) {
    await pause()
    return payload
  }
  if (ending === undefined) {
    const slowed = withPause(payload, reply, pause)
    request.state.lifetime.endWithCall(slowed)
    return slowed
  }
  const { bytes } = await beginningOf(payload, reply)
  await pause()
  reply.header('content-length', bytes.length)
  return bytes
}

/** Destroys an answer that is not sent. */
export const discard = (payload: Payload): void => {
  if (payload instanceof Readable) payload.destroy()
}

/** A promise for a hook whose call is over: Fastify would go on with the call otherwise. */
export const goNoFurther = (): Promise<never> => new Promise(() => undefined)

/** Cuts the connection in the end even when something fails before: nothing else ends this call. */
const sendAndCut = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  pause: () => Promise<void>,
  isReset: boolean,
): Promise<void> => {
  const { state, log, raw, server } = request
  try {
    const beginning = await beginningOf(payload, reply)
    await pause()
    await sendBeginning(beginning, reply, state.lifetime)
    if (isReset) await server.pauses.reserve(READING_MS, state)?.()
  } catch (error) {
    if (!raw.socket.destroyed)
      log.error({ err: error }, 'a fault could not send the beginning of an answer')
  }
  setImmediate(() => cut(request, isReset))
}
