import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { HttpSettings } from '../answer-call.ts'
import { accessTokensOf } from '../plugins/find-workspace.ts'

/**
 * Lets a request pass that carries a valid access token of its workspace. Of several the first valid
 * one counts (A-auth-9).
 */
export const requireAccessToken = (
  sandbox: Sandbox,
  request: FastifyRequest,
  { tokenPath, refreshPath }: HttpSettings,
): void => {
  const { state } = request
  const tokens = accessTokensOf(request)
  if (tokens.length === 0)
    throw refuse.missingHeader(
      'Access-token',
      `; POST clientId and clientKey to ${tokenPath} for one`,
    )
  if (tokens.length > 1) state.warn('second-access-token')
  const states = tokens.map((token) => sandbox.access.judgeToken(state.workspace, token))
  const valid = tokens[states.indexOf('valid')]
  if (valid === undefined)
    throw states.includes('expired')
      ? refuse.expiredToken(refreshPath)
      : refuse.unknownToken(tokenPath)
  state.accessToken = valid
}
