import type { TObject } from '@sinclair/typebox'
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify'
import { describedSchema, hoistShapes, type Shapes } from '../../contract/described-schema.ts'
import { CONTROL_BASE } from '../../http/control-path.ts'
import { NO_DEFAULT_COMPILERS } from '../../http/no-default-compilers.ts'
import { plainSerializer } from '../../http/serializer.ts'
import type { OpenApi } from './schema.ts'

const DOCUMENT = {
  openapi: '3.1.0',
  servers: [{ url: '/' }, { url: '/w/{id}', variables: { id: { default: '00000000' } } }],
  security: [{}, { adminKey: [] }],
  components: { securitySchemes: { adminKey: { type: 'http' as const, scheme: 'bearer' } } },
}

const INFO = {
  title: 'dam-sandbox control plane',
  description:
    'Workspaces, named states, clock, journal and fault rules of a sandbox. Errors are application/problem+json (RFC 9457).',
}

/**
 * The control plane as an OpenAPI 3.1 document, made by `@fastify/swagger` from the schemas of its routes. The plugin
 * is loaded when the document is asked for, and gets an application of its own: a start pays nothing for it.
 */
export const describeRoutes = async (
  routes: readonly RouteOptions[],
  version: string,
): Promise<OpenApi> => {
  const { default: swagger } = await import('@fastify/swagger')
  const app = Fastify({ exposeHeadRoutes: false, schemaController: NO_DEFAULT_COMPILERS })
  const shapes: Shapes = new Map()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(plainSerializer)
  await app.register(swagger, {
    openapi: { ...DOCUMENT, info: { ...INFO, version } },
    convertConstToEnum: false,
    stripBasePath: false,
  })
  for (const { method, url, schema = {}, config } of routes) {
    hoistShapes(describedSchema(schema), shapes)
    const described = operationOf({ method, url, schema, config } as RouteOptions)
    app.route({ method, url, schema: described, handler: () => undefined })
  }
  await app.ready()
  return withShapes(app.swagger() as unknown as OpenApi, shapes)
}

const operationOf = ({ method, url, schema, config }: RouteOptions): FastifySchema => {
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

/** Puts named shapes into one place, and requires a body only where a key of it is required. */
const withShapes = (document: OpenApi, shapes: Shapes): OpenApi => {
  for (const methods of Object.values(document.paths))
    for (const { requestBody } of Object.values(methods) as { requestBody?: RequestBody }[]) {
      const schema = requestBody?.content['application/json']?.schema
      if (requestBody && schema) requestBody.required = (schema.required ?? []).length > 0
    }
  return {
    ...document,
    paths: hoistShapes(document.paths, shapes) as OpenApi['paths'],
    components: { ...document.components, schemas: Object.fromEntries(shapes) },
  }
}

interface RequestBody {
  required: boolean
  content: Record<string, { schema?: { required?: string[] } }>
}
