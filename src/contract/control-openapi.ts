import type { TSchema } from '@sinclair/typebox'

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
  /** The media type of an answer that is no JSON. */
  readonly answers?: string
  readonly status: number
}

type Json = Readonly<Record<string, unknown>>

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
export const describeControlPlane = (routes: readonly DescribedRoute[], version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'dam-sandbox control plane',
    version,
    description:
      'Workspaces, state, time, journal, faults and acts of a sandbox. Errors are application/problem+json (RFC 9457).',
  },
  servers: [{ url: '/' }, { url: '/w/{id}', variables: { id: { default: '00000000' } } }],
  security: [{}, { adminKey: [] }],
  paths: pathsOf(routes),
  components: {
    securitySchemes: { adminKey: { type: 'http', scheme: 'bearer' } },
    schemas: { Problem: PROBLEM },
  },
})

const pathsOf = (routes: readonly DescribedRoute[]): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = `/_sandbox${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return paths
}

const operationOf = (route: DescribedRoute): Json => ({
  operationId: operationIdOf(route),
  summary: route.summary,
  tags: [route.path.split('/')[1]],
  parameters: [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(route.scope === 'workspace' ? [WORKSPACE] : []),
  ],
  ...bodyOf(route),
  responses: {
    [route.status]: successOf(route),
    default: {
      description: 'What was asked for cannot be done.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
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

const parametersOf = (schema: TSchema | undefined, place: 'path' | 'query'): Json[] =>
  Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || ((schema?.required ?? []) as string[]).includes(name),
    schema: plain(type),
  }))

const bodyOf = ({ body, takesBytes }: DescribedRoute): Json => {
  if (takesBytes) return { requestBody: { required: true, content: { [takesBytes]: {} } } }
  if (!body) return {}
  const isRequired = ((body.required ?? []) as string[]).length > 0
  return {
    requestBody: {
      required: isRequired,
      content: { 'application/json': { schema: plain(body) } },
    },
  }
}

const successOf = ({ status, result, answers }: DescribedRoute): Json => {
  if (status === 204) return { description: 'Done.' }
  const content = answers
    ? { [answers]: {} }
    : { 'application/json': { schema: result ? plain(result) : { type: 'object' } } }
  return { description: 'Done.', content }
}

/** A schema without what only its library knows. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))
