import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Portals } from './schema.ts'
import { listPortals } from './service.ts'

/** The portals of a workspace, whose blocks E6 takes and no operation lists. */
const portals: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/portals',
    {
      schema: {
        summary: 'List the portals of the workspace with their blocks',
        response: { 200: Portals },
      },
    },
    async ({ workspace }) => listPortals(workspace),
  )
}

export default portals
