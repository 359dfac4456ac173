import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { keptFile, sendKept } from '../routes/page-files.ts'
import { answers, fileOf, serverWide } from './responses.ts'

const openapi: FastifyPluginAsyncTypebox = async (app) => {
  const document = keptFile(() => join(app.sandbox.options.folders.openapi, 'control.json'))
  app.get(
    '/openapi.json',
    serverWide(
      answers(
        'Describe the control plane as an OpenAPI 3.1 document',
        fileOf('application/json', 'The document'),
      ),
      'own',
    ),
    async (request, reply) => sendKept(request, reply.type('application/json'), await document()),
  )
}

export default openapi
