import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyContextConfig, FastifyRequest, onRequestHookHandler } from 'fastify'
import { isLikeHeader } from '../contract/errors/header-names.ts'
import type { RefusalName } from '../contract/errors/refusals.ts'
import type { Operation, OperationName } from '../contract/operation.ts'
import type { SupportingRouteName } from '../contract/supporting-routes.ts'
import { LIMITS, type Limit } from '../kernel/limits.ts'
import { PROCESS_TAG } from '../kernel/processes.ts'
import { trimBlanks } from '../kernel/text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    supportingRoute?: SupportingRouteName
    /** The refusals that a supporting route can answer, beside those of its schema and of every call. */
    refuses?: readonly RefusalName[]
    /** The bounds of the JSON body that a route reads; the usual ones without it. */
    body?: BodyLimit
    /** A media type of bodies that the route reads as they arrive, beside JSON. */
    streamedType?: string
  }
}

export type MatchedRoute = FastifyContextConfig & { readonly url?: string }

export const nameOf = ({ operation, supportingRoute }: MatchedRoute): OperationName | undefined =>
  operation?.id ?? supportingRoute

const NONE: MatchedRoute = {}

/** The route of a request. Fastify makes its `routeOptions` anew at every access, and each call has a dozen. */
export const matchedRoute = (request: FastifyRequest): MatchedRoute => {
  request.matchedRoute ??= request.routeOptions.config ?? NONE
  return request.matchedRoute
}

/** A header as the text that its sender meant: Node reads one character for each byte, and nearly all clients send UTF-8. */
export const headerText = (value: string): string => {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : value
}

/** The header of a request that is probably meant to be another; in lower case, as Node reads headers. */
export const headerLike = ({ headers }: FastifyRequest, wanted: string): string | undefined =>
  Object.keys(headers).find((name) => isLikeHeader(name, wanted.toLowerCase()))

const SCHEME = /^https?$/i

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

/**
 * Scheme, host and port that a caller sees. Behind a trusted proxy they are those of its headers, unless these have something else, which
 * could not be called.
 */
export const calledOrigin = ({ protocol, host, headers }: FastifyRequest): string => {
  const scheme = SCHEME.test(protocol) ? protocol.toLowerCase() : 'http'
  const known = [host, headers.host ?? ''].find((name) => HOST.test(name))
  return `${scheme}://${known ?? 'localhost'}`
}

export interface BodyLimit {
  readonly maxBytes: number
  readonly maxValues: number
}

const limitOf = (bytes: Limit, values: Limit): BodyLimit => ({
  maxBytes: bytes.max,
  maxValues: values.max,
})

/** Bodies of E7, which has lists of a hundred thousand members. */
export const MEMBER_BODY = limitOf(LIMITS.memberBodyBytes, LIMITS.memberBodyValues)

export const PART_BODY = limitOf(LIMITS.bodyBytes, LIMITS.partBodyValues)

export const SEED_BODY = limitOf(LIMITS.seedBodyBytes, LIMITS.seedBodyValues)

export const SMALL_BODY = limitOf(LIMITS.smallBodyBytes, LIMITS.bodyValues)

export const REQUEST_ID = 'x-request-id'

const ALLOWED = new RegExp(`^[\\w.-]{1,${LIMITS.requestIdCharacters.max}}$`)

let last = 0

/** The id that a caller or a proxy gave the request, else one of ours, which no other process gives. */
export const requestIdFor = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && ALLOWED.test(given) ? given : newRequestId()
}

export const newRequestId = (): string => {
  last += 1
  return `req-${PROCESS_TAG}-${last}`
}

/** An `onRequest` hook: answers the id of the request. */
export const sendRequestId: onRequestHookHandler = (request, reply, done) => {
  reply.header(REQUEST_ID, request.id)
  done()
}

export const CONTROL_BASE = '/_sandbox'

const SCHEME_AND_HOST = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
const WORKSPACE_PREFIX = /^\/w\/[^/]+/

/**
 * Whether a path means the control plane in any spelling: with escapes, doubled slashes, dots, the workspace prefix
 * or scheme and host before it. The router accepts few of them, and none may be treated as another surface.
 */
export const isControlPath = (url: string): boolean => {
  const path = url.replace(SCHEME_AND_HOST, '').split(/[?#]/, 1)[0] ?? ''
  const plain = new URL(`http://host/${unescaped(path)}`).pathname.replaceAll(/\/{2,}/g, '/')
  const [, first] = plain.replace(WORKSPACE_PREFIX, '').split('/')
  return first?.toLowerCase() === CONTROL_BASE.slice(1)
}

/** Without escapes, also where a sender has escaped it several times; an invalid escape stays. */
const unescaped = (path: string): string => {
  let plain = path
  for (let times = 0; times < 3 && plain.includes('%'); times += 1)
    plain = plain.replaceAll(/(%[\da-f]{2})+/gi, decoded)
  return plain.replaceAll(/[?#]/g, '_')
}

const decoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

const OF_SERVER =
  /^\/(?:$|_sandbox|livez|readyz|metrics|openapi(?:\.\w+)?|llms\.txt|docs|console|favicon\.ico|robots\.txt|\.well-known)(?=\/|$)/

/** Whether a call is to the server itself, or one that browsers try at any server. */
export const isOfServer = (request: FastifyRequest): boolean => {
  const { url } = matchedRoute(request)
  if (url !== undefined) return OF_SERVER.test(url)
  const path = request.url.split('?', 1)[0] ?? ''
  // A client whose base URL lacks a path sends its calls to the root.
  return (path !== '/' && OF_SERVER.test(path)) || isControlPath(path)
}

/** The address of a caller. A proxy may forward any text; then it is that of the proxy. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | undefined =>
  isIP(ip) === 0 ? socket.remoteAddress : ip

/** The first value of a header, without blanks around it; undefined where that is empty. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text === undefined ? undefined : trimBlanks(text) || undefined
}
