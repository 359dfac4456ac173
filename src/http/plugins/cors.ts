import cors, { type FastifyCorsOptionsDelegateCallback } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isWorkspaceId } from '../../kernel/ids.ts'
import { isControlPath } from '../control-path.ts'
import { SANDBOX_HEADERS } from './headers.ts'

const FILE_HEADERS = [
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'content-length',
]

const LOOPBACK = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** What the plugin has to know. */
export interface CorsOptions {
  /** The paths of the operations that pages of every origin call. */
  readonly pagePaths: ReadonlySet<string>
}

/**
 * Answers pages of other origins (A-cors-1). A request without Origin is not from a page, and an OPTIONS that asks
 * for no method is not a preflight.
 */
export default fp<CorsOptions>(
  async (app, { pagePaths }) => {
    await app.register(cors, { delegator: optionsFor(app, pagePaths) })
  },
  { name: 'document-cors' },
)

const optionsFor = (
  { settings: { profile, corsOrigins, filesPath } }: FastifyInstance,
  pagePaths: ReadonlySet<string>,
): FastifyCorsOptionsDelegateCallback => {
  const mayCallAll = (origin: string): boolean =>
    (profile !== 'staging' && LOOPBACK.test(origin)) ||
    corsOrigins.includes('*') ||
    corsOrigins.includes(origin)
  const files = `${filesPath}/`
  /** By the path, because a preflight does not match the route that it asks for. */
  const isForAllPages = (url: string): boolean => {
    const [path = ''] = url.split('?', 1)
    if (pagePaths.has(path)) return true
    return path.startsWith(files) && isWorkspaceId(path.slice(files.length).split('/', 1)[0] ?? '')
  }
  return ({ url, headers }, done) => {
    const { origin } = headers
    // The control plane is never for pages of other origins.
    if (origin === undefined || isControlPath(url) || !(isForAllPages(url) || mayCallAll(origin)))
      done(null, { origin: false })
    else
      done(null, {
        origin: true,
        // Pages that send cookies or other credentials need it; then no header may be a wildcard.
        credentials: true,
        methods: ['POST', 'PUT', 'GET', 'HEAD', 'DELETE'],
        exposedHeaders: [...SANDBOX_HEADERS, ...FILE_HEADERS],
        maxAge: 600,
        preflight: headers['access-control-request-method'] !== undefined,
      })
  }
}
