import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StreamInPieces } from '../kernel/pieces.ts'

const compress = promisify(gzip)

/** Shorter bytes fit into one packet as they are. */
const MIN_COMPRESSED_BYTES = 1_024

/** Bytes that are the same for every caller, kept once as they are and once compressed. */
export class KeptFile {
  readonly bytes: Buffer
  #compressed: Promise<Buffer> | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The bytes for a caller, compressed if it takes gzip and asks for no range. Sets the headers about it. */
  async bytesFor({ headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    const varied = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean)
    reply.header('vary', varied.join(', '))
    const isLong = this.bytes.length >= MIN_COMPRESSED_BYTES
    if (!isLong || headers.range !== undefined || !takesGzip(headers['accept-encoding']))
      return this.bytes
    this.#compressed ??= compress(this.bytes).catch((error: unknown) => {
      this.#compressed = undefined
      throw error
    })
    reply.header('content-encoding', 'gzip')
    return this.#compressed
  }
}

/** Owns the pieces in which kept bytes are sent. */
const OWNER = {}

/** Sends kept bytes in pieces: a thousand connections that take a large file at once would hold the event loop for seconds. */
export const streamOfKept = (slices: Iterator<Buffer>): StreamInPieces =>
  new StreamInPieces(slices, OWNER)

/** Whether a caller takes gzip (RFC 9110, 12.5.3). */
const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((coding) => {
      const [name = '', weight = ''] = coding.split(';')
      return name.trim().toLowerCase() === 'gzip' && Number(weight.trim().slice(2) || 1) > 0
    })
