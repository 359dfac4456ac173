import type { FastifySchema, RouteOptions } from 'fastify'
import { describedSchema } from '../contract/described-schema.ts'
import { describeRoutes, type OpenApiDocument } from './describe-routes.ts'

const HEAD = {
  servers: [
    { url: 'http://127.0.0.1:4022', description: 'A server on the default port of this machine' },
  ],
  security: [],
  components: { securitySchemes: {} },
}

const INFO = {
  title: 'dam-sandbox',
  description:
    'The 22 operations of the interface document, and the supporting routes for tokens, uploads and downloads.',
}

/** What a client calls, as an OpenAPI 3.1 document: operations and supporting routes. */
export const describeInterface = (
  routes: readonly RouteOptions[],
  version: string,
): Promise<OpenApiDocument> =>
  describeRoutes(
    routes.filter(({ config }) => config?.operation || config?.supportingRoute),
    { head: { ...HEAD, info: { ...INFO, version } }, schemaOf },
  )

const schemaOf = ({ schema, config }: RouteOptions): FastifySchema => {
  const { operation, supportingRoute } = config ?? {}
  return {
    ...(describedSchema(schema) as FastifySchema),
    operationId: operation?.id ?? supportingRoute ?? '',
    ...(operation && { description: operation.description }),
  }
}
