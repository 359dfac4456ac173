import type { RouteOptions } from 'fastify'
import { CONTROL_BASE } from '#src/http/control-path.ts'
import { code, table } from './markdown.ts'

/** The table of the routes of the control plane. */
export const printControlPlane = (routes: readonly RouteOptions[]): string =>
  table(
    ['Method', 'Path', 'What it does', 'Takes', 'Scope'],
    routes
      .filter(({ url }) => url.startsWith(`${CONTROL_BASE}/`))
      .map(({ method, url, schema, config }) => [
        code(String(method)),
        code(url.replaceAll(/:(\w+)/g, '{$1}')),
        (schema as Schemas).summary,
        inputOf(schema as Schemas),
        config?.isServerWide ? 'server' : 'workspace',
      ]),
  )

/** The parts of a route's schema that say what it takes. */
interface Schemas {
  readonly summary: string
  readonly querystring: ObjectSchema
  readonly body?: ObjectSchema & { readonly content?: object }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

const inputOf = ({ querystring, body }: Schemas): string => {
  const query = keysOf(querystring).filter((key) => key !== code('workspace?'))
  return [...partOf('query', query), ...bodyOf(body)].join('; ')
}

const bodyOf = (body: Schemas['body']): string[] => {
  if (!body) return []
  if (body.content) return [`body: ${Object.keys(body.content).map(code).join(', ')}`]
  const keys = keysOf(body)
  return keys.length > 0 ? partOf('body', keys) : ['body: JSON']
}

const partOf = (place: string, keys: readonly string[]): string[] =>
  keys.length > 0 ? [`${place}: ${keys.join(', ')}`] : []

/** The keys of a schema as code; a key that may be absent has a question mark. */
const keysOf = ({ properties = {}, required = [] }: ObjectSchema): string[] =>
  Object.entries(properties).map(([name, value]) =>
    code(required.includes(name) && value.default === undefined ? name : `${name}?`),
  )
