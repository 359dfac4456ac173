import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { foreignHint } from '../../errors/foreign-hint.ts'
import { refuse } from '../../errors/refusals.ts'
import { accessTokensOf } from '../plugins/find-workspace.ts'

const isBearer = (token: string): boolean => /^bearer /i.test(token)

/**
 * An `onRequest` hook: a request needs a valid access token of its workspace. Of several the first valid
 * one counts (A-auth-9). It has no scopes (A-event-1).
 */
export const requireAccessToken: onRequestHookHandler = (request, _reply, done) => {
  const { call, server } = request
  const { refreshPath } = server.settings
  const tokens = accessTokensOf(request)
  if (request.headers.authorization !== undefined) warnOfAuthorization(request, tokens)
  if (tokens.length === 0) throw refuse.missingHeader('Access-token', hintForToken(request, 'one'))
  if (tokens.length > 1) call.warn('second-access-token')
  const judge = (token: string) => server.sandbox.access.judgeToken(call.workspace, token)
  const valid = tokens.find((token) => judge(token) === 'valid')
  if (valid === undefined || tokens.length > 1) warnOfForm(request, tokens)
  if (valid === undefined)
    throw tokens.some((token) => judge(token) === 'expired')
      ? refuse.expiredToken(refreshPath)
      : refuse.unknownToken(hintForUnknown(request, tokens))
  call.accessToken = valid
  done()
}

const hintForUnknown = ({ call, server }: FastifyRequest, tokens: readonly string[]): string =>
  tokens.some(isBearer)
    ? '; send the token without "Bearer"'
    : foreignHint(call.addressed, 'it', tokens) ||
      `; POST clientId and clientKey to ${server.settings.tokenPath} for one`

/** What a call without a token should do; `wanted` is what a sentence calls the token. */
export const hintForToken = ({ headers, server }: FastifyRequest, wanted: string): string =>
  headers.authorization === undefined
    ? `; POST clientId and clientKey to ${server.settings.tokenPath} for ${wanted}`
    : '; send the token in Access-token, not in Authorization'

/** A token with its scheme or alone; other schemes are for proxies. */
const BEARER_OR_ALONE = /^\s*(?:bearer\s+)?([^\s,]+)\s*$/i

/** Reports an access token in `Authorization`: one beside another `Access-token` may be meant for a proxy. */
export const warnOfAuthorization = (
  { headers: { authorization = '' }, call }: FastifyRequest,
  tokens: readonly string[],
): void => {
  const token = BEARER_OR_ALONE.exec(authorization)?.[1]
  if (token === undefined) return
  if (tokens.length === 0 || tokens.includes(token)) call.warn('token-in-authorization')
}

const warnOfForm = ({ call }: FastifyRequest, tokens: readonly string[]): void => {
  if (tokens.some(isBearer)) call.warn('bearer-in-access-token')
  if (foreignHint(call.addressed, 'it', tokens) !== '') call.warn('token-of-another-workspace')
}
