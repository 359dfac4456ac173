import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Text } from '../contract/resources/primitives.ts'
import { answerWith, type HttpSettings } from '../http/answer-call.ts'
import { answerRefusal } from '../http/answer-refusal.ts'
import { SMALL_BODY } from '../http/bodies/body-limit.ts'
import { readJsonBodies } from '../http/bodies/json-body.ts'
import { normaliseBody } from '../http/normalise.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'

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
export const tokenRoutes: FastifyPluginAsync<TokenOptions> = async (plain, options) => {
  const { sandbox, settings, tokenPath, refreshPath } = options
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  readJsonBodies(plain, EXPECTED)
  plain.setErrorHandler(answerRefusal(settings))
  plain.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('cache-control', 'no-store')
    done(null, payload)
  })

  const tokenBody = Type.Object({ clientId: Text, clientKey: Text })
  const tokenRoute = routeOf('get-token', tokenBody, sandbox, ({ clientId }) =>
    typeof clientId === 'string' ? sandbox.access.workspaceOfClient(clientId) : undefined,
  )
  app.post(tokenPath, tokenRoute, (request, reply) => {
    const issued = sandbox.access.issueTokens(request.state.workspace, request.body)
    return reply
      .type('application/json; charset=utf-8')
      .send(answerWith(request.state, issued, 'plain'))
  })

  const refreshBody = Type.Object({ refresh_token: Text })
  const refreshRoute = routeOf('refresh-token', refreshBody, sandbox, ({ refresh_token: token }) =>
    typeof token === 'string' ? sandbox.access.workspaceOfRefreshToken(token) : undefined,
  )
  app.post(refreshPath, refreshRoute, (request, reply) => {
    const { state, body } = request
    state.assumptions.add('A-auth-8')
    const issued = sandbox.access.refreshTokens(state.workspace, body.refresh_token)
    return reply
      .type('application/json; charset=utf-8')
      .send(answerWith(request.state, issued, 'plain'))
  })
}

const EXPECTED = 'clientId and clientKey, or refresh_token'

/** The id of the workspace that a body names, which nobody has judged yet. */
type Named = (body: Readonly<Record<string, unknown>>) => string | undefined

const routeOf = <T extends TSchema>(
  supportingRoute: 'get-token' | 'refresh-token',
  body: T,
  sandbox: Sandbox,
  named: Named,
) => ({
  config: { supportingRoute, body: SMALL_BODY },
  schema: { body },
  preValidation: async (request: FastifyRequest) => {
    normaliseBody(request, body, EXPECTED)
    move(request, sandbox, named)
  },
  // A call that a fault delays keeps nothing but what it was judged by.
  preHandler: async (request: FastifyRequest) => {
    request.body = pick(request.body as object, Object.keys(body.properties ?? {}))
    request.state.sentBody = request.body
  },
})

const pick = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))

/** Moves a call to the workspace of a credential in its body, unless the path names one. */
const move = (request: FastifyRequest, sandbox: Sandbox, named: Named): void => {
  const { state, body } = request
  if (state.addressed !== undefined || body === null || typeof body !== 'object') return
  const id = named(body as Record<string, unknown>)
  const workspace = id === undefined ? undefined : sandbox.find(id)
  if (workspace) request.state = state.movedTo(workspace)
}
