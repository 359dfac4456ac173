import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type TObject, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { SupportingAnswer } from '../contract/envelope.ts'
import { foreignHint } from '../contract/errors/foreign-hint.ts'
import { invented, published } from '../contract/known-field.ts'
import { Text } from '../contract/resources/primitives.ts'
import { IssuedTokens, RefreshedTokens } from '../contract/supporting/issued-tokens.ts'
import { sendPlain } from '../http/answer.ts'
import { readJsonBodies } from '../http/bodies/json-body.ts'
import { answerRefusal } from '../http/errors.ts'
import { OF_JSON_BODIES } from '../http/possible-refusals.ts'
import { SMALL_BODY } from '../http/request.ts'
import { normaliseBody } from '../http/validation.ts'

const EXPECTED = 'clientId and clientKey, or refresh_token'

const TokenBody = Type.Object({
  clientId: published(Text, 'Id of the client, which names its workspace.', 'A-auth-7'),
  clientKey: published(Text, 'Key of the client.', 'A-auth-7'),
})

const RefreshBody = Type.Object({
  refresh_token: invented(Text, 'Refresh token of an earlier answer.', 'A-auth-7', 'A-auth-8'),
})

const Issued = published(IssuedTokens, 'The issued tokens.', 'A-auth-7')

const Refreshed = invented(RefreshedTokens, 'The new tokens.', 'A-auth-7')

const OF_PORTAL =
  '; these are the credentials of the portal application, which E6 and E11 take; use those of the client'

/**
 * Get access token and refresh access token, which the document names and does not show (A-auth-7).
 * They need no token themselves; the client id or the refresh token names the workspace.
 */
export const tokenRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox, settings } = app
  const { access } = sandbox
  readJsonBodies(app, EXPECTED)
  app.setErrorHandler(answerRefusal())
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.post(settings.tokenPath, {
    config: {
      supportingRoute: 'get-token',
      body: SMALL_BODY,
      refuses: [...OF_JSON_BODIES, 'wrongClient'],
    },
    schema: {
      summary: 'Get access token',
      body: TokenBody,
      response: { 200: SupportingAnswer(Issued, published) },
    },
    preValidation: findWorkspace(TokenBody, 'clientId', (id) => access.workspaceOfClient(id)),
    handler: ({ call, body }) => {
      const isOfPortal = () => access.secretOfApp(call.workspace, body.clientId) !== undefined
      const hint = () =>
        foreignHint(call.addressed, 'clientId', [body.clientId]) || (isOfPortal() ? OF_PORTAL : '')
      return sendPlain(call, access.issueTokens(call.workspace, body, hint))
    },
  })
  app.post(settings.refreshPath, {
    config: {
      supportingRoute: 'refresh-token',
      body: SMALL_BODY,
      refuses: [...OF_JSON_BODIES, 'badRefreshToken'],
    },
    schema: {
      summary: 'Refresh access token',
      body: RefreshBody,
      response: { 200: SupportingAnswer(Refreshed, invented) },
    },
    preValidation: findWorkspace(RefreshBody, 'refresh_token', (token) =>
      access.workspaceOfRefreshToken(token),
    ),
    handler: ({ call, body }) => {
      call.notes.assumptions.add('A-auth-8')
      const { refresh_token: token } = body
      const hint = foreignHint(call.addressed, 'it', [token]) || undefined
      return sendPlain(call, access.refreshTokens(call.workspace, token, hint))
    },
  })
}

/** Moves a call to the workspace of a credential in its body, which is not validated yet, unless the path names one. */
const findWorkspace =
  (schema: TObject, field: string, idOf: (credential: string) => string | undefined) =>
  async (request: FastifyRequest): Promise<void> => {
    normaliseBody(request, schema, EXPECTED)
    const { call, body, server } = request
    if (call.addressed !== undefined) return
    const credential: unknown = Object(body)[field]
    const id = typeof credential === 'string' ? idOf(credential) : undefined
    const workspace = id === undefined ? undefined : server.sandbox.find(id)
    if (workspace) call.moveTo(workspace)
  }
