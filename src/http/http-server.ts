import { createServer, type IncomingMessage } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../config/config.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { letWait } from './bodies/streamed-body.ts'
import { Call } from './call.ts'
import { answerClientError, type DescribeRefusal } from './client-error.ts'
import { oneAtATime } from './connection.ts'
import { WatchedResponse } from './observers/observe-call.ts'
import { REQUEST_ID, requestIdFor } from './request.ts'
import { beginCall } from './start-call.ts'
import { lazyValidator, NO_DEFAULT_COMPILERS, plainSerializer } from './validation.ts'

/** What every listener is built of. */
export interface ListenerOptions {
  sandbox: Sandbox
  config: Config
  logger?: FastifyBaseLogger
}

interface ServerOptions extends ListenerOptions {
  rewriteUrl?: (request: IncomingMessage) => string
  maxParamLength?: number
  /** Answers a URL that cannot be routed. */
  answerError: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
  /** Describes a refusal of a connection, which is written without Fastify. */
  describeRefusal: DescribeRefusal
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly describeRefusal: DescribeRefusal
  }
}

/** An application that listens nowhere yet, and has neither plugins nor routes: how it treats connections, URLs and schemas. */
export const createServerApp = ({
  sandbox,
  config,
  logger,
  rewriteUrl,
  maxParamLength = 100,
  answerError,
  describeRefusal,
}: ServerOptions): FastifyInstance => {
  const app: FastifyInstance = Fastify({
    ...(logger && { loggerInstance: logger }),
    // All plugins are ours or await nothing: a timer for each costs a start more than it protects.
    pluginTimeout: 0,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdFor,
    trustProxy: config.trustProxy,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    schemaController: NO_DEFAULT_COMPILERS,
    routerOptions: { maxParamLength },
    ...(rewriteUrl && { rewriteUrl }),
    frameworkErrors: (error, request, reply) => {
      reply.header(REQUEST_ID, request.id)
      beginCall(new Call(sandbox.default, request, reply))
      answerError(error, request, reply)
    },
    clientErrorHandler: answerClientError(describeRefusal),
    serverFactory: (handle) => createServer(SERVER_OPTIONS, oneAtATime(handle)),
  })
  app.decorate('describeRefusal', describeRefusal)
  app.setValidatorCompiler(lazyValidator)
  app.setSerializerCompiler(plainSerializer)
  // A body is asked for where it is read; an expectation that Node does not know is ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange))
  app.server.on('checkContinue', (request, response) => {
    letWait(request, response)
    app.server.emit('request', request, response)
  })
  return app
}

const SERVER_OPTIONS = {
  requireHostHeader: false,
  ServerResponse: WatchedResponse,
  requestTimeout: LIMITS.bodyMs.max,
  keepAliveTimeout: LIMITS.keepAliveMs.max,
}
