import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { StreamInPieces, slicesOf } from '../kernel/pieces.ts'
import { sha256Hex } from '../kernel/signature.ts'

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

/** Bytes that are read once and kept for all callers. */
export interface KeptFile {
  readonly parts: readonly Buffer[]
  /** Identifies the bytes. */
  readonly tag: string
}

/** Keeps bytes with their tag. */
export const keepFile = (bytes: Buffer): KeptFile => ({
  parts: [bytes],
  tag: sha256Hex(bytes).slice(0, 32),
})

/** Owns the pieces in which kept bytes are sent. */
const OWNER = {}

/**
 * Sends kept bytes, or 304 to a caller that has them. They go out in pieces: a thousand connections that take a large file
 * at once would hold the event loop for seconds.
 */
export const sendKept = (
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, tag }: KeptFile,
): FastifyReply => {
  const etag = `"${tag}"`
  // A caller asks each time, since another version of the server may answer.
  reply.headers({ etag, 'cache-control': 'no-cache' })
  const { 'cache-control': _, ...conditions } = request.headers
  if (fresh(conditions, { etag })) return reply.status(304).send()
  reply.header(
    'content-length',
    parts.reduce((sum, { length }) => sum + length, 0),
  )
  if (request.method === 'HEAD') return reply.send()
  return reply.send(new StreamInPieces(slicesOf(parts), OWNER))
}
