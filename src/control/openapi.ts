import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  keptFile,
  keptOperations,
  madeOnce,
  OPERATION_FILE,
  sendKept,
} from '../routes/page-files.ts'
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
  const operations = madeOnce(async () => {
    const path = join(app.sandbox.options.folders.openapi, 'control-operations.json')
    return keptOperations(await readFile(path, 'utf8'))
  })
  app.get(
    '/openapi/:file',
    serverWide(
      answers(
        'Describe one operation of the control plane as a small OpenAPI document, such as postReset.json',
        fileOf('application/json', 'The document'),
        { params: OPERATION_FILE },
      ),
      'own',
    ),
    async (request, reply) => {
      const found = (await operations()).get(request.params.file)
      if (found === undefined) return reply.callNotFound()
      return sendKept(request, reply.type('application/json'), found)
    },
  )
}

export default openapi
