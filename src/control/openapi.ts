import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers, fileOf, serverWide } from './responses.ts'

const describe = 'Describe the control plane as an OpenAPI 3.1 document'

/** The OpenAPI document of the control plane, which the build has written. */
const openapi: FastifyPluginAsyncTypebox = async (app) => {
  const read = (name: string) => readFile(join(app.sandbox.options.folders.openapi, name), 'utf8')
  app.get(
    '/openapi.json',
    serverWide(answers(describe, fileOf('application/json', 'The document'))),
    async (_request, reply) => reply.type('application/json').send(await read('control.json')),
  )
  app.get(
    '/openapi.yaml',
    serverWide(
      answers(`${describe} in YAML`, fileOf('application/yaml', 'The same document as YAML')),
    ),
    async (_request, reply) => reply.type('application/yaml').send(await read('control.yaml')),
  )
}

export default openapi
