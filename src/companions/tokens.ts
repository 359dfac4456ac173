import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { answerWith, type HttpSettings } from '../http/answer-call.ts'
import { readJsonBodies } from '../http/json-body.ts'
import { normaliseBody } from '../http/normalise.ts'
import { answerRefusal } from '../http/surfaces/refusals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Workspace } from '../sandbox/workspace.ts'

interface TokenOptions {
  sandbox: Sandbox
  settings: HttpSettings
  tokenPath: string
  refreshPath: string
}

/**
 * Get access token and refresh access token, which the document names and does not show (A-auth-7).
 * They need no token themselves; the client id or the refresh token tells the workspace.
 */
export const tokenCompanions: FastifyPluginAsync<TokenOptions> = async (plain, options) => {
  const { sandbox, settings, tokenPath, refreshPath } = options
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  readJsonBodies(plain, EXPECTED)
  plain.setErrorHandler(answerRefusal(settings))
  plain.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('cache-control', 'no-store')
    done(null, payload)
  })

  const tokenBody = Type.Object({ clientId: Type.String(), clientKey: Type.String() })
  app.post(tokenPath, bodyOf(tokenBody, 'get-token'), (request, reply) => {
    const workspaceId = sandbox.access.workspaceOfClient(request.body.clientId)
    const workspace = moveTo(sandbox, request, workspaceId)
    const issued = sandbox.access.issueTokens(workspace, request.body)
    return reply
      .type('application/json; charset=utf-8')
      .send(answerWith(request.context, issued, 'plain'))
  })

  const refreshBody = Type.Object({ refresh_token: Type.String() })
  app.post(refreshPath, bodyOf(refreshBody, 'refresh-token'), (request, reply) => {
    const token = request.body.refresh_token
    const workspaceId = sandbox.access.workspaceOfRefreshToken(token)
    const workspace = moveTo(sandbox, request, workspaceId)
    request.context.assumed.add('A-auth-8')
    const issued = sandbox.access.refreshTokens(workspace, token)
    return reply
      .type('application/json; charset=utf-8')
      .send(answerWith(request.context, issued, 'plain'))
  })
}

const EXPECTED = 'clientId and clientKey, or refresh_token'

const bodyOf = <T extends TSchema>(body: T, companion: 'get-token' | 'refresh-token') => ({
  config: { companion },
  schema: { body },
  preValidation: async (request: FastifyRequest) => normaliseBody(request, body, EXPECTED),
})

/** The workspace of a credential in the body, unless the path names one. */
const moveTo = (
  sandbox: Sandbox,
  request: FastifyRequest,
  workspaceId: string | undefined,
): Workspace => {
  if (request.context.addressed !== undefined || workspaceId === undefined)
    return request.context.workspace
  const workspace = sandbox.find(workspaceId)
  if (workspace) request.context = request.context.movedTo(workspace)
  return request.context.workspace
}
