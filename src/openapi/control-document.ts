import type { TObject } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import { describedSchema } from '../contract/described-schema.ts'
import { CONTROL_BASE } from '../http/control-path.ts'
import { describeRoutes, type OpenApiDocument } from './describe-routes.ts'

const HEAD = {
  servers: [{ url: '/' }, { url: '/w/{id}', variables: { id: { default: '00000000' } } }],
  security: [{}, { adminKey: [] }],
  components: { securitySchemes: { adminKey: { type: 'http' as const, scheme: 'bearer' } } },
}

const INFO = {
  title: 'dam-sandbox control plane',
  description:
    'Workspaces, named states, clock, journal and fault rules of a sandbox. Errors are application/problem+json (RFC 9457).',
}

/** The control plane as an OpenAPI 3.1 document. */
export const describeControlPlane = (
  routes: readonly RouteOptions[],
  version: string,
): Promise<OpenApiDocument> =>
  describeRoutes(
    routes.filter(({ url }) => url.startsWith(`${CONTROL_BASE}/`)),
    { head: { ...HEAD, info: { ...INFO, version } }, schemaOf },
  )

const schemaOf = ({ method, url, schema, config }: RouteOptions): FastifySchema => {
  const path = url.slice(CONTROL_BASE.length)
  const described = describedSchema(schema) as FastifySchema & { querystring: TObject }
  return {
    ...described,
    operationId: operationIdOf(String(method), path),
    tags: [path.split('/')[1] ?? ''],
    querystring: queryOf(described.querystring, config?.isServerWide === true),
  }
}

/** Such as `postSnapshotsByNameRestore`. */
const operationIdOf = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w)/g, (_, first: string) => `By/${first}`)
    .split(/[/.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Parameters with a default are not required; routes about the server take a workspace for uniformity only. */
const queryOf = (
  { properties, required = [], ...query }: TObject,
  isServerWide: boolean,
): object => {
  const { workspace, ...others } = properties
  return {
    ...query,
    properties: isServerWide || !workspace ? others : { ...others, workspace },
    required: required.filter((name) => others[name]?.default === undefined),
  }
}
