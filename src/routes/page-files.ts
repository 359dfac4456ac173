import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { Type } from '@sinclair/typebox'
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

/** Bytes that are sent as they are, and how to get their gzip file; without it they are never compressed. */
export interface KeptFile {
  readonly parts: readonly Buffer[]
  readonly tag: string
  readonly zipped?: () => Promise<Buffer>
}

export const tagOf = (bytes: Buffer | string): string => sha256Hex(bytes).slice(0, 32)

export const withZip = (file: KeptFile): KeptFile => ({
  ...file,
  zipped: madeOnce(() => promisify(gzip)(Buffer.concat(file.parts))),
})

export const keptBytes = (bytes: Buffer): KeptFile => withZip({ parts: [bytes], tag: tagOf(bytes) })

/** The bytes of a file that is read when it is first asked for. */
export const keptFile = (pathOf: () => string): (() => Promise<KeptFile>) =>
  madeOnce(async () => keptBytes(await readFile(pathOf())))

/** The parameter of routes that send one operation as a document. */
export const OPERATION_FILE = Type.Object({
  file: Type.String({ maxLength: 100, description: 'Id of the operation and `.json`' }),
})

/** Single operations of a document, by the names of their files. */
export const keptOperations = (text: string): Map<string, KeptFile> =>
  new Map(
    Object.entries<object>(JSON.parse(text)).map(([id, operation]) => [
      `${id}.json`,
      keptBytes(Buffer.from(JSON.stringify(operation))),
    ]),
  )

const OWNER = {}

/**
 * Sends kept bytes, with gzip where the caller takes it, or 304 to a caller that has them. They go out in pieces: a
 * thousand connections that take a large file at once would hold the event loop for seconds.
 */
export const sendKept = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, tag, zipped }: KeptFile,
): Promise<FastifyReply> => {
  const { 'cache-control': _, 'accept-encoding': accepted, ...conditions } = request.headers
  const isZipped = zipped && negotiate(accepted ?? '', ['gzip']) === 'gzip'
  const etag = isZipped ? `"${tag}-gzip"` : `"${tag}"`
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ')
  // A caller asks each time, since another version of the server may answer.
  reply.headers({ etag, vary, 'cache-control': 'no-cache' })
  if (fresh(conditions, { etag })) return reply.status(304).send()
  const sent = isZipped ? [await zipped()] : parts
  if (isZipped) reply.header('content-encoding', 'gzip')
  reply.header(
    'content-length',
    sent.reduce((sum, { length }) => sum + length, 0),
  )
  if (request.method === 'HEAD') return reply.send()
  return reply.send(streamInPieces(slicesOf(sent), OWNER))
}

/** The media types of the files of our pages, by their extensions. No other file is served. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['md', 'text/markdown; charset=utf-8'],
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
const pages = new Map<string, Promise<KeptFile>>()

/** Reads a file once, also when many callers ask for it at once; one that cannot be read is forgotten. */
const readPage = (path: string): Promise<KeptFile> => {
  const known = pages.get(path)
  if (known) return known
  const page = readFile(path).then(keptBytes)
  pages.set(path, page)
  page.catch(() => pages.delete(path))
  return page
}

export const sendPageFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, headers }: PageFile,
): Promise<FastifyReply> => {
  const mediaType = MEDIA_TYPES.get(FILE_NAME.exec(name)?.[1] ?? '') ?? ''
  const path = join(folder, name)
  const page = mediaType && (await readPage(path).catch(() => undefined))
  if (!page) {
    reply.callNotFound()
    return reply
  }
  return sendKept(request, reply.headers(headers).type(mediaType), page)
}
