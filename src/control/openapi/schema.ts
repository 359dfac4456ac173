import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { ByName, Shape, Text } from '../../contract/shapes.ts'

const Parts = (description: string) => ByName(Type.Unknown(), description)

/** An OpenAPI 3.1 document. */
export const OpenApi = Shape('OpenApi', 'An OpenAPI 3.1 document', {
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
  security: Type.Array(Parts('A way to authenticate'), {
    description: 'Ways to authenticate',
  }),
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
export type OpenApi = Static<typeof OpenApi>
