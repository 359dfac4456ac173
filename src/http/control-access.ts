import { isIP } from 'node:net'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../contract/errors/caller-error.ts'
import { Problem } from '../contract/errors/problem.ts'
import type { KeyRecord } from '../workspaces/keys/key-files.ts'
import { allows, isFor, type KeyNeed } from '../workspaces/keys/rights.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { calledOrigin, matchedRoute } from './request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the control plane that was sent, once it was looked for; null for none. */
    key: KeyRecord | null | undefined
  }
  interface FastifyContextConfig {
    /** What the route needs of a key, where its method and `isServerWide` do not say it. */
    needs?: KeyNeed
  }
}

/** Why a caller may not call the control plane: without a key that allows it or, where none is needed, from a page of another site. */
export const controlRefusal = (
  request: FastifyRequest,
  { isKeyless = false }: { readonly isKeyless?: boolean } = {},
): Problem | undefined => {
  const { areNeeded } = request.server.sandbox.keys
  // A page that has the key may call from anywhere; without one the site is all that is known of a caller.
  if (areNeeded && !isKeyless) return keyRefusal(request, needOf(request))
  const sentence = (!areNeeded && hostProblem(request)) || siteProblem(request)
  return sentence
    ? new Problem(PROBLEMS.forbidden, `The control plane does not accept calls ${sentence}`)
    : undefined
}

/** True if a call may leave no trace in journal, coverage and findings: its caller must be allowed into the control plane. */
export const mayBeUntracked = (request: FastifyRequest, workspace: Workspace): boolean => {
  if (!request.server.sandbox.keys.areNeeded) return controlRefusal(request) === undefined
  const key = keyOf(request)
  return key !== null && allows(key, 'read') && isFor(key, workspace)
}

export const needOf = (request: FastifyRequest): KeyNeed =>
  needOfRoute(request.method, matchedRoute(request))

/** What a route of the control plane needs of a key. */
export const needOfRoute = (
  method: string,
  { needs, isServerWide }: FastifyContextConfig,
): KeyNeed => needs ?? (isServerWide ? 'admin' : method === 'GET' ? 'read' : 'steer')

const BEARER = /^bearer[\t ]+(.+)$/i

const keyOf = (request: FastifyRequest): KeyRecord | null => {
  const given = BEARER.exec(request.headers.authorization ?? '')?.[1]
  request.key ??= (given !== undefined && request.server.sandbox.keys.find(given)) || null
  return request.key
}

/** Why the key of a call does not allow it. Nothing is said of the right key, nor how near a wrong one is. */
const keyRefusal = (request: FastifyRequest, need: KeyNeed): Problem | undefined => {
  const { authorization } = request.headers
  const key = keyOf(request)
  if (key)
    return allows(key, need) ? undefined : notAllowed(key, `is not allowed to ${WORDS[need]}`)
  if (BEARER.test(authorization ?? ''))
    return new Problem(PROBLEMS.unauthorized, 'The key in Authorization is unknown or has expired')
  const missing = authorization === undefined ? 'is missing; it ' : ''
  const problem = `Authorization ${missing}must be "Bearer" and a key of the control plane`
  return new Problem(PROBLEMS.unauthorized, problem)
}

/** True if the key of a call is still valid. */
export const isStillAllowed = (request: FastifyRequest): boolean => {
  request.key = undefined
  return controlRefusal(request) === undefined
}

export const notAllowed = ({ name, kind, access }: KeyRecord, sentence: string): Problem =>
  new Problem(
    PROBLEMS.forbidden,
    `The ${access === 'read' ? 'read-only ' : ''}${kind} key "${name}" ${sentence}`,
  )

const WORDS: Readonly<Record<KeyNeed, string>> = {
  own: 'show itself',
  read: 'read workspaces',
  steer: 'change workspaces or see credentials',
  manage: 'rename, label or delete workspaces',
  create: 'create workspaces',
  list: 'list workspaces',
  metrics: 'read metrics',
  backup: 'make backups or check the data',
  admin: 'see or change the whole server',
}

const hostProblem = ({ host, headers, server }: FastifyRequest): string | undefined => {
  // A page can set a forwarded host, but not Host.
  const names = [host, headers.host ?? host].map(hostnameOf)
  const name = names.find((one) => !isLocal(one) && !server.settings.allowedHosts.includes(one))
  if (name === undefined) return undefined
  const isPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  // Containers call each other by names without a dot; a page may have bound such a name to this address.
  if (name !== '' && !name.includes('.') && !isPage) return undefined
  return `${isPage ? 'from pages ' : ''}under the host name "${name}"; add that name to SANDBOX_ALLOWED_HOSTS or set SANDBOX_ADMIN_KEY`
}

const siteProblem = (request: FastifyRequest): string | undefined => {
  const { origin, 'sec-fetch-site': site } = request.headers
  // Browsers load pictures and scripts without an Origin, but say which site the page is from.
  if (site === 'cross-site' || site === 'same-site') return 'from pages on other sites'
  return origin === undefined || isOwnOrigin(origin, request)
    ? undefined
    : `from pages of ${origin}`
}

/** True if a page is the server's own, by scheme, host and port; a proxy may pass on a different Host than the public URL has. */
export const isOwnOrigin = (origin: string, request: FastifyRequest): boolean =>
  [calledOrigin(request), request.server.settings.publicUrl ?? ''].some(
    (own) =>
      URL.canParse(own) && URL.canParse(origin) && new URL(own).origin === new URL(origin).origin,
  )

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i

const hostnameOf = (host: string): string => (HOST.exec(host)?.[1] ?? '').toLowerCase()

/** An IP address, `localhost` or a name below it, none of which a page can bind to another address. */
const isLocal = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 || /^(.+\.)?localhost$/.test(host)
