import type { RouteOptions } from 'fastify'
import { code, table } from './markdown.ts'

/** The table of the routes of the control plane. */
export const printControlPlane = (routes: readonly RouteOptions[]): string =>
  table(
    ['Method', 'Path', 'What it does', 'Takes', 'Scope'],
    routes.map((route) => [
      code(String(route.method)),
      code(route.url.replaceAll(/:(\w+)/g, '{$1}')),
      route.schema?.summary ?? '',
      takenBy(route),
      route.config?.isServerWide ? 'server' : 'workspace',
    ]),
  )

const takenBy = ({ schema }: RouteOptions): string => {
  const { querystring, body } = schema as { querystring?: ObjectSchema; body?: BodySchema }
  const query = keysOf(querystring).filter((key) => key !== WORKSPACE)
  const parts = [...partOf('query', query), ...partOf('body', keysOf(body))]
  const [mediaType] = Object.keys(body?.content ?? {})
  if (mediaType !== undefined) parts.push(`body: ${code(mediaType)}`)
  else if (body !== undefined && keysOf(body).length === 0) parts.push('body: JSON')
  return parts.join('; ')
}

/** Every route takes it; the document says so once. */
const WORKSPACE = '`workspace?`'

const partOf = (place: string, keys: readonly string[]): string[] =>
  keys.length > 0 ? [`${place}: ${keys.join(', ')}`] : []

interface BodySchema extends ObjectSchema {
  /** Schemas by media type, where the body is not JSON. */
  readonly content?: object
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

/** The keys of a schema as code; a key that may be absent has a question mark. */
const keysOf = ({ properties = {}, required = [] }: ObjectSchema = {}): string[] => {
  return Object.entries(properties).map(([name, value]) =>
    code(required.includes(name) && value.default === undefined ? name : `${name}?`),
  )
}
