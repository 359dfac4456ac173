import type { FastifyPluginAsync, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import { answerRefusal } from '../answer-refusal.ts'
import { readJsonBodies } from '../bodies/json-body.ts'
import type { Endpoint } from '../define-endpoint.ts'
import { matchedRoute } from '../matched-route.ts'
import { EXPECTED_BODY } from '../normalise.ts'
import { headerOf } from '../plugins/find-workspace.ts'
import { isOwnOrigin } from '../server-origin.ts'
import { requireHeaders } from './required-headers.ts'
import { requireAccessToken } from './token-guard.ts'

/** The endpoints of a surface. */
export interface SurfaceOptions {
  endpoints: readonly Endpoint[]
}

/** The server side: `{base_url}/open-api/...` (document, "Authentication" 1 to 4). Its hooks guard every endpoint. */
export const serverSide: FastifyPluginAsync<SurfaceOptions> = async (app, { endpoints }) => {
  readJsonBodies(app, EXPECTED_BODY['server-side'])
  app.setErrorHandler(answerRefusal())
  app.addHook('onRequest', warnOfPage)
  app.addHook('onRequest', requireHeaders(['Token-type']))
  app.addHook('onRequest', requireTokenType)
  app.addHook('onRequest', requireAccessToken)
  app.addHook('preHandler', requireSameBodyToken)
  for (const endpoint of endpoints) app.register(endpoint)
}

/** An `onRequest` hook: warns of a page that calls what only servers call; the console is of the same origin. */
const warnOfPage: onRequestHookHandler = (request, _reply, done) => {
  const { origin } = request.headers
  if (origin !== undefined && !matchedRoute(request).operation?.fromPages)
    if (!isOwnOrigin(origin, request)) request.call.warn('server-call-from-page')
  done()
}

/** An `onRequest` hook: `Token-type` must be bearer (A-auth-9). */
const requireTokenType: onRequestHookHandler = (request, _reply, done) => {
  const type = headerOf(request, 'token-type') ?? ''
  // As nearly every call has it.
  if (type === 'bearer') return done()
  if (!type.split(/\s*,\s*/).every((name) => name.toLowerCase() === 'bearer'))
    throw refuse.wrongTokenType(type)
  done()
}

/** A `preHandler` hook: a token in the body must be that of the header (A-auth-1); some operations need none. */
const requireSameBodyToken: preHandlerHookHandler = (request, _reply, done) => {
  const { call, body } = request
  if (call.variant('A-auth-1') === 'ignored') return done()
  const { token } = body as { token?: string | null }
  if (token === undefined && !matchedRoute(request).operation?.hasBodyToken) return done()
  call.assumptions.add('A-auth-1')
  if (token !== call.accessToken) throw refuse.tokenMismatch()
  done()
}
