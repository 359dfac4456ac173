import { Type } from '@sinclair/typebox'
import { ByName, Shape, Text } from '../../contract/shapes.ts'

const Parts = (description: string) => ByName(Type.Unknown(), description)

/** An OpenAPI 3.1 document. */
export const OpenApi = Shape('OpenApi', 'An OpenAPI 3.1 document', {
  openapi: Type.Literal('3.1.0'),
  info: Type.Object(
    { title: Text(), version: Text('That of the program'), description: Text() },
    { additionalProperties: false },
  ),
  servers: Type.Array(Parts('A base of paths')),
  security: Type.Array(Parts('One way to be let in')),
  paths: ByName(Parts('Operations by their methods'), 'Routes by their paths'),
  components: Type.Object(
    { securitySchemes: Parts('By their names'), schemas: Parts('By their names') },
    { additionalProperties: false },
  ),
})
