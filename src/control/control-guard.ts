import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { PROBLEMS } from '../errors/caller-error.ts'
import { Problem } from '../errors/problem.ts'
import { equalsSecretly } from '../kernel/signature.ts'

/** Who may use the control plane. */
export interface ControlSettings {
  adminKey: string | undefined
  allowedHosts: readonly string[]
}

/** Lets a caller pass who has the key, or without a key one that is no page of elsewhere under a name of elsewhere. */
export const requireCaller = (request: FastifyRequest, settings: ControlSettings): void => {
  if (settings.adminKey !== undefined) {
    const given = /^bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!equalsSecretly(given, settings.adminKey))
      throw new Problem(PROBLEMS.unauthorized, 'Authorization must be "Bearer" and the admin key')
    return
  }
  const host = hostnameOf(request.host)
  if (!isLocal(host) && !settings.allowedHosts.includes(host))
    throw new Problem(
      PROBLEMS.forbidden,
      `The control plane is not open under the host name "${host}"; allow it with SANDBOX_ALLOWED_HOSTS or set SANDBOX_ADMIN_KEY`,
    )
  const { origin, 'sec-fetch-site': site } = request.headers
  // Pictures, scripts and the like are asked for without an Origin, but browsers say where the page is from.
  if (site === 'cross-site' || site === 'same-site')
    throw new Problem(PROBLEMS.forbidden, 'The control plane is not open to pages of other sites')
  if (origin !== undefined && !isSameHost(origin, request.host))
    throw new Problem(PROBLEMS.forbidden, `The control plane is not open to pages of ${origin}`)
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i

/** The name in a Host header, lower case and without the port; empty when it is none. */
const hostnameOf = (host: string): string => (HOST.exec(host)?.[1] ?? '').toLowerCase()

/** An IP address, `localhost` or a name without a dot, as containers have. */
const isLocal = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 || (host !== '' && !host.includes('.'))

const isSameHost = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host
