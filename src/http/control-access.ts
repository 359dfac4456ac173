import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { PROBLEMS } from '../errors/caller-error.ts'
import { Problem } from '../errors/problem.ts'
import { equalsSecretly } from '../kernel/signature.ts'

/** Why a caller may not call the control plane: without the admin key or, where none is set, from a page of another site. */
export const controlRefusal = (
  request: FastifyRequest,
  { isKeyless = false }: { readonly isKeyless?: boolean } = {},
): Problem | undefined => {
  const { adminKey } = request.server.settings
  // A page that has the key may call from anywhere; without one the site is all that is known of a caller.
  if (adminKey !== undefined && !isKeyless) return keyRefusal(request, adminKey)
  const sentence = (adminKey === undefined && hostProblem(request)) || siteProblem(request)
  return sentence
    ? new Problem(PROBLEMS.forbidden, `The control plane is not open ${sentence}`)
    : undefined
}

/** Whether a call is to leave no trace in journal, coverage and findings, for which it must be let into the control plane. */
export const isUntracked = (request: FastifyRequest): boolean =>
  request.headers['x-sandbox-untracked'] === 'true' && controlRefusal(request) === undefined

/** Whether a key was sent is all that it says: nothing of the right one, nor how near a wrong one is. */
const keyRefusal = (
  { headers: { authorization } }: FastifyRequest,
  adminKey: string,
): Problem | undefined => {
  const given = /^bearer\s+(.+)$/i.exec(authorization ?? '')?.[1]
  if (given !== undefined && equalsSecretly(given, adminKey)) return undefined
  if (given !== undefined)
    return new Problem(PROBLEMS.unauthorized, 'The admin key in Authorization is wrong')
  const missing = authorization === undefined ? 'is missing; it ' : ''
  const problem = `Authorization ${missing}must be "Bearer" and the admin key`
  return new Problem(PROBLEMS.unauthorized, problem)
}

const hostProblem = ({ host, headers, server }: FastifyRequest): string | undefined => {
  const name = hostnameOf(host)
  if (isLocal(name) || server.settings.allowedHosts.includes(name)) return undefined
  const isPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  // Containers call each other by names without a dot; a page may have bound such a name to this address.
  if (name !== '' && !name.includes('.') && !isPage) return undefined
  return `${isPage ? 'to pages ' : ''}under the host name "${name}"; allow it with SANDBOX_ALLOWED_HOSTS or set SANDBOX_ADMIN_KEY`
}

const siteProblem = (request: FastifyRequest): string | undefined => {
  const { origin, 'sec-fetch-site': site } = request.headers
  // Browsers load pictures and scripts without an Origin, but say which site the page is from.
  if (site === 'cross-site' || site === 'same-site') return 'to pages of other sites'
  return origin === undefined || isOwnOrigin(origin, request) ? undefined : `to pages of ${origin}`
}

/** Whether a page is this server's own, by scheme, host and port; a proxy may pass on another Host than that of the public URL. */
export const isOwnOrigin = (origin: string, { server, host, protocol }: FastifyRequest): boolean =>
  [`${protocol}://${host}`, server.settings.publicUrl ?? ''].some(
    (own) =>
      URL.canParse(own) && URL.canParse(origin) && new URL(own).origin === new URL(origin).origin,
  )

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i

const hostnameOf = (host: string): string => (HOST.exec(host)?.[1] ?? '').toLowerCase()

/** An IP address, `localhost` or a name below it, none of which a page can bind to another address. */
const isLocal = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 || /^(.+\.)?localhost$/.test(host)
