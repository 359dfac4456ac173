import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { fileOf } from '../responses.ts'
import { OpenApi } from './schema.ts'

/** The OpenAPI document of the control plane, which the build has written. */
const openapi: FastifyPluginAsyncTypebox = async (app) => {
  const config = { isServerWide: true }
  const read = (name: string) => readFile(join(app.sandbox.options.folders.openapi, name), 'utf8')
  app.get(
    '/openapi.json',
    {
      config,
      schema: {
        summary: 'Describe the control plane as an OpenAPI 3.1 document',
        response: { 200: OpenApi },
      },
    },
    async () => JSON.parse(await read('control.json')) as OpenApi,
  )
  app.get(
    '/openapi.yaml',
    {
      config,
      schema: {
        summary: 'Describe the control plane as an OpenAPI 3.1 document in YAML',
        response: { 200: fileOf('application/yaml', 'The same document as YAML') },
      },
    },
    async (_request, reply) => reply.type('application/yaml').send(await read('control.yaml')),
  )
}

export default openapi
