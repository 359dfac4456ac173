import type { onRequestHookHandler } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import { accessTokensOf } from '../plugins/find-workspace.ts'

/**
 * An `onRequest` hook: a request needs a valid access token of its workspace. Of several the first valid
 * one counts (A-auth-9).
 */
export const requireAccessToken: onRequestHookHandler = (request, _reply, done) => {
  const { state, server } = request
  const { tokenPath, refreshPath } = server.settings
  const tokens = accessTokensOf(request)
  if (tokens.length === 0)
    throw refuse.missingHeader(
      'Access-token',
      `; POST clientId and clientKey to ${tokenPath} for one`,
    )
  if (tokens.length > 1) state.warn('second-access-token')
  const states = tokens.map((token) => server.sandbox.access.judgeToken(state.workspace, token))
  const valid = tokens[states.indexOf('valid')]
  if (valid === undefined)
    throw states.includes('expired')
      ? refuse.expiredToken(refreshPath)
      : refuse.unknownToken(tokenPath)
  state.accessToken = valid
  done()
}
