import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { variantOf } from '../../contract/assumptions/index.ts'
import { refuse } from '../../errors/refusals.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { HttpSettings } from '../answer-call.ts'
import { answerRefusal } from '../answer-refusal.ts'
import { readJsonBodies } from '../bodies/json-body.ts'
import type { Endpoint } from '../define-endpoint.ts'
import { matchedRoute } from '../matched-route.ts'
import { EXPECTED_BODY, mountEndpoint } from '../mount-endpoint.ts'
import { headerOf } from '../plugins/find-workspace.ts'
import { requireAccessToken } from './token-guard.ts'

/** What a surface is made of. */
export interface SurfaceOptions {
  sandbox: Sandbox
  endpoints: readonly Endpoint[]
  settings: HttpSettings
}

/** The server side: `{base_url}/open-api/...` (document, "Authentication" 1 to 4). */
export const serverSide: FastifyPluginAsync<SurfaceOptions> = async (app, options) => {
  readJsonBodies(app, EXPECTED_BODY['server-side'])
  app.setErrorHandler(answerRefusal(options.settings))
  app.addHook('onRequest', (request, _reply, done) => {
    requireTokenType(request)
    requireAccessToken(options.sandbox, request, options.settings)
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    requireSameBodyToken(request)
    done()
  })
  for (const endpoint of options.endpoints)
    mountEndpoint(app, endpoint, options.settings, options.sandbox.files)
}

/** A-auth-10. */
const requireTokenType = (request: FastifyRequest): void => {
  const type = headerOf(request, 'token-type')
  if (type === undefined) throw refuse.missingHeader('Token-type')
  if (!type.split(/\s*,\s*/).every((name) => name.toLowerCase() === 'bearer'))
    throw refuse.wrongTokenType(type)
}

/** A-auth-1; an operation whose document's request has no token need not carry one. */
const requireSameBodyToken = (request: FastifyRequest): void => {
  const { state, body } = request
  if (variantOf('A-auth-1', state.workspace.record.variants) === 'ignored') return
  const { token } = body as { token?: string | null }
  if (token === undefined && !matchedRoute(request).operation?.hasBodyToken) return
  state.assumptions.add('A-auth-1')
  if (token !== state.accessToken) throw refuse.tokenMismatch()
}
