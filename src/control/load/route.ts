import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ServerLoad } from './schema.ts'
import { readLoad } from './service.ts'

/** The load of the server. */
const load: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/load',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'Show calls in flight and the delay of the event loop',
        response: { 200: ServerLoad },
      },
    },
    async () => readLoad(app),
  )
}

export default load
