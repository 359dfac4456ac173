import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { ClosedObject } from '../contract/resources/primitives.ts'

const statusOf = (status: string) => ClosedObject({ status: Type.Literal(status) })

/** Probes: `/livez` while the process runs, `/readyz` while it takes calls. */
export const health: FastifyPluginAsync = async (app) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/livez', {
    exposeHeadRoute: true,
    schema: { summary: 'Liveness', response: { 200: statusOf('alive') } },
    handler: () => ({ status: 'alive' }),
  })
  app.get('/readyz', {
    exposeHeadRoute: true,
    schema: {
      summary: 'Readiness',
      response: { 200: statusOf('ready'), 503: statusOf('closing') },
    },
    handler: (_request, reply) => {
      reply.status(isClosing ? 503 : 200)
      return { status: isClosing ? 'closing' : 'ready' }
    },
  })
}
