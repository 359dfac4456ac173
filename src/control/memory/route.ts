import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MemoryReport } from './schema.ts'
import { readMemory } from './service.ts'

/** The memory of the server. */
const memory: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/memory',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'Show the memory of the server by kind, with its bounds',
        response: { 200: MemoryReport },
      },
    },
    async () => readMemory(app.sandbox),
  )
}

export default memory
