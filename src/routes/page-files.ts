import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KeptFile, keepFile, madeOnce, sendKept } from './kept-file.ts'

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

/** A file of a page, and the error of a file that is not there. */
interface PageFile {
  readonly folder: string
  readonly name: string
  readonly headers: Record<string, string>
  readonly missing: Error
}

/** The files of all pages that were asked for, by their paths; the build has put few into their folders. */
const pages = new Map<string, () => Promise<KeptFile>>()

/** Sends a file that the build has put into a folder, or 304 where the browser has it. */
export const sendPageFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, headers, missing }: PageFile,
): Promise<FastifyReply> => {
  const mediaType = MEDIA_TYPES.get(FILE_NAME.exec(name)?.[1] ?? '')
  if (mediaType === undefined) throw missing
  const path = join(folder, name)
  const read = pages.get(path) ?? madeOnce(async () => keepFile(await readFile(path)))
  const page = await read().catch(() => {
    throw missing
  })
  pages.set(path, read)
  return sendKept(request, reply.headers(headers).type(mediaType), page)
}
