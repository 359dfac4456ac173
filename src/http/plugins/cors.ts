import cors, { type FastifyCorsOptionsDelegateCallback } from '@fastify/cors'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
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
    await new Promise<void>((resolve, reject) => {
      cors(forPages(app), { delegator: optionsOf }, (error) => (error ? reject(error) : resolve()))
    })
  },
  { name: 'document-cors' },
)

/**
 * The application as the plugin gets it: its hook runs for requests with an Origin only, since it copies its options for
 * every request. All others are told that pages get other headers, as it does.
 */
const forPages = (app: FastifyInstance): FastifyInstance => {
  const addHook = (_name: 'onRequest', handle: onRequestHookHandler) =>
    app.addHook('onRequest', (request, reply, done) => {
      if (request.headers.origin !== undefined) return handle.call(app, request, reply, done)
      reply.header('vary', 'Origin')
      done()
    })
  return Object.create(app, { addHook: { value: addHook } })
}

const optionsOf: FastifyCorsOptionsDelegateCallback = (request, done) => {
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
}
