import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CONTROL_BASE } from '../../http/control-path.ts'
import { OpenApi } from './schema.ts'
import { describeRoutes } from './service.ts'

/** The interface document of the control plane. */
const openapi: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/openapi.json',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'Describe the control plane as an OpenAPI 3.1 document',
        response: { 200: OpenApi },
      },
    },
    async () => {
      const routes = app.routeList.filter(({ url }) => url.startsWith(`${CONTROL_BASE}/`))
      return describeRoutes(routes, app.sandbox.options.folders.version)
    },
  )
}

export default openapi
