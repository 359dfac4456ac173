import { Type } from '@sinclair/typebox'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { NO_DEFAULT_COMPILERS } from '../http/compilers.ts'
import { controlRefusal } from '../http/control-access.ts'
import { answerProblem } from '../http/errors.ts'
import { requestIdFor } from '../http/request-id.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { metricsOf } from './metrics.ts'

/** `/metrics` for callers of the control plane. */
export const metricsRoute: FastifyPluginAsync = async (app) => {
  const read = metricsOf(app.sandbox)
  app.setErrorHandler(answerProblem)
  app.get('/metrics', {
    exposeHeadRoute: true,
    schema: { summary: 'Metrics in the format of Prometheus', response: { 200: Type.String() } },
    config: { needs: 'metrics' },
    onRequest: (request, _reply, done) => done(controlRefusal(request)),
    handler: async (_request, reply) => {
      const { contentType, text } = await read()
      return reply.type(contentType).send(text)
    },
  })
}

/** A listener of its own with `/metrics` for everyone who reaches it; it listens nowhere yet. */
export const buildMetrics = (sandbox: Sandbox): FastifyInstance => {
  const app = Fastify({
    forceCloseConnections: true,
    schemaController: NO_DEFAULT_COMPILERS,
    genReqId: requestIdFor,
  })
  const read = metricsOf(sandbox)
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await read()
    return reply.type(contentType).send(text)
  })
  return app
}
