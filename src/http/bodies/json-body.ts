import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import type { Refusal } from '../../contract/errors/refusal.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { findJsonError } from '../../kernel/json-position.ts'
import { MAX_JSON_DEPTH, scanJson, withoutByteOrderMark } from '../../kernel/json-scan.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { bareMediaType, trimBlanks } from '../../kernel/text.ts'
import { matchedRoute } from '../request.ts'
import { inTurn } from '../turns.ts'
import { tellToContinue, whenDrained } from './streamed-body.ts'

/** Discards bodies unread: where no route takes them, the missing route is the error. */
export const readNoBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}

/** `fileHint` ends the sentence that refuses a form or a file. */
export const readJsonBodies = (app: FastifyInstance, expected: string, fileHint = ''): void => {
  const wrongType = ({ headers }: FastifyRequest): Refusal | undefined => {
    const type = headers['content-type'] ?? ''
    const isCharset = bareMediaType(type) === 'application/json'
    const hint = isCharset
      ? '; the charset of JSON must be UTF-8'
      : FILE_TYPE.test(type)
        ? fileHint
        : ''
    return isJson(type) ? undefined : refuse.wrongContentType(type, undefined, hint)
  }
  countBodies(app, wrongType)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.call.body.bytes = body
    const refusal = wrongType(request)
    if (refusal) return done(refusal)
    inTurn(() => {
      try {
        done(null, parseBody(request, body, expected))
      } catch (error) {
        done(error as Error)
      }
    })
  })
}

/** A form or a file; curl sends JSON without a type as a urlencoded form. */
const FILE_TYPE = /^\s*(?:(?:multipart|image|video|audio)\/|application\/(?!x-www-form|.*json))/i

/** Counts and bounds the bytes of bodies; their headers are judged first, of small ones the type when they are there. */
export const countBodies = (
  app: FastifyInstance,
  wrongType: (request: FastifyRequest) => Error | undefined,
): void => {
  refuseCompressedBodies(app)
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyLimit } = request.routeOptions
    const isSmall = lengthOf(request) <= bodyLimit && !isChunked(request)
    // A body of unknown length without a type may be empty.
    const isUntyped = isChunked(request) && request.raw.headers['content-type'] === undefined
    const error = isSmall || isUntyped || isStreamed(request) ? undefined : wrongType(request)
    // The rest of it arrives first, so that its sender reads the answer.
    if (error) return whenDrained(request, () => done(error))
    const { expect } = request.raw.headers
    if (expect !== undefined && lengthOf(request) <= bodyLimit) tellToContinue(request.raw)
    if (isCounted(request) && !isStreamed(request)) countArriving(request, payload)
    done(null, payload)
  })
}

/** Uploads hide headers from the framework, so those of the raw request count. */
const lengthOf = ({ raw }: FastifyRequest): number => Number(raw.headers['content-length'] ?? 0)

const isChunked = ({ raw }: FastifyRequest): boolean =>
  raw.headers['transfer-encoding'] !== undefined

const isCounted = (request: FastifyRequest): boolean =>
  isChunked(request) || lengthOf(request) > LIMITS.uncountedBodyBytes.max

/** Bytes that are compressed would be taken for the text or the file itself. */
export const refuseCompressedBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = trimBlanks(request.raw.headers['content-encoding'] ?? '')
    const hasBody = isChunked(request) || lengthOf(request) > 0
    if (!hasBody || /^(?:identity)?$/i.test(encoding)) return done(null, payload)
    whenDrained(request, () => done(refuse.compressedBody(encoding)))
  })
}

export const isStreamed = (request: FastifyRequest): boolean =>
  matchedRoute(request).streamedType === bareMediaType(request.headers['content-type'] ?? '')

const countArriving = ({ call }: FastifyRequest, payload: RequestPayload): void => {
  const count = (chunk: Buffer): void => {
    try {
      call.body.count(chunk.length)
    } catch (error) {
      payload.off('data', count).emit('error', error)
    }
  }
  // Paused, so that nothing flows before the parser listens, which resumes it. A refused body that drains has no other listener.
  payload.pause().on('data', count)
  payload.on('error', () => undefined)
}

const isJson = (type: string): boolean => {
  const charset = /;[\t ]*charset[\t ]*=[\t ]*"?([^";\t ]+)/i.exec(type)?.[1] ?? 'utf-8'
  return /^[\t ]*application\/json[\t ]*(;|$)/i.test(type) && /^utf-?8$/i.test(charset)
}

/** The approximate memory of a parsed value: an empty object has 56 bytes. */
const VALUE_BYTES = 64

export const parseBody = (request: FastifyRequest, body: Buffer, expected: string): unknown => {
  const { call } = request
  // Some clients write a byte order mark before it.
  const json = withoutByteOrderMark(body)
  if (json !== body) call.notes.warn('byte-order-mark')
  const text = decode(json, expected)
  if (json === body) call.body.text = text
  const values = countValues(json, call.route.body?.maxValues ?? LIMITS.bodyValues.max)
  if (isCounted(request)) call.body.count(values * VALUE_BYTES)
  return parseText(text)
}

/**
 * Parses bytes as JSON text: well-formed UTF-8, no half surrogates, bounded depth, at most `maxValues` keys and values.
 * Of two equal keys the last counts. `name` is what errors call the bytes; without it the request body.
 */
export const parseJson = (
  body: Buffer,
  expected: string,
  maxValues: number,
  name?: string,
): { value: unknown; values: number } => {
  const text = decode(body, expected, name)
  const values = countValues(body, maxValues, name)
  return { value: parseText(text, name), values }
}

const decode = (body: Buffer, expected: string, name?: string): string => {
  if (body.length === 0) throw refuse.emptyBody(expected, name)
  if (!isUtf8(body)) throw refuse.notUnicode('it is not UTF-8', name)
  return body.toString('utf8')
}

/** The number of keys and values; refuses more than are allowed, and nesting that is too deep. */
const countValues = (body: Buffer, maxValues: number, name?: string): number => {
  const { isTooDeep, values } = scanJson(body, maxValues)
  if (isTooDeep) throw refuse.tooDeep(MAX_JSON_DEPTH, name)
  if (values > maxValues) throw refuse.tooManyValues(maxValues, name)
  return values
}

const parseText = (text: string, name?: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refuse.malformedJson(problemOf(text, error as SyntaxError), name)
  }
  if (/\\u[dD]/.test(text) && hasHalfSurrogate(value))
    throw refuse.notUnicode('a string has half of a surrogate pair', name)
  return value
}

/** The place of the first error is searched in texts up to this length, which takes some 20 ms. */
const MAX_SEARCHED = 1_000_000

/** The sentence of the parser with line and column, in place of the position that some of its sentences have. */
const problemOf = (text: string, { message }: SyntaxError): string => {
  const problem = message.replace(/ is not valid JSON$/, '').slice(0, 120)
  const place = text.length > MAX_SEARCHED ? undefined : findJsonError(text)
  if (!place) return problem
  const { line, column } = place
  return `line ${line}, column ${column}: ${problem.replace(/(?: in JSON)? at position \d+.*$/, '')}`
}

const hasHalfSurrogate = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.isWellFormed()
  return (
    value !== null &&
    typeof value === 'object' &&
    Object.entries(value).flat().some(hasHalfSurrogate)
  )
}
