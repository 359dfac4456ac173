import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify'
import { describedSchema, hoistShapes, type Shapes } from '../contract/described-schema.ts'
import { plainSerializer } from '../http/compilers.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: object
  servers: object[]
  security: object[]
  tags?: object[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { securitySchemes: object; schemas: Record<string, unknown> } & Record<
    string,
    unknown
  >
}

/** An operation of an OpenAPI document. */
export interface DescribedOperation extends Record<string, unknown> {
  operationId: string
  requestBody?: { required?: boolean; content: Record<string, { schema?: JsonSchema }> }
}

interface JsonSchema extends Record<string, unknown> {
  required?: string[]
}

/** The head of a document, and how a route is described in it. */
export interface DocumentOptions {
  readonly head: Pick<OpenApiDocument, 'info' | 'servers' | 'security'> & {
    tags?: object[]
    components: { securitySchemes: object }
  }
  /** The schema of a route with its operation id, tags and everything else that documents show. */
  readonly schemaOf: (route: RouteOptions) => FastifySchema
}

/** Routes as an OpenAPI 3.1 document, made by `@fastify/swagger` from their schemas. */
export const describeRoutes = async (
  routes: readonly RouteOptions[],
  { head, schemaOf }: DocumentOptions,
): Promise<OpenApiDocument> => {
  const app = Fastify({ exposeHeadRoutes: false })
  const shapes: Shapes = new Map()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(plainSerializer)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', ...head } as object,
    convertConstToEnum: false,
    stripBasePath: false,
  })
  for (const route of routes) {
    hoistShapes(describedSchema(route.schema ?? {}), shapes)
    const { method, url } = route
    app.route({ method, url, schema: schemaOf(route), handler: () => undefined })
  }
  await app.ready()
  return withShapes(app.swagger() as unknown as OpenApiDocument, shapes)
}

/** Puts named shapes into one place, and requires a body only where a key of it is required. */
const withShapes = (document: OpenApiDocument, shapes: Shapes): OpenApiDocument => {
  for (const methods of Object.values(document.paths))
    for (const { requestBody } of Object.values(methods)) {
      const schema = requestBody?.content['application/json']?.schema
      if (requestBody && schema) requestBody.required = (schema.required ?? []).length > 0
    }
  return {
    ...document,
    paths: hoistShapes(document.paths, shapes) as OpenApiDocument['paths'],
    components: { ...document.components, schemas: Object.fromEntries(shapes) },
  }
}
