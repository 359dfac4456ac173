import cors from '@fastify/cors'
import fp from 'fastify-plugin'
import { isWorkspaceId } from '../../kernel/ids.ts'
import { isControlPath } from '../control-path.ts'
import { SANDBOX_HEADERS } from './headers.ts'

/** What pages may do and read; those that send credentials need names, no wildcards. */
const GRANTED = {
  origin: true,
  credentials: true,
  methods: ['POST', 'PUT', 'GET', 'HEAD', 'DELETE'],
  exposedHeaders: [
    ...SANDBOX_HEADERS,
    'etag',
    'content-disposition',
    'content-range',
    'accept-ranges',
    'content-length',
  ],
  maxAge: 600,
}

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
    const { profile, corsOrigins, filesPath } = app.settings
    const mayCallAll = (origin: string): boolean =>
      (profile !== 'staging' && LOOPBACK.test(origin)) ||
      corsOrigins.includes('*') ||
      corsOrigins.includes(origin)
    /** By the path, because a preflight does not match the route that it asks for. */
    const isForAllPages = (url: string): boolean => {
      const [path = ''] = url.split('?', 1)
      const inFiles = path.startsWith(`${filesPath}/`) ? path.slice(filesPath.length + 1) : ''
      return pagePaths.has(path) || isWorkspaceId(inFiles.split('/', 1)[0] ?? '')
    }
    await app.register(cors, {
      delegator: ({ url, headers }, done) => {
        const { origin } = headers
        // The control plane is never for pages of other origins.
        if (
          origin === undefined ||
          isControlPath(url) ||
          !(isForAllPages(url) || mayCallAll(origin))
        )
          return done(null, { origin: false })
        const preflight = headers['access-control-request-method'] !== undefined
        return done(null, { ...GRANTED, preflight })
      },
    })
  },
  { name: 'document-cors' },
)
