import { ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import parseRange from 'range-parser'
import { refuse } from '../contract/errors/refusals.ts'
import { type ByteRange, trimBlanks } from '../kernel/text.ts'
import { formatHttpDate, parseHttpDate } from '../kernel/timestamps.ts'

export interface Content {
  /** Identifies the bytes; without quotes. */
  tag: string
  modifiedAtMs: number
  mediaType: string
  sizeBytes: number
  /** The file name, and whether a browser saves or shows the file. */
  disposition?: { name: string; type: 'attachment' | 'inline' }
  /** More headers, which replace the usual ones. */
  headers?: Readonly<Record<string, string>>
  /** The bytes of a range, which is never empty. */
  read(range: ByteRange): Readable | Buffer
}

/**
 * Content of callers must not run in our origin: no sniffing, no scripts, no forms, no frames. Pages of other
 * origins may show it.
 */
const SAFETY = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'",
} as const

const MAX_NAME = 200

/** Answers GET and HEAD with content: ranges, conditions and entity tags (RFC 9110). */
export const sendContent = (
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): FastifyReply => {
  const { modifiedAtMs, mediaType, sizeBytes, disposition } = content
  const etag = `"${content.tag}"`
  const modified = formatHttpDate(modifiedAtMs)
  reply.headers({
    ...SAFETY,
    etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    // A cache asks again: the URL expires by the clock of the workspace.
    'cache-control': 'private, no-cache',
  })
  if (isUnwanted(request, etag, modifiedAtMs)) return reply.status(412).send()
  // Many clients add Cache-Control to their own conditions, which count all the same.
  const { 'cache-control': _, ...conditions } = request.headers
  if (fresh(conditions, { etag, 'last-modified': modified })) return reply.status(304).send()
  const range = rangeOf(request, reply, sizeBytes, [etag, modified])
  // Not those of an error, whose content is another.
  if (content.headers) reply.headers(content.headers)
  const type = content.headers?.['content-type']
  if (type === undefined) reply.type(mediaType)
  // Viewers of PDF, which runs no script of a page, do not work in a sandbox.
  if ((type ?? mediaType) === 'application/pdf') reply.removeHeader('content-security-policy')
  if (disposition)
    reply.header(
      'content-disposition',
      contentDisposition(headerName(disposition.name), disposition),
    )
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  if (sizeBytes === 0) return reply.send(Buffer.alloc(0))
  const bytes = content.read({ start, end })
  if (bytes instanceof ReadStream) cutWhenShort(bytes, end - start + 1, reply)
  return reply.send(bytes)
}

/**
 * Ends the connection where a file ends before its told end: its caller would take the next answer for the rest. A longer file is
 * read up to the end of the range.
 */
const cutWhenShort = (file: ReadStream, bytes: number, { raw, log }: FastifyReply): void => {
  file.once('end', () => {
    if (file.bytesRead >= bytes) return
    log.error(`the file ${file.path} ended after ${file.bytesRead} of ${bytes} bytes`)
    raw.destroy()
  })
}

/** True if the client wants different content than this, by tag or time (RFC 9110, 13.2.2). */
const isUnwanted = ({ headers }: FastifyRequest, etag: string, modifiedAtMs: number): boolean => {
  const { 'if-match': tags, 'if-unmodified-since': since } = headers
  // A pattern for comma and blanks would take time with the square of the blanks.
  if (tags !== undefined)
    return tags !== '*' && !tags.split(',').some((tag) => trimBlanks(tag) === etag)
  const sinceMs = since === undefined ? undefined : parseHttpDate(since)
  return sinceMs !== undefined && Math.floor(modifiedAtMs / 1_000) * 1_000 > sinceMs
}

/** The one range that the caller asks for; several ranges are answered by the whole file, which HTTP allows. */
const rangeOf = (
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  sizeBytes: number,
  validators: readonly string[],
): ByteRange | undefined => {
  const { range: asked, 'if-range': condition } = headers
  if (method !== 'GET' || asked === undefined) return undefined
  if (condition !== undefined && !validators.includes(String(condition))) return undefined
  // A suffix is satisfiable even where there is nothing (RFC 9110, 14.1.2), and an empty part has no Content-Range.
  if (sizeBytes === 0 && /^bytes=-0*[1-9]\d*$/.test(asked)) return undefined
  const ranges = parseRange(sizeBytes, withinSize(asked, sizeBytes), { combine: true })
  if (ranges === -1) {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw refuse.badRange(sizeBytes)
  }
  const [range, another] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return another ? undefined : range
}

/** A suffix longer than the file means all of it (RFC 9110, 14.1.2). */
const withinSize = (asked: string, sizeBytes: number): string => {
  const last = /^bytes=-(\d+)$/.exec(asked)?.[1]
  return last !== undefined && sizeBytes > 0 && Number(last) > sizeBytes ? 'bytes=0-' : asked
}

/** A name without characters that file systems refuse, of bounded length. */
const headerName = (name: string): string => {
  const safe = name.replaceAll(/[/\\\p{Cc}]/gu, '_')
  if (safe.length <= MAX_NAME) return safe
  const extension = /\.[^.]{1,10}$/.exec(safe)?.[0] ?? ''
  const start = safe.slice(0, MAX_NAME - extension.length)
  return `${start.replace(/[\uD800-\uDBFF]$/, '')}${extension}`
}
