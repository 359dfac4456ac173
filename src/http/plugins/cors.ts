import cors from '@fastify/cors'
import fp from 'fastify-plugin'
import { isControlPath } from '../control-path.ts'
import { SANDBOX_HEADERS } from './headers.ts'

/** Headers of answers about files that pages may read. */
const FILE_HEADERS = [
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'content-length',
]

/**
 * Answers browsers on the document's surfaces: E3, E6, E11 and E19 are called from pages. A request
 * without Origin is not from a page, and an OPTIONS that asks for no method is not a preflight.
 */
export default fp(
  async (app) => {
    await app.register(cors, {
      delegator: (request, done) => {
        // The control plane is never for pages of other origins.
        if (request.headers.origin === undefined || isControlPath(request.url))
          done(null, { origin: false })
        else
          done(null, {
            origin: true,
            // Pages that send cookies or other credentials need it; then no header may be a wildcard.
            credentials: true,
            methods: ['POST', 'PUT', 'GET', 'HEAD', 'DELETE'],
            exposedHeaders: [...SANDBOX_HEADERS, ...FILE_HEADERS],
            maxAge: 600,
            preflight: request.headers['access-control-request-method'] !== undefined,
          })
      },
    })
  },
  { name: 'document-cors' },
)
