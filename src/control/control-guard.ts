import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../errors/caller-error.ts'
import { Problem } from '../errors/problem.ts'
import { matchedRoute } from '../http/matched-route.ts'
import { equalsSecretly } from '../kernel/signature.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route of the control plane has the same bytes for everyone, and so needs no admin key. */
    isKeyless?: boolean
  }
}

/** Closes the control plane to callers without the admin key or, where none is set, to pages of other sites. */
export const guardControlPlane = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { adminKey, allowedHosts } = app.settings
    if (adminKey === undefined) requireLocalHost(request, allowedHosts)
    else if (!matchedRoute(request).isKeyless) requireKey(request, adminKey)
    // A page that has the key may call from anywhere; without one the site is all that is known of a caller.
    if (adminKey === undefined || matchedRoute(request).isKeyless) requireSameSite(request)
    done()
  })
}

const requireKey = ({ headers }: FastifyRequest, adminKey: string): void => {
  const given = /^bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!equalsSecretly(given, adminKey))
    throw new Problem(PROBLEMS.unauthorized, 'Authorization must be "Bearer" and the admin key')
}

const requireLocalHost = (request: FastifyRequest, allowedHosts: readonly string[]): void => {
  const host = hostnameOf(request.host)
  if (!isLocal(host) && !allowedHosts.includes(host))
    throw new Problem(
      PROBLEMS.forbidden,
      `The control plane is not open under the host name "${host}"; allow it with SANDBOX_ALLOWED_HOSTS or set SANDBOX_ADMIN_KEY`,
    )
}

const requireSameSite = (request: FastifyRequest): void => {
  const { origin, 'sec-fetch-site': site } = request.headers
  // Browsers load pictures and scripts without an Origin, but say which site the page is from.
  if (site === 'cross-site' || site === 'same-site')
    throw new Problem(PROBLEMS.forbidden, 'The control plane is not open to pages of other sites')
  if (origin !== undefined && !isSameHost(origin, request.host))
    throw new Problem(PROBLEMS.forbidden, `The control plane is not open to pages of ${origin}`)
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i

/** The name in a Host header, lower case and without the port; empty for anything else. */
const hostnameOf = (host: string): string => (HOST.exec(host)?.[1] ?? '').toLowerCase()

/** An IP address, `localhost` or a name without a dot, as containers have. */
const isLocal = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 || (host !== '' && !host.includes('.'))

const isSameHost = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host
