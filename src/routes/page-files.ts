import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { slicesOf, streamInPieces } from '../kernel/pieces.ts'
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

export interface KeptFile {
  readonly parts: readonly Buffer[]
  readonly tag: string
}

export const tagOf = (bytes: Buffer | string): string => sha256Hex(bytes).slice(0, 32)

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
  return reply.send(streamInPieces(slicesOf(parts), OWNER))
}

/** The media types of the files of our pages, by their extensions. No other file is served. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
])

/** The name of a file in the folder of a page, or in a folder below it; it ends with the extension. */
const FILE_NAME = /^[\w-]+(?:\/[\w.-]+|[\w.-]*)?\.(\w+)$/

/** The headers of a page that runs its own scripts only, talks to its own server only, and is in no frame. */
const safetyHeaders = (styles: string) => ({
  'content-security-policy': `default-src 'none'; script-src 'self'; ${styles}; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

/** The safety headers of a page whose library writes style elements. */
export const INLINE_STYLES = safetyHeaders("style-src 'self' 'unsafe-inline'")

/** The safety headers of a page without inline styles but those of attributes, which mails in frames have. */
export const OWN_STYLES = safetyHeaders("style-src 'self'; style-src-attr 'unsafe-inline'")

interface PageFile {
  readonly folder: string
  readonly name: string
  readonly headers: Record<string, string>
}

/** The files of all pages that were asked for, by their paths; the build has put few into their folders. */
const pages = new Map<string, () => Promise<KeptFile>>()

export const sendPageFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, headers }: PageFile,
): Promise<FastifyReply> => {
  const mediaType = MEDIA_TYPES.get(FILE_NAME.exec(name)?.[1] ?? '') ?? ''
  const path = join(folder, name)
  const read =
    pages.get(path) ??
    madeOnce(async () => {
      const bytes = await readFile(path)
      return { parts: [bytes], tag: tagOf(bytes) }
    })
  const page = mediaType && (await read().catch(() => undefined))
  if (!page) {
    reply.callNotFound()
    return reply
  }
  pages.set(path, read)
  return sendKept(request, reply.headers(headers).type(mediaType), page)
}
