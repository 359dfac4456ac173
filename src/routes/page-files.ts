import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { slicesOf } from '../kernel/pieces.ts'
import { KeptFile, streamOfKept } from './kept-file.ts'

/** The media types of the files of our pages, by their extensions. No other file is served. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
])

/** The media type of a file of a page; undefined for a name that no page has. */
export const mediaTypeOf = (name: string): string | undefined =>
  MEDIA_TYPES.get(/^[\w-]+(?:\/[\w.-]+|[\w.-]*)?\.(\w+)$/.exec(name)?.[1] ?? '')

/** The headers of a page that loads what its sources allow, and is in no frame. */
export const pageHeaders = (sources: string) => ({
  'content-security-policy': `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

/** A page with scripts runs its own only, and talks to its own server only. */
const safetyHeaders = (styles: string) =>
  pageHeaders(`script-src 'self'; ${styles}; img-src 'self' data: blob:; connect-src 'self'`)

/** The safety headers of a page whose library writes style elements. */
export const INLINE_STYLES = safetyHeaders("style-src 'self' 'unsafe-inline'")

/** The safety headers of a page without inline styles but those of attributes, which mails in frames have. */
export const OWN_STYLES = safetyHeaders("style-src 'self'; style-src-attr 'unsafe-inline'")

/** A file of a page, and the error of a file that is not there. */
interface PageFile {
  readonly folder: string
  readonly name: string
  readonly mediaType: string
  readonly headers: Record<string, string>
  readonly missing: Error
}

/** The files of all pages that were asked for, by their paths; the build has put few into their folders. */
const pages = new Map<string, Promise<KeptFile>>()

/** Sends a file that the build has put into a folder, or 304 where the browser has it. */
export const sendPageFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, mediaType, headers, missing }: PageFile,
): Promise<FastifyReply> => {
  const page = await findPage(join(folder, name), missing)
  const { bytes, tag } = await page.contentFor(request, reply)
  const etag = `"${tag}"`
  // A browser asks each time, since another version of the server may answer.
  reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
  const { 'cache-control': _, ...conditions } = request.headers
  if (fresh(conditions, { etag })) return reply.status(304).send()
  reply.type(mediaType).header('content-length', bytes.length)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(streamOfKept(slicesOf([bytes], { start: 0, end: bytes.length - 1 })))
}

const findPage = async (path: string, missing: Error): Promise<KeptFile> => {
  const kept = pages.get(path) ?? readPage(path)
  pages.set(path, kept)
  try {
    return await kept
  } catch {
    pages.delete(path)
    throw missing
  }
}

const readPage = async (path: string): Promise<KeptFile> => new KeptFile(await readFile(path))
