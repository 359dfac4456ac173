import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'

const MEDIA_TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/yaml' } as const

/** The OpenAPI document of all that a client calls, which the build has written; public, for it has no secrets. */
export const openapiRoutes: FastifyPluginAsync = async (app) => {
  for (const form of ['json', 'yaml'] as const)
    app.get(`/openapi.${form}`, {
      exposeHeadRoute: true,
      schema: {
        summary: `OpenAPI document of the interface in ${form.toUpperCase()}`,
        response: {
          200: {
            description: 'The document',
            content: { [MEDIA_TYPES[form]]: { schema: Type.Unknown() } },
          },
        },
      },
      handler: async (_request, reply) => {
        const path = join(app.sandbox.options.folders.openapi, `openapi.${form}`)
        return reply.type(MEDIA_TYPES[form]).send(await readFile(path, 'utf8'))
      },
    })
}
