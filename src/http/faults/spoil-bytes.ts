import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallLifetime } from '../call-lifetime.ts'
import { finishAll } from '../when-over.ts'

/** The body of an answer before it is sent. */
export type Payload = string | Buffer | Readable | null | undefined

/** The maximum number of bytes that are sent of an answer in pieces, or of a file, before it is cut. */
const MAX_OF_FILE = 65_536

/** A stream that makes one chunk before it is wanted, not sixteen. */
const ONE_AHEAD = { highWaterMark: 1 }

/** The first bytes of an answer, and how many it would have. */
interface Beginning {
  bytes: Buffer
  fullLength: number
}

/** The first half of an answer; of a long one, its first 64 KiB. */
export const beginningOf = async (payload: Payload, reply: FastifyReply): Promise<Beginning> => {
  const announced = reply.getHeader('content-length')
  if (!(payload instanceof Readable)) return halfOf(Buffer.from(payload ?? ''))
  if (announced === undefined) return halfOf(await take(payload, 2 * MAX_OF_FILE))
  const fullLength = Number(announced)
  const bytes = await take(payload, Math.min(Math.floor(fullLength / 2), MAX_OF_FILE))
  return { bytes, fullLength }
}

const halfOf = (whole: Buffer): Beginning => ({
  bytes: whole.subarray(0, Math.floor(whole.length / 2)),
  fullLength: whole.length,
})

/** A number of bytes of a stream, which is destroyed after them. */
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
export const sendBeginning = (
  { bytes, fullLength }: Beginning,
  reply: FastifyReply,
  lifetime: CallLifetime,
): Promise<void> => {
  const { raw } = reply.header('content-length', fullLength).hijack()
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value)
  return new Promise((resolve) => {
    lifetime.whenOver(resolve)
    if (bytes.length > 0 && !raw.destroyed) raw.write(bytes, () => resolve())
    else resolve()
  })
}

/** Cuts the connection of a request: by a reset (RST), or by an end in the middle (FIN). */
export const cut = (request: FastifyRequest, isReset: boolean): void => {
  const { socket } = request.raw
  const { workspace, fault } = request.state
  if (socket.destroyed) return
  request.log.debug({ workspace: workspace.id, fault }, 'cut by a fault')
  // A socket that is ending and is reset never closes: libuv refuses the reset, and Node then keeps the handle.
  if (isReset && !socket.writableEnded) socket.resetAndDestroy()
  else socket.destroy()
  finishAll(socket)
}

/** The same bytes with a pause in the middle. */
export const withPause = (
  payload: Payload,
  reply: FastifyReply,
  pause: () => Promise<void>,
): Payload => {
  if (payload instanceof Readable) return Readable.from(pausing(payload, pause), ONE_AHEAD)
  const whole = Buffer.from(payload ?? '')
  const middle = Math.floor(whole.length / 2)
  reply.header('content-length', whole.length)
  return Readable.from(
    pausing([whole.subarray(0, middle), whole.subarray(middle)], pause),
    ONE_AHEAD,
  )
}

async function* pausing(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  pause: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isPaused = false
  for await (const chunk of chunks) {
    yield chunk
    if (!isPaused) await pause()
    isPaused = true
  }
}
