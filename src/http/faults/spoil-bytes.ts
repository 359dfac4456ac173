import { Readable } from 'node:stream'
import { type ActedFault, describeFaults, endingOf } from '../../instruments/faults/fault.ts'
import type { Call } from '../call.ts'
import { connectionOf } from '../connection.ts'
import type { Pause } from './pauses.ts'

export type Payload = string | Buffer | Readable | null | undefined

/** Before the end the caller gets a moment to read: a reset discards unread bytes. */
const READING_MS = 20

const MAX_BYTES = 65_536

/** A promise for a hook whose call is over; otherwise Fastify would continue with the call. */
export const goNoFurther = ({ reply }: Call): Promise<never> => {
  reply.hijack()
  return new Promise(() => undefined)
}

/** Applies faults to the bytes of an answer and resolves to those to send; never where it cuts the connection before any. */
export const spoilBytes = async (
  call: Call,
  payload: Payload,
  acting: readonly ActedFault[],
  pause: Pause = () => Promise.resolve(),
): Promise<Payload> => {
  const { reply, request } = call
  request.server.calls.follow(call)
  const ending = acting.map(({ effect }) => endingOf(effect)).find(Boolean)
  const isCut = ending === 'reset' || ending === 'truncate'
  if (payload === undefined || payload === null) {
    await pause()
    if (!isCut) return payload
    cut(call, ending === 'reset')
    return goNoFurther(call)
  }
  const isStream = payload instanceof Readable
  if (ending === undefined && isStream) return slowed(call, withPause(payload, pause))
  const whole = isStream ? await take(payload, 2 * MAX_BYTES) : Buffer.from(payload)
  const fullLength = Number(reply.getHeader('content-length') ?? whole.length)
  const half = Math.floor(fullLength / 2)
  const bytes = whole.subarray(0, isStream ? Math.min(half, MAX_BYTES) : half)
  if (ending === undefined) {
    reply.header('content-length', whole.length)
    return slowed(call, withPause([bytes, whole.subarray(half)], pause))
  }
  await pause()
  reply.header('content-length', isCut ? fullLength : bytes.length)
  return isCut ? call.lifetime.own(Readable.from(cutting(call, bytes, ending === 'reset'))) : bytes
}

/** It makes one chunk before it is wanted, not sixteen. */
const slowed = (call: Call, chunks: AsyncIterable<Buffer>): Readable =>
  call.lifetime.own(Readable.from(chunks, { highWaterMark: 1 }))

const take = async (stream: Readable, max: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length >= max) break
  }
  return Buffer.concat(chunks).subarray(0, max)
}

async function* cutting(call: Call, bytes: Buffer, isReset: boolean): AsyncGenerator<Buffer> {
  yield bytes
  await call.request.server.pauses.reserve(READING_MS, call)?.()
  cut(call, isReset)
}

/** Cuts the connection of a call: by a reset (RST), or by an end in the middle (FIN). */
export const cut = ({ request, workspace, faults }: Call, isReset: boolean): void => {
  const { socket } = request.raw
  if (socket.destroyed) return
  request.log.debug({ workspace: workspace.id, fault: describeFaults(faults) }, 'cut by a fault')
  // A socket that is ending and is reset never closes: libuv refuses the reset, and Node then keeps the handle.
  if (isReset && !socket.writableEnded) socket.resetAndDestroy()
  else socket.destroy()
  connectionOf(socket).finishAll()
}

async function* withPause(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  pause: Pause,
): AsyncGenerator<Buffer> {
  let isPaused = false
  for await (const chunk of chunks) {
    yield chunk
    if (!isPaused) await pause()
    isPaused = true
  }
}
