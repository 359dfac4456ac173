import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { ByName, Shape, Text } from '../../contract/shapes.ts'

const Parts = (description: string) => ByName(Type.Unknown(), description)

/** An OpenAPI 3.1 document. */
export const OpenApi = Shape('OpenApi', 'An OpenAPI 3.1 document', {
  openapi: Type.Literal('3.1.0'),
  info: Type.Object(
    { title: Text(), version: Text('Version of the program'), description: Text() },
    { additionalProperties: Type.Unknown() },
  ),
  servers: Type.Array(Parts('A base URL')),
  security: Type.Array(Parts('A way to authenticate')),
  tags: Type.Array(Parts('A feature')),
  paths: ByName(Parts('Operations by their methods'), 'Routes by their paths'),
  components: ClosedObject({
    securitySchemes: Parts('Security schemes by their names'),
    schemas: Parts('Shapes by their names'),
  }),
})
export type OpenApi = Static<typeof OpenApi>
