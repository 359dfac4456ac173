import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema, type HTTPMethods } from 'fastify'
import { describedSchema, hoistShapes, type Shapes } from '../contract/described-schema.ts'
import { plainSerializer } from '../http/validation.ts'

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

export interface DescribedOperation extends Record<string, unknown> {
  operationId: string
  parameters?: object[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, DescribedResponse>
}

export interface DescribedResponse extends Record<string, unknown> {
  description: string
  content?: Record<string, MediaType>
}

interface MediaType extends Record<string, unknown> {
  schema?: Record<string, unknown> & { required?: string[] }
}

export interface DescribedRoute {
  readonly method: HTTPMethods
  readonly url: string
  /** Its schema with an operation id, tags and everything else that `@fastify/swagger` reads. */
  readonly schema: FastifySchema & { readonly operationId: string }
  /** Adds what `@fastify/swagger` cannot read from a schema. */
  readonly complete?: (operation: DescribedOperation) => DescribedOperation
}

export type DocumentHead = Pick<OpenApiDocument, 'info' | 'servers' | 'security'> & {
  tags?: object[]
  components: { securitySchemes: object } & Record<string, unknown>
}

/** Routes as an OpenAPI 3.1 document, made by `@fastify/swagger` from their schemas. */
export const describeRoutes = async (
  routes: readonly DescribedRoute[],
  head: DocumentHead,
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
  for (const { method, url, schema } of routes) {
    const described = describedSchema(schema) as FastifySchema
    hoistShapes(described, shapes)
    app.route({ method, url, schema: described, handler: () => undefined })
  }
  await app.ready()
  const document = app.swagger() as unknown as OpenApiDocument
  return withShapes({ ...document, paths: completed(document.paths, routes) }, shapes)
}

/** Operations with what their routes add to them; a body is required only where a key of it is. */
const completed = (
  paths: OpenApiDocument['paths'],
  routes: readonly DescribedRoute[],
): OpenApiDocument['paths'] => {
  const byId = new Map(routes.map((route) => [route.schema.operationId, route.complete]))
  const complete = (operation: DescribedOperation): DescribedOperation => {
    const { requestBody, operationId } = operation
    const schema = requestBody?.content['application/json']?.schema
    if (requestBody && schema) requestBody.required = (schema.required ?? []).length > 0
    return byId.get(operationId)?.(operation) ?? operation
  }
  return mapValues(paths, (methods) => mapValues(methods, complete))
}

export const mapValues = <T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

const withShapes = (document: OpenApiDocument, shapes: Shapes): OpenApiDocument => ({
  ...document,
  paths: hoistShapes(document.paths, shapes) as OpenApiDocument['paths'],
  components: { ...document.components, schemas: Object.fromEntries(shapes) },
})
