import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../contract/errors/problem.ts'
import { readNoBodies } from '../../http/bodies/json-body.ts'
import { controlRefusal } from '../../http/control-access.ts'
import { answerProblem, describeSocketProblem } from '../../http/errors.ts'
import { createServerApp, type ListenerOptions } from '../../http/http-server.ts'
import calls from '../../http/plugins/calls.ts'
import connections, { closeLastAnswer } from '../../http/plugins/connections.ts'
import decorators from '../../http/plugins/decorators.ts'
import { sendRequestId } from '../../http/request.ts'
import { startCall } from '../../http/start-call.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { metricsOf } from './metrics.ts'

const METRICS_SCHEMA = {
  summary: 'Metrics in the format of Prometheus',
  response: { 200: Type.String() },
}

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
    schema: METRICS_SCHEMA,
    config: { needs: 'metrics' },
    onRequest: (request, _reply, done) => done(controlRefusal(request)),
    handler: scraped(app.sandbox),
  })
}

/** A separate listener that serves `/metrics` to everyone who reaches it; it does not listen yet. */
export const buildMetrics = async (options: ListenerOptions): Promise<FastifyInstance> => {
  const { sandbox, config } = options
  const app = createServerApp({
    ...options,
    answerError: answerProblem,
    describeRefusal: describeSocketProblem,
  })
  app.setErrorHandler(answerProblem)
  readNoBodies(app)
  app.setNotFoundHandler(() => {
    throw notFound('This port serves only /metrics')
  })
  app.register(decorators, { sandbox, settings: config })
  app.register(connections, { max: LIMITS.metricsConnections.max })
  app.register(calls)
  app.addHook('onRequest', sendRequestId)
  app.addHook('onRequest', startCall({ find: () => undefined, isUntracked: true }))
  app.addHook('onSend', closeLastAnswer)
  await app.after()
  const route = { exposeHeadRoute: true, schema: METRICS_SCHEMA, handler: scraped(sandbox) }
  app.get('/metrics', route)
  return app
}
