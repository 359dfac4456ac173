import type { RouteOptions } from 'fastify'
import { type DescribedRoute, describeRoutes, type OpenApiDocument } from './describe-routes.ts'
import { describedOperation } from './described-operation.ts'
import { SERVERS } from './document-head.ts'
import { INFO, INTERFACE_TAGS, SECURITY_SCHEMES } from './interface-head.ts'
import { HEADER_COMPONENTS } from './refusal-responses.ts'
import { type DescribedName, describedSupport } from './supporting-operations.ts'

/** What a client calls, as an OpenAPI 3.1 document: operations and supporting routes. */
export const describeInterface = (
  routes: readonly RouteOptions[],
  version: string,
): Promise<OpenApiDocument> =>
  describeRoutes(routes.flatMap(describedRoutes), {
    info: { ...INFO, version },
    servers: SERVERS,
    security: [],
    tags: INTERFACE_TAGS,
    components: { securitySchemes: SECURITY_SCHEMES, headers: HEADER_COMPONENTS },
  })

const describedRoutes = (route: RouteOptions): DescribedRoute[] => {
  const { operation, supportingRoute } = route.config ?? {}
  // HEAD answers the headers of GET, which describes both.
  if (route.method === 'HEAD') return []
  if (operation) return [describedOperation(route, operation)]
  return supportingRoute ? describedSupport(route, supportingRoute as DescribedName) : []
}
