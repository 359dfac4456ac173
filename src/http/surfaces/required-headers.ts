import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { variantOf } from '../../contract/assumptions/index.ts'
import { refuse } from '../../errors/refusals.ts'
import { matchedRoute } from '../matched-route.ts'
import { accessTokensOf, headerOf } from '../plugins/find-workspace.ts'
import { hintForToken, warnOfAuthorization } from './token-guard.ts'

/** The access token, which all surfaces require. */
const ACCESS_TOKEN = 'Access-token'

/** The acting user, which some operations require by variant of A-auth-3. */
const ACTING_USER = 'x-open-api-user'

/**
 * An `onRequest` hook: a request needs these headers and an access token. One that lacks several is told all of them
 * at once, before the value of any is judged.
 */
export const requireHeaders = (names: readonly string[]): onRequestHookHandler => {
  const required = [...names, ACCESS_TOKEN].map((name) => ({ name, key: name.toLowerCase() }))
  return (request, _reply, done) => {
    if (required.every(({ key }) => headerOf(request, key) !== undefined)) return done()
    const missing = required.filter(({ key }) => !hasHeader(request, key)).map(({ name }) => name)
    // Without a token that counts the guard of tokens refuses, and names it.
    if (missing.length === 0) return done()
    if (requiresActor(request)) missing.push(ACTING_USER)
    throw missingHeaders(request, missing)
  }
}

/** A line of commas carries no token. */
const hasHeader = (request: FastifyRequest, key: string): boolean =>
  key === 'access-token' ? accessTokensOf(request).length > 0 : headerOf(request, key) !== undefined

/** Whether the call needs an acting user, by variant, and names none. */
const requiresActor = (request: FastifyRequest): boolean => {
  const { state } = request
  if (!matchedRoute(request).operation?.hasUserHeader) return false
  if (variantOf('A-auth-3', state.workspace.record.variants) === 'owner') return false
  if (headerOf(request, ACTING_USER) !== undefined) return false
  state.assumptions.add('A-auth-3')
  return true
}

const missingHeaders = (request: FastifyRequest, missing: readonly string[]): Error => {
  const isAlone = missing.length === 1
  const hints = missing.map((name) => {
    if (name === 'Token-type')
      return isAlone ? '; it must be bearer' : '; Token-type must be bearer'
    if (name !== ACCESS_TOKEN) return ''
    warnOfAuthorization(request, [])
    return hintForToken(request, isAlone ? 'one' : 'an access token')
  })
  return refuse.missingHeader(missing, hints.join(''))
}
