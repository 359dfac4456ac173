import { Readable } from 'node:stream'
import { type ActingFault, endingOf } from '../../faults/fault.ts'
import type { Call } from '../call.ts'
import { connectionOf } from '../connection.ts'
import { type Pause, pauseOf } from './pauses.ts'

/** The body of an answer before it is sent. */
export type Payload = string | Buffer | Readable | null | undefined

/** Before a reset the caller gets a moment to read: a reset discards unread bytes. */
const READING_MS = 20

/** The maximum number of bytes that are sent of an answer before it is cut. */
const MAX_BYTES = 65_536

/** A promise for a hook whose call is over: Fastify would go on with the call otherwise. */
export const goNoFurther = ({ reply }: Call): Promise<never> => {
  reply.hijack()
  return new Promise(() => undefined)
}

/** Applies faults to the bytes of an answer and resolves to those to send; never where it cuts the connection. */
export const spoilBytes = async (
  call: Call,
  payload: Payload,
  acting: readonly ActingFault[],
): Promise<Payload> => {
  call.request.server.calls.follow(call)
  const ending = acting.map(({ effect }) => endingOf(effect)).find(Boolean)
  const pause = pauseOf(call, acting) ?? (() => Promise.resolve())
  if (ending === 'reset' || ending === 'truncate') {
    await sendAndCut(call, payload, pause, ending === 'reset')
    return goNoFurther(call)
  }
  if (payload === undefined || payload === null) {
    await pause()
    return payload
  }
  if (ending === undefined) {
    const slowed = withPause(call, payload, pause)
    call.endWithCall(slowed)
    return slowed
  }
  const { bytes } = await beginningOf(call, payload)
  await pause()
  call.reply.header('content-length', bytes.length)
  return bytes
}

/** Cuts the connection in the end even when something fails before: nothing else ends this call. */
const sendAndCut = async (
  call: Call,
  payload: Payload,
  pause: Pause,
  isReset: boolean,
): Promise<void> => {
  const { log, raw, server } = call.request
  try {
    const beginning = await beginningOf(call, payload)
    await pause()
    await sendBeginning(call, beginning)
    if (isReset) await server.pauses.reserve(READING_MS, call)?.()
  } catch (error) {
    if (!raw.socket.destroyed)
      log.error({ err: error }, 'a fault could not send the beginning of an answer')
  }
  setImmediate(() => cut(call, isReset))
}

interface Beginning {
  readonly bytes: Buffer
  readonly fullLength: number
}

/** The first half of an answer; of a long one, its first 64 KiB. */
const beginningOf = async ({ reply }: Call, payload: Payload): Promise<Beginning> => {
  const isStream = payload instanceof Readable
  const whole = isStream ? await take(payload, 2 * MAX_BYTES) : Buffer.from(payload ?? '')
  const fullLength = Number(reply.getHeader('content-length') ?? whole.length)
  const half = Math.floor(fullLength / 2)
  return { bytes: whole.subarray(0, isStream ? Math.min(half, MAX_BYTES) : half), fullLength }
}

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

/** Sends the beginning of an answer with the length of all of it, and waits until it is out or the call is over. */
const sendBeginning = (call: Call, { bytes, fullLength }: Beginning): Promise<void> => {
  const { reply } = call
  const { raw } = reply.header('content-length', fullLength).hijack()
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value)
  return new Promise((resolve) => {
    call.whenOver(resolve)
    if (bytes.length > 0 && !raw.destroyed) raw.write(bytes, () => resolve())
    else resolve()
  })
}

/** Cuts the connection of a call: by a reset (RST), or by an end in the middle (FIN). */
export const cut = ({ request, workspace, fault }: Call, isReset: boolean): void => {
  const { socket } = request.raw
  if (socket.destroyed) return
  request.log.debug({ workspace: workspace.id, fault }, 'cut by a fault')
  // A socket that is ending and is reset never closes: libuv refuses the reset, and Node then keeps the handle.
  if (isReset && !socket.writableEnded) socket.resetAndDestroy()
  else socket.destroy()
  connectionOf(socket).finishAll()
}

/** The same bytes with a pause in the middle: of a stream, behind its first chunk. */
const withPause = ({ reply }: Call, payload: NonNullable<Payload>, pause: Pause): Readable => {
  // It makes one chunk before it is wanted, not sixteen.
  const options = { highWaterMark: 1 }
  if (payload instanceof Readable) return Readable.from(pausing(payload, pause), options)
  const whole = Buffer.from(payload)
  const middle = Math.floor(whole.length / 2)
  reply.header('content-length', whole.length)
  const halves = [whole.subarray(0, middle), whole.subarray(middle)]
  return Readable.from(pausing(halves, pause), options)
}

async function* pausing(
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
