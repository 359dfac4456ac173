import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { foreignHint } from '../../contract/errors/foreign-hint.ts'
import { quote } from '../../contract/errors/quote.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { workspaceIdOf } from '../../kernel/ids.ts'
import { trimBlanks } from '../../kernel/text.ts'
import { isOwnOrigin } from '../control-access.ts'
import { headerLike, headerOf } from '../request.ts'

/** An `onRequest` hook: warns of a page that calls what only servers call; the console is of the same origin. */
export const warnOfPage: onRequestHookHandler = (request, _reply, done) => {
  const { origin } = request.headers
  if (origin !== undefined && !request.call.route.operation?.fromPages)
    if (!isOwnOrigin(origin, request)) request.call.notes.warn('server-call-from-page')
  done()
}

type Base = 'publicUrl' | 'portalUrl'

const hostOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).host)

/** An `onRequest` hook: warns of a call to the base URL of the other surface, where the settings name two hosts. */
export const warnOfOtherBase =
  (own: Base, other: Base): onRequestHookHandler =>
  ({ call, host, server: { settings } }, _reply, done) => {
    const ownHost = hostOf(settings[own])
    if (ownHost !== undefined && ownHost !== host && hostOf(settings[other]) === host)
      call.notes.warn('other-base')
    done()
  }

/** An `onRequest` hook: `Token-type` must be bearer (A-auth-9). */
export const requireTokenType: onRequestHookHandler = (request, _reply, done) => {
  const type = headerOf(request, 'token-type') ?? ''
  if (!type.split(',').every((name) => trimBlanks(name).toLowerCase() === 'bearer'))
    throw refuse.wrongTokenType(type)
  done()
}

/** A `preHandler` hook: a token in the body must be that of the header (A-auth-1); some operations need none. */
export const requireSameBodyToken: preHandlerHookHandler = (request, _reply, done) => {
  const { call, body } = request
  if (call.variant('A-auth-1') === 'ignored') return done()
  const { token } = body as { token?: string | null }
  if (token === undefined && !request.call.route.operation?.hasBodyToken) return done()
  call.notes.assumptions.add('A-auth-1')
  if (token !== call.accessToken) throw refuse.tokenMismatch()
  done()
}

const ACCESS_TOKEN = 'Access-token'
const ACTING_USER = 'x-open-api-user'

/**
 * An `onRequest` hook: a request needs these headers and an access token. One that lacks several is told all of them
 * at once, before any value is checked.
 */
export const requireHeaders = (names: readonly string[]): onRequestHookHandler => {
  const required = [...names, ACCESS_TOKEN]
  return (request, _reply, done) => {
    const missing = required.filter((name) => !hasHeader(request, name))
    if (missing.length === 0) return done()
    if (lacksActor(request)) missing.push(ACTING_USER)
    const hints = missing.map((name) => hintForMissing(request, name, missing.length === 1))
    throw refuse.missingHeader(missing, hintForLike(request, missing) + hints.join(''))
  }
}

/** A line of commas, which several empty headers make, has no value. */
const hasHeader = ({ headers }: FastifyRequest, name: string): boolean => {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' && /[^\t ,]/.test(value)
}

const lacksActor = (request: FastifyRequest): boolean => {
  const { call } = request
  if (!call.route.operation?.hasUserHeader || hasHeader(request, ACTING_USER)) return false
  if (call.variant('A-auth-3') === 'owner') return false
  call.notes.assumptions.add('A-auth-3')
  return true
}

/** The headers of a request that look like missing ones. */
const hintForLike = (request: FastifyRequest, missing: readonly string[]): string => {
  const like = missing.flatMap((name) => headerLike(request, name) ?? [])
  if (like.length === 0) return ''
  const are = like.length === 1 ? 'is a different header' : 'are different headers'
  return `; the request has ${like.map(quote).join(' and ')}, which ${are}`
}

