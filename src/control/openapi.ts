import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers, fileOf, serverWide } from './responses.ts'

const openapi: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/openapi.json',
    serverWide(
      answers(
        'Describe the control plane as an OpenAPI 3.1 document',
        fileOf('application/json', 'The document'),
      ),
    ),
    async (_request, reply) => {
      const file = join(app.sandbox.options.folders.openapi, 'control.json')
      return reply.type('application/json').send(await readFile(file, 'utf8'))
    },
  )
}

export default openapi
