import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type TLiteral, Type } from '@sinclair/typebox'
import { ClosedObject } from '../contract/resources/primitives.ts'

const StatusOf = <T extends string>(status: T) =>
  ClosedObject<{ status: TLiteral<T> }>({ status: Type.Literal(status) })

/** Probes: `/livez` while the process runs, `/readyz` while it takes calls. */
export const health: FastifyPluginAsyncTypebox = async (app) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/livez', {
    exposeHeadRoute: true,
    schema: { summary: 'Liveness', response: { 200: StatusOf('alive') } },
    handler: () => ({ status: 'alive' as const }),
  })
  app.get('/readyz', {
    exposeHeadRoute: true,
    schema: {
      summary: 'Readiness',
      response: { 200: StatusOf('ready'), 503: StatusOf('closing') },
    },
    handler: (_request, reply) => {
      reply.status(isClosing ? 503 : 200)
      return { status: isClosing ? ('closing' as const) : ('ready' as const) }
    },
  })
}
