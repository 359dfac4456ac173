import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { StreamInPieces, slicesOf } from '../kernel/pieces.ts'
import { sha256Hex } from '../kernel/signature.ts'

const compress = promisify(gzip)

/** Makes something when it is first asked for, and again after a failure. */
export const madeOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Shorter bytes fit into one packet as they are. */
const MIN_COMPRESSED_BYTES = 1_024

/** Owns the pieces in which kept bytes are sent. */
const OWNER = {}

/** Bytes that are the same for every caller, kept once as they are and once compressed. */
export class KeptFile {
  /** Identifies the bytes as they are. */
  readonly tag: string
  readonly #bytes: Buffer
  readonly #compressed = madeOnce(() => compress(this.#bytes))

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.tag = sha256Hex(bytes).slice(0, 32)
  }

  /** Sends the bytes, compressed to a caller that takes gzip. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const varied = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean)
    reply.header('vary', varied.join(', '))
    const isLong = this.#bytes.length >= MIN_COMPRESSED_BYTES
    if (!isLong || !takesGzip(request.headers['accept-encoding']))
      return sendParts(request, reply, [this.#bytes], this.tag)
    reply.header('content-encoding', 'gzip')
    return sendParts(request, reply, [await this.#compressed()], `${this.tag}-gzip`)
  }
}

/**
 * Sends kept bytes, or 304 to a caller that has them. They go out in pieces: a thousand connections that take a large file
 * at once would hold the event loop for seconds.
 */
export const sendParts = (
  request: FastifyRequest,
  reply: FastifyReply,
  parts: readonly Buffer[],
  tag: string,
): FastifyReply => {
  const etag = `"${tag}"`
  // A caller asks each time, since another version of the server may answer.
  reply.headers({ etag, 'cache-control': 'no-cache' })
  const { 'cache-control': _, ...conditions } = request.headers
  if (fresh(conditions, { etag })) return reply.status(304).send()
  const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0)
  reply.header('content-length', sizeBytes)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(new StreamInPieces(slicesOf(parts, { start: 0, end: sizeBytes - 1 }), OWNER))
}

/** Whether a caller takes gzip (RFC 9110, 12.5.3). */
const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((coding) => {
      const [name = '', weight = ''] = coding.split(';')
      return name.trim().toLowerCase() === 'gzip' && Number(weight.trim().slice(2) || 1) > 0
    })