const hintForMissing = (request: FastifyRequest, name: string, isAlone: boolean): string => {
  if (name === 'Token-type') return isAlone ? '; it must be bearer' : '; Token-type must be bearer'
  if (name !== ACCESS_TOKEN) return ''
  warnOfAuthorization(request, [])
  return hintForToken(request, [], isAlone ? 'one' : 'an access token')
}

const isBearer = (token: string): boolean => /^bearer /i.test(token)

/**
 * An `onRequest` hook: a request needs a valid access token of its workspace. Of several the first valid
 * one counts (A-auth-9). It has no scopes (A-event-1).
 */
export const requireAccessToken: onRequestHookHandler = (request, _reply, done) => {
  const { call, server } = request
  const tokens = call.sentTokens
  warnOfAuthorization(request, tokens)
  if (tokens.length === 0) {
    const hint = hintForLike(request, [ACCESS_TOKEN]) || hintForToken(request, [])
    throw refuse.missingHeader(ACCESS_TOKEN, hint)
  }
  if (tokens.length > 1) call.notes.warn('second-access-token')
  const judge = (token: string) => server.sandbox.access.judgeToken(call.workspace, token)
  const valid = tokens.find((token) => judge(token) === 'valid')
  if (valid === undefined || tokens.length > 1) warnOfForm(request, tokens)
  if (valid === undefined)
    throw tokens.some((token) => judge(token) === 'expired')
      ? refuse.expiredToken(server.settings.refreshPath)
      : refuse.unknownToken(hintForToken(request, tokens))
  call.accessToken = valid
  done()
}

/** Says which credential was sent as an access token, and what to do with it. */
const otherCredential = ({ sandbox, settings }: FastifyInstance, token: string) => {
  const { access, grants } = sandbox
  if (access.workspaceOfRefreshToken(token) !== undefined)
    return `a refresh token; POST it as refresh_token to ${settings.refreshPath}`
  if (access.workspaceOfClient(token) !== undefined)
    return `a client id; POST it with its clientKey to ${settings.tokenPath} for an access token`
  if (grants.find(token) !== undefined)
    return 'an access key id of object storage; sign requests to the storage endpoint with it'
  return undefined
}

/** What a call should do whose token is missing or unknown; `wanted` is what the sentence calls the token. */
const hintForToken = (
  { call, headers, server, url }: FastifyRequest,
  tokens: readonly string[],
  wanted = 'one',
): string => {
  if (tokens.some(isBearer)) return '; send the token without "Bearer"'
  if (tokens.length === 0 && headers.authorization !== undefined)
    return '; send the token in Access-token, not in Authorization'
  if (tokens.length === 0 && /[?&](?:access_?)?token=/i.test(url))
    return '; send the token in the header Access-token, not in the query'
  const other = tokens.map((token) => otherCredential(server, token)).find(Boolean)
  if (other !== undefined) return `; it is ${other}`
  const ids = tokens.map((token) => workspaceIdOf(token) ?? '')
  const ended = ids.map((id) => server.sandbox.expired.hintFor(id, `its workspace ${id}`))
  const get = `; POST clientId and clientKey to ${server.settings.tokenPath} for ${wanted}`
  return foreignHint(call.addressed, 'it', tokens) || ended.find(Boolean) || get
}

/** A token with its scheme or alone; other schemes are for proxies. */
const BEARER_OR_ALONE = /^[\t ]*(?:bearer[\t ]+)?([^\t ,]+)[\t ]*$/i

/** Reports an access token in `Authorization`, unless there is also an `Access-token`: then it may be meant for a proxy. */
const warnOfAuthorization = (
  { headers: { authorization = '' }, call }: FastifyRequest,
  tokens: readonly string[],
): void => {
  const token = BEARER_OR_ALONE.exec(authorization)?.[1]
  if (token === undefined) return
  if (tokens.length === 0 || tokens.includes(token)) call.notes.warn('token-in-authorization')
}

const warnOfForm = ({ call }: FastifyRequest, tokens: readonly string[]): void => {
  if (tokens.some(isBearer)) call.notes.warn('bearer-in-access-token')
  if (foreignHint(call.addressed, 'it', tokens) !== '')
    call.notes.warn('token-of-another-workspace')
}
