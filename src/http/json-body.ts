import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../kernel/errors.ts'
import { isTooDeep, MAX_JSON_DEPTH } from '../kernel/json-depth.ts'

/** The largest body that is read: a hundred thousand crowd members are 5.5 MB. */
export const BODY_LIMIT_BYTES = 32 * 1_048_576

/** Lets bodies pass unread: where no surface takes them, no body is worth an error of its own. */
export const readNoBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}

/** Reads bodies as JSON, whatever their size or make; every other content type is refused. */
export const readJsonBodies = (app: FastifyInstance, expected: string): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request, body, done) => {
      try {
        request.context.rawBody = body
        refuseOtherCharsets(request.headers['content-type'] ?? '')
        done(null, parseJson(body, expected))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request, body, done) => {
      request.context.rawBody = body
      done(refuse.wrongContentType(request.headers['content-type']))
    },
  )
}

/** Parses bytes as JSON text: well-formed UTF-8, no half surrogates, bounded depth. Of two equal keys the last counts (A-request-4). */
export const parseJson = (body: Buffer, expected: string): unknown => {
  if (body.length === 0) throw refuse.emptyBody(expected)
  if (!isUtf8(body)) throw refuse.notUnicode('it is not UTF-8')
  if (isTooDeep(body)) throw refuse.tooDeep(MAX_JSON_DEPTH)
  const value = parse(body.toString('utf8'))
  if (mayHaveEscapedSurrogate(body)) refuseHalfSurrogates(value)
  return value
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse.malformedJson(error instanceof Error ? error.message.slice(0, 120) : 'unreadable')
  }
}

const refuseOtherCharsets = (contentType: string): void => {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) throw refuse.wrongContentType(contentType)
}

const mayHaveEscapedSurrogate = (body: Buffer): boolean =>
  body.includes('\\ud') || body.includes('\\uD')

const refuseHalfSurrogates = (value: unknown): void => {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw refuse.notUnicode('a string has half of a surrogate pair')
  } else if (value !== null && typeof value === 'object') {
    for (const [key, element] of Object.entries(value)) {
      refuseHalfSurrogates(key)
      refuseHalfSurrogates(element)
    }
  }
}
