import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import { accessTokensOf } from '../plugins/find-workspace.ts'

const isBearer = (token: string): boolean => /^bearer /i.test(token)

/**
 * An `onRequest` hook: a request needs a valid access token of its workspace. Of several the first valid
 * one counts (A-auth-9). It has no scopes (A-auth-13).
 */
export const requireAccessToken: onRequestHookHandler = (request, _reply, done) => {
  const { state, server } = request
  const { tokenPath, refreshPath } = server.settings
  const tokens = accessTokensOf(request)
  if (tokens.length === 0)
    throw refuse.missingHeader('Access-token', hintForMissing(request.headers, tokenPath))
  if (tokens.length > 1) state.warn('second-access-token')
  const states = tokens.map((token) => server.sandbox.access.judgeToken(state.workspace, token))
  const valid = tokens[states.indexOf('valid')]
  if (valid === undefined)
    throw states.includes('expired')
      ? refuse.expiredToken(refreshPath)
      : refuse.unknownToken(tokenPath, tokens.some(isBearer))
  state.accessToken = valid
  done()
}

const hintForMissing = ({ authorization }: IncomingHttpHeaders, tokenPath: string): string =>
  authorization === undefined
    ? `; POST clientId and clientKey to ${tokenPath} for one`
    : '; send the token in Access-token, not in Authorization'
