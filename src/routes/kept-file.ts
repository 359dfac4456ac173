import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StreamInPieces } from '../kernel/pieces.ts'
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

  /** The bytes for a caller and their tag, compressed if it takes gzip and asks for no range. Sets the headers about it. */
  async contentFor(
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ bytes: Buffer; tag: string }> {
    const varied = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean)
    reply.header('vary', varied.join(', '))
    const isLong = this.#bytes.length >= MIN_COMPRESSED_BYTES
    if (!isLong || headers.range !== undefined || !takesGzip(headers['accept-encoding']))
      return { bytes: this.#bytes, tag: this.tag }
    reply.header('content-encoding', 'gzip')
    return { bytes: await this.#compressed(), tag: `${this.tag}-gzip` }
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
