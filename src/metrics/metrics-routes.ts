import { Type } from '@sinclair/typebox'
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { NO_DEFAULT_COMPILERS } from '../http/compilers.ts'
import { controlRefusal } from '../http/control-access.ts'
import { answerProblem } from '../http/errors.ts'
import { requestIdFor } from '../http/request-id.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { metricsOf } from './metrics.ts'

/** Answers the metrics of a server. */
const scraped = (sandbox: Sandbox) => {
  const read = metricsOf(sandbox)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { contentType, text } = await read()
    return reply.type(contentType).send(text)
  }
}

/** `/metrics` for callers of the control plane. */
export const metricsRoute: FastifyPluginAsync = async (app) => {
  app.setErrorHandler(answerProblem)
  app.get('/metrics', {
    exposeHeadRoute: true,
    schema: { summary: 'Metrics in the format of Prometheus', response: { 200: Type.String() } },
    config: { needs: 'metrics' },
    onRequest: (request, _reply, done) => done(controlRefusal(request)),
    handler: scraped(app.sandbox),
  })
}

/** A listener of its own with `/metrics` for everyone who reaches it; it listens nowhere yet. */
export const buildMetrics = (sandbox: Sandbox): FastifyInstance => {
  const app = Fastify({
    forceCloseConnections: true,
    schemaController: NO_DEFAULT_COMPILERS,
    genReqId: requestIdFor,
  })
  app.get('/metrics', scraped(sandbox))
  return app
}
