import cors from '@fastify/cors'
import fp from 'fastify-plugin'
import { isControlPath } from '../control-path.ts'
import { SANDBOX_HEADERS } from './headers.ts'

/** What pages read of the answers about files. */
const FILE_HEADERS = [
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'content-length',
]

/**
 * Answers browsers on the document's surfaces: E3, E6, E11 and E19 are called from pages. Who sends no
 * Origin is no page, and an OPTIONS that asks for no method is no preflight.
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
