import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ActingFault, endingOf } from '../../faults/fault.ts'
import { delayOf, reservePause } from './act-on-call.ts'
import type { Pauses } from './pauses.ts'
import { beginningOf, cut, type Payload, sendBeginning, withPause } from './spoil-bytes.ts'

/** A reset throws away what the caller has not read yet, so it gets a moment to read. */
const READING_MS = 20

/** Lets faults act on the bytes of an answer, and answers those that go out; never where it cuts the connection. */
export const actOnBytes = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  acting: readonly ActingFault[],
  pauses: Pauses,
): Promise<Payload> => {
  const ending = acting.map(({ effect }) => endingOf(effect)).find(Boolean)
  const pause = reservePause(request, reply, delayOf(acting), pauses) ?? (() => Promise.resolve())
  if (ending === 'reset' || ending === 'truncate') {
    await sendAndCut(request, reply, payload, pause, ending === 'reset' ? pauses : undefined)
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

/** Lets go of an answer that nobody gets. */
export const discard = (payload: Payload): void => {
  if (payload instanceof Readable) payload.destroy()
}

/** What a hook waits for whose call is over: Fastify would go on with it otherwise. */
export const goNoFurther = (): Promise<never> => new Promise(() => undefined)

/** Whatever fails on the way, the connection is cut in the end: nothing else ends this call. */
const sendAndCut = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  pause: () => Promise<void>,
  pausesOfReset: Pauses | undefined,
): Promise<void> => {
  const { state, log, raw } = request
  try {
    const beginning = await beginningOf(payload, reply)
    await pause()
    await sendBeginning(beginning, reply, state.lifetime)
    await pausesOfReset?.reserve(READING_MS, state)?.()
  } catch (error) {
    if (!raw.socket.destroyed)
      log.error({ err: error }, 'an answer that a fault cuts has no beginning')
  }
  setImmediate(() => cut(request, pausesOfReset !== undefined))
}
