import type { FastifySchema, RouteOptions } from 'fastify'
import { ASSUMED_BY, PROVENANCE } from '../contract/known-field.ts'
import type { Lifecycle, Operation, ReplyShape } from '../contract/operation.ts'
import { possibleRefusals } from '../http/possible-refusals.ts'
import {
  type DescribedOperation,
  type DescribedRoute,
  describeRoutes,
  type OpenApiDocument,
} from './describe-routes.ts'
import { SERVERS } from './document-head.ts'
import { INFO, INTERFACE_TAGS, SECURITY, SECURITY_SCHEMES } from './interface-head.ts'
import { headerParameters } from './parameters.ts'
import {
  HEADER_COMPONENTS,
  listRefusals,
  refusalResponses,
  successResponse,
} from './refusal-responses.ts'
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

const LIFECYCLES: Readonly<Record<Lifecycle, string>> = {
  current: '',
  upgraded: 'The interface document marks it as upgraded; the older version is to be retired.',
  'not recommended': 'The interface document marks it as not recommended.',
  'in development': 'The interface document marks it as in development.',
}

const SUCCESSES: Readonly<Record<ReplyShape, string>> = {
  plain: 'Code `0` and the result, or a refusal',
  nested: 'Code `0` and an envelope inside the envelope, or a refusal',
  bare: 'The result without an envelope, or a refusal',
  empty: 'An empty object, or a refusal',
}

const describedOperation = (
  { url, schema }: RouteOptions,
  operation: Operation,
): DescribedRoute => {
  const { id, summary, tag, surface, lifecycle, assumes } = operation
  const described: FastifySchema & { operationId: string } = {
    ...schema,
    summary: `${id} ${summary}`,
    operationId: nameOf(summary),
    description: descriptionOf(operation),
    tags: [tag],
    security: SECURITY[surface],
    deprecated: lifecycle === 'not recommended',
  }
  // The only refusal that the document shows (Errors 3).
  const refusals = listRefusals(possibleRefusals({ operation }, schema), false).map((one) =>
    id === 'E22' && one.name === 'noPermission' ? { ...one, [PROVENANCE]: 'document' } : one,
  )
  const marks = {
    'x-operation': id,
    'x-section': `${id}. ${summary}`,
    'x-lifecycle': lifecycle,
    [PROVENANCE]: 'document',
    [ASSUMED_BY]: assumes,
    'x-refusals': refusals,
  }
  const complete = (made: DescribedOperation): DescribedOperation => ({
    ...made,
    parameters: headerParameters(operation),
    responses: {
      200: successResponse(made, SUCCESSES[operation.shape]),
      ...refusalResponses(refusals),
    },
    ...marks,
  })
  return { method: 'POST', url, schema: described, complete }
}

/** The id that generators make names of: `searchAssetCollections` for E1. */
const nameOf = (summary: string): string =>
  summary.toLowerCase().replaceAll(/[^a-z\d]+([a-z\d])/g, (_, first: string) => first.toUpperCase())

const descriptionOf = ({ description, lifecycle }: Operation): string =>
  [description, LIFECYCLES[lifecycle]].filter(Boolean).join(' ')
