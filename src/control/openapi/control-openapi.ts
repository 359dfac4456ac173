import type { TSchema } from '@sinclair/typebox'
import { DESCRIBED } from '../../contract/shapes.ts'

/** What the description of the control plane needs to know of a route. */
export interface DescribedRoute {
  readonly method: string
  /** Below `/_sandbox`, with parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly scope: 'workspace' | 'server'
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly takesBytes?: string
  readonly result?: TSchema
  /** The media type of an answer that is a stream. */
  readonly answers?: string
  readonly status: number
}

type Json = Readonly<Record<string, unknown>>

/** Shapes that routes share, by their titles. */
type Schemas = Map<string, unknown>

/** An OpenAPI 3.1 document, as far as it is the same for everybody. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly Json[]
  readonly security: readonly Json[]
  readonly paths: Readonly<Record<string, Json>>
  readonly components: {
    readonly securitySchemes: Json
    readonly schemas: Json
  }
}

const PROBLEM = {
  type: 'object',
  required: ['title', 'status', 'detail'],
  properties: {
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence that says what is wrong.' },
  },
}

const WORKSPACE = {
  name: 'workspace',
  in: 'query',
  required: false,
  description:
    'Id or name of the workspace; without it that of the path prefix /w/{id}, that of the Access-token, else default.',
  schema: { type: 'string' },
}

/** The control plane as an OpenAPI 3.1 document, made from its routes. */
export const describeControlPlane = (
  routes: readonly DescribedRoute[],
  version: string,
): OpenApiDocument => {
  const schemas: Schemas = new Map([['Problem', PROBLEM]])
  const paths = pathsOf(routes, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'dam-sandbox control plane',
      version,
      description:
        'Workspaces, state, time, journal, faults and acts of a sandbox. Errors are application/problem+json (RFC 9457).',
    },
    servers: [{ url: '/' }, { url: '/w/{id}', variables: { id: { default: '00000000' } } }],
    security: [{}, { adminKey: [] }],
    paths,
    components: {
      securitySchemes: { adminKey: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(schemas),
    },
  }
}

const pathsOf = (routes: readonly DescribedRoute[], schemas: Schemas): Record<string, Json> => {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = `/_sandbox${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  return paths
}

const operationOf = (route: DescribedRoute, schemas: Schemas): Json => ({
  operationId: operationIdOf(route),
  summary: route.summary,
  tags: [route.path.split('/')[1]],
  parameters: [
    ...parametersOf(route.params, 'path', schemas),
    ...parametersOf(route.query, 'query', schemas),
    ...(route.scope === 'workspace' ? [WORKSPACE] : []),
  ],
  ...bodyOf(route, schemas),
  responses: {
    [route.status]: successOf(route, schemas),
    default: {
      description: 'What was asked for cannot be done.',
      content: { 'application/problem+json': { schema: reference('Problem') } },
    },
  },
})

/** Such as `postSnapshotsByNameRestore`. */
const operationIdOf = ({ method, path }: DescribedRoute): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w)/g, (_, first: string) => `By/${first}`)
    .split(/[/.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const parametersOf = (
  schema: TSchema | undefined,
  place: 'path' | 'query',
  schemas: Schemas,
): Json[] =>
  Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || isNeeded(schema, name),
    schema: plain(type, schemas),
  }))

/** What has a default is filled in, so that nobody need send it. */
const isNeeded = (schema: TSchema | undefined, name: string): boolean =>
  ((schema?.required ?? []) as string[]).includes(name) &&
  schema?.properties[name].default === undefined

const bodyOf = ({ body, takesBytes }: DescribedRoute, schemas: Schemas): Json => {
  if (takesBytes) return { requestBody: { required: true, content: { [takesBytes]: {} } } }
  if (!body) return {}
  const isRequired = ((body.required ?? []) as string[]).length > 0
  return {
    requestBody: {
      required: isRequired,
      content: { 'application/json': { schema: plain(body, schemas) } },
    },
  }
}

const successOf = ({ result, answers }: DescribedRoute, schemas: Schemas): Json => {
  const description = 'Done.'
  if (answers) return { description, content: { [answers]: {} } }
  if (!result) return { description }
  return { description, content: { 'application/json': { schema: plain(result, schemas) } } }
}

const reference = (title: string): Json => ({ $ref: `#/components/schemas/${title}` })

/** A schema without what only its library knows, with references to all that has a title, which is kept. */
const plain = (schema: unknown, schemas: Schemas): unknown =>
  JSON.parse(
    JSON.stringify(schema, (_key, part) => {
      const { [DESCRIBED]: described = part } = Object(part)
      const { title, tsType: _, ...untitled } = Object(described)
      // A property may have the name, and its value is a schema then.
      if (typeof title !== 'string')
        return typeof part === 'object' && part && 'tsType' in part ? untitled : described
      if (!schemas.has(title)) schemas.set(title, plain(untitled, schemas))
      return reference(title)
    }),
  )
