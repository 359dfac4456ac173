import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import type { StorageRouteName } from '../../contract/supporting-routes.ts'
import { SANDBOX_HEADERS } from '../../http/headers.ts'
import { createServerApp, type ListenerOptions } from '../../http/http-server.ts'
import { addFaultsOfRoutes, addLastSteps } from '../../http/pipeline.ts'
import calls from '../../http/plugins/calls.ts'
import connections from '../../http/plugins/connections.ts'
import decorators from '../../http/plugins/decorators.ts'
import faults, { faultsOnArrival } from '../../http/plugins/faults.ts'
import { REQUEST_ID, sendRequestId } from '../../http/request.ts'
import { startCall } from '../../http/start-call.ts'
import { HANDLERS } from './object-operations.ts'
import { requireObject } from './other-port.ts'
import { StorageError } from './protocol.ts'
import { answerStorageError, describeStorageRefusal, requestIdOf } from './storage-answer.ts'
import { findStorageWorkspace, requireSignature } from './storage-call.ts'
import { refuseOutside, storagePathOf } from './storage-route.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']

const EXPOSED = ['etag', 'x-oss-request-id', 'x-amz-request-id', 'x-oss-hash-crc64ecma']

/** The object storage that SDKs upload to, as a separate application; it does not listen yet (A-storage-2). */
export const buildStorage = async (options: ListenerOptions): Promise<FastifyInstance> => {
  const { sandbox, config } = options
  const app = createServerApp({
    ...options,
    // A request is routed by what it asks for; its path is the key.
    rewriteUrl: (request: IncomingMessage) => `/${storagePathOf(request)}`,
    answerError: answerStorageError,
    describeRefusal: describeStorageRefusal,
  })
  app.setErrorHandler(answerStorageError)
  app.setNotFoundHandler(({ method }) => {
    throw new StorageError('MethodNotAllowed', `${method} is no method of object storage.`)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.register(decorators, { sandbox, settings: config })
  app.register(connections)
  app.register(calls)
  app.register(faults)
  app.decorateRequest('storage')
  app.addHook('onRequest', sendRequestId)
  app.addHook('onRequest', startCall({ find: findStorageWorkspace }))
  // Before faults, whose answers pages read, too.
  app.addHook('onRequest', answerPages)
  app.addHook('onRequest', faultsOnArrival)
  app.addHook('onSend', async (_request, reply) => {
    requestIdOf(reply)
  })
  addLastSteps(app)
  addFaultsOfRoutes(app)
  await app.after()
  addRoutes(app)
  return app
}

/** Signatures protect requests, so pages of every origin may send them (A-storage-3). */
const answerPages: onRequestHookHandler = ({ headers, call }, reply, done) => {
  const { origin, 'access-control-request-headers': asked } = headers
  if (origin === undefined) return done()
  call.notes.assumptions.add('A-storage-3')
  const exposed = call.variant('A-storage-3') === 'exposed' ? EXPOSED : []
  reply.headers({
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': [...exposed, ...SANDBOX_HEADERS, REQUEST_ID].join(', '),
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-max-age': '600',
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
  })
  done()
}

const addRoutes = (app: FastifyInstance): void => {
  for (const name of Object.keys(HANDLERS) as StorageRouteName[]) {
    app.route({
      method: METHODS,
      url: `/${name}`,
      config: { supportingRoute: name },
      onRequest: requireSignature,
      preValidation: async (request) => {
        const { key, query, secrets } = request.storage
        const { uploadId, partNumber } = Object.fromEntries(query)
        // What rules of faults compare.
        request.body = {
          bucket: secrets.bucket,
          key,
          ...(uploadId !== undefined && { uploadId }),
          ...(partNumber !== undefined && { partNumber: Number(partNumber) }),
        }
      },
      handler: HANDLERS[name],
    })
  }
  app.route({
    method: METHODS,
    url: '/preflight',
    handler: (_request, reply) => reply.status(204).send(),
  })
  app.route({
    method: METHODS,
    url: '/outside',
    handler: (request) => {
      requireObject(request)
      const { method, headers, originalUrl: url } = request
      return refuseOutside({ method, headers, url })
    },
  })
}
