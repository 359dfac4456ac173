import type { onRequestHookHandler } from 'fastify'
import type { Config } from '../../config/config.ts'
import { isWorkspaceId } from '../../kernel/ids.ts'
import { isControlPath } from '../control-path.ts'
import { REQUEST_ID } from '../request-id.ts'
import { SANDBOX_HEADERS } from './headers.ts'

const EXPOSED = [
  ...SANDBOX_HEADERS,
  REQUEST_ID,
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'content-length',
].join(', ')

const LOOPBACK = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * Makes the `onRequest` hook that answers pages of other origins (A-cors-1). A request without Origin is not from a page,
 * and an OPTIONS that asks for no method is not a preflight. Pages that send credentials need names, no wildcards.
 */
export const answerPages = (pagePaths: ReadonlySet<string>): onRequestHookHandler => {
  const mayCallAll = (origin: string, { profile, corsOrigins }: Config): boolean =>
    (profile !== 'staging' && LOOPBACK.test(origin)) ||
    corsOrigins.includes('*') ||
    corsOrigins.includes(origin)
  /** By the path, because a preflight does not match the route that it asks for. */
  const isForAllPages = (url: string, { filesPath }: Config): boolean => {
    const [path = ''] = url.split('?', 1)
    const inFiles = path.startsWith(`${filesPath}/`) ? path.slice(filesPath.length + 1) : ''
    return pagePaths.has(path) || isWorkspaceId(inFiles.split('/', 1)[0] ?? '')
  }
  return ({ url, headers, method, server: { settings } }, reply, done) => {
    const { origin, 'access-control-request-method': wanted } = headers
    reply.header('vary', 'Origin')
    // The control plane is never for pages of other origins.
    if (origin === undefined || isControlPath(url)) return done()
    if (!isForAllPages(url, settings) && !mayCallAll(origin, settings)) return done()
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    reply.header('access-control-expose-headers', EXPOSED)
    if (method !== 'OPTIONS' || wanted === undefined) return done()
    reply.header('access-control-allow-methods', 'POST, PUT, GET, HEAD, DELETE')
    reply.header('vary', 'Origin, Access-Control-Request-Headers')
    const asked = headers['access-control-request-headers']
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-max-age', '600').header('content-length', '0')
    return reply.status(204).send()
  }
}
