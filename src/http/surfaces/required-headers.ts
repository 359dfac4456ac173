import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import { matchedRoute } from '../matched-route.ts'
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
    if (hasAll(request, required)) return done()
    const missing = required.filter(({ key }) => !hasHeader(request, key)).map(({ name }) => name)
    if (requiresActor(request)) missing.push(ACTING_USER)
    throw missingHeaders(request, missing)
  }
}

interface RequiredHeader {
  readonly name: string
  readonly key: string
}

const hasAll = (request: FastifyRequest, required: readonly RequiredHeader[]): boolean => {
  for (const { key } of required) if (!hasHeader(request, key)) return false
  return true
}

/** A line of commas, which several empty headers make, has no value. */
const hasHeader = ({ headers }: FastifyRequest, key: string): boolean => {
  const value = headers[key]
  return typeof value === 'string' && /[^\s,]/.test(value)
}

/** Whether the call needs an acting user, by variant, and names none. */
const requiresActor = (request: FastifyRequest): boolean => {
  const { call } = request
  if (!matchedRoute(request).operation?.hasUserHeader) return false
  if (call.variant('A-auth-3') === 'owner') return false
  if (hasHeader(request, ACTING_USER)) return false
  call.assumptions.add('A-auth-3')
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
