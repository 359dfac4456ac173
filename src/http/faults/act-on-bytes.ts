import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ActingFault, endingOf } from '../../sandbox/faults/fault.ts'
import { delayOf } from './act-on-call.ts'
import type { Pauses } from './pauses.ts'
import { beginningOf, cut, type Payload, sendBeginning, withPause } from './spoil-bytes.ts'

/** A reset throws away what the caller has not read yet, so it gets a moment to read. */
const READING_MS = 20

/** Lets faults act on the bytes of an answer; undefined when it has sent them itself. */
export const actOnBytes = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  acting: readonly ActingFault[],
  pauses: Pauses,
): Promise<{ payload: Payload } | undefined> => {
  const ending = acting.map(({ effect }) => endingOf(effect)).find(Boolean)
  const { socket } = request.raw
  const pause = () => pauses.wait(delayOf(acting), socket)
  const isCut = ending === 'reset' || ending === 'truncate'
  if (!isCut && (payload === undefined || payload === null))
    return pause().then(() => ({ payload }))
  if (ending === undefined) return { payload: withPause(payload, reply, pause) }
  const beginning = await beginningOf(payload, reply)
  await pause()
  if (!isCut) {
    reply.header('content-length', beginning.bytes.length)
    return { payload: beginning.bytes }
  }
  await sendBeginning(beginning, reply)
  if (ending === 'reset') await pauses.wait(READING_MS, socket)
  setImmediate(() => cut(request, ending === 'reset'))
  return undefined
}

/** Lets go of an answer that nobody gets. */
export const discard = (payload: Payload): void => {
  if (payload instanceof Readable) payload.destroy()
}
