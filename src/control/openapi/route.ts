import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { ByName, Shape, Text } from '../../contract/shapes.ts'
import { answers, fileOf, serverWide } from '../responses.ts'

const Parts = (description: string) => ByName(Type.Unknown(), description)

const OpenApi = Shape('OpenApi', 'An OpenAPI 3.1 document', {
  openapi: Type.Literal('3.1.0', { description: 'Version of OpenAPI' }),
  info: Type.Object(
    {
      title: Text('Title'),
      version: Text('Version of the program'),
      description: Text('What it describes'),
    },
    { additionalProperties: Type.Unknown(), description: 'Facts about the document' },
  ),
  servers: Type.Array(Parts('A base URL'), { description: 'Base URLs' }),
  security: Type.Array(Parts('A way to authenticate'), { description: 'Ways to authenticate' }),
  tags: Type.Array(Parts('A feature'), { description: 'Features' }),
  paths: ByName(Parts('Operations by their methods'), 'Routes by their paths'),
  components: ClosedObject(
    {
      securitySchemes: Parts('Security schemes by their names'),
      schemas: Parts('Shapes by their names'),
    },
    { description: 'What routes refer to' },
  ),
})

/** The OpenAPI document of the control plane, which the build has written. */
const openapi: FastifyPluginAsyncTypebox = async (app) => {
  const read = (name: string) => readFile(join(app.sandbox.options.folders.openapi, name), 'utf8')
  app.get(
    '/openapi.json',
    serverWide(answers('Describe the control plane as an OpenAPI 3.1 document', OpenApi)),
    async () => JSON.parse(await read('control.json')) as Static<typeof OpenApi>,
  )
  app.get(
    '/openapi.yaml',
    serverWide(
      answers(
        'Describe the control plane as an OpenAPI 3.1 document in YAML',
        fileOf('application/yaml', 'The same document as YAML'),
      ),
    ),
    async (_request, reply) => reply.type('application/yaml').send(await read('control.yaml')),
  )
}

export default openapi
