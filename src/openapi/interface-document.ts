import type { RouteOptions } from 'fastify'
import { type DescribedRoute, describeRoutes, type OpenApiDocument } from './describe-routes.ts'
import { describedOperation } from './described-operation.ts'
import { withExamples } from './document-examples.ts'
import { SERVERS } from './document-head.ts'
import type { RecordedExample } from './examples/recorded-example.ts'
import { INFO, INTERFACE_TAGS, SECURITY_SCHEMES } from './interface-head.ts'
import { HEADER_COMPONENTS } from './refusal-responses.ts'
import { describedSupport } from './supporting-operations.ts'

/** What a client calls, as an OpenAPI 3.1 document: operations and supporting routes, with these examples. */
export const describeInterface = async (
  routes: readonly RouteOptions[],
  version: string,
  examples: readonly RecordedExample[],
): Promise<OpenApiDocument> => {
  const document = await describeRoutes(routes.flatMap(describedRoutes), {
    info: { ...INFO, version },
    servers: SERVERS,
    security: [],
    tags: INTERFACE_TAGS,
    components: { securitySchemes: SECURITY_SCHEMES, headers: HEADER_COMPONENTS },
  })
  // Last, since values of examples are no schemas.
  return { ...document, paths: withExamples(document.paths, examples) }
}

const describedRoutes = (route: RouteOptions): DescribedRoute[] => {
  const { operation, supportingRoute } = route.config ?? {}
  // HEAD answers the headers of GET, which describes both.
  if (route.method === 'HEAD') return []
  if (operation) return [describedOperation(route, operation)]
  return supportingRoute ? describedSupport(route, supportingRoute) : []
}
