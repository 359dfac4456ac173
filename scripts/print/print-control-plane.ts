import { code, table } from './markdown.ts'

/** What is printed of a route of the control plane. */
export interface PrintedRoute {
  readonly method: string
  /** Below `/_sandbox`, with parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly scope: 'workspace' | 'server'
  /** The schema of the query parameters. */
  readonly query?: object | undefined
  /** The schema of the JSON body. */
  readonly body?: object | undefined
  /** The media type of a body that is taken as it is. */
  readonly takesBytes?: string | undefined
}

/** The table of the routes of the control plane. */
export const printControlPlane = (routes: readonly PrintedRoute[]): string =>
  table(
    ['Method', 'Path', 'What it does', 'Takes', 'Scope'],
    routes.map((route) => [
      code(route.method),
      code(`/_sandbox${route.path.replaceAll(/:(\w+)/g, '{$1}')}`),
      route.summary,
      takenBy(route),
      route.scope,
    ]),
  )

const takenBy = ({ query, body, takesBytes }: PrintedRoute): string => {
  const parts = [...partOf('query', keysOf(query)), ...partOf('body', keysOf(body))]
  if (takesBytes !== undefined) parts.push(`body: ${code(takesBytes)}`)
  else if (body !== undefined && keysOf(body).length === 0) parts.push('body: JSON')
  return parts.join('; ')
}

const partOf = (place: string, keys: readonly string[]): string[] =>
  keys.length > 0 ? [`${place}: ${keys.join(', ')}`] : []

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

/** The keys of a schema as code; a key that may be absent has a question mark. */
const keysOf = (schema: object = {}): string[] => {
  const { properties = {}, required = [] }: ObjectSchema = schema
  return Object.entries(properties).map(([name, value]) =>
    code(required.includes(name) && value.default === undefined ? name : `${name}?`),
  )
}
