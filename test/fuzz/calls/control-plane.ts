import { control } from '../core/control.ts'
import type { Schema } from './schema.ts'

/** A parameter of a route. */
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly schema: Schema
}

/** A route of the control plane, as the server describes it. */
export interface ControlRoute {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Absent where the route takes no JSON. */
  readonly body?: Schema
}

/** The control plane of a server. */
export interface ControlPlane {
  readonly routes: readonly ControlRoute[]
  readonly named: Readonly<Record<string, Schema>>
}

interface Described {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { content: Record<string, { schema?: Schema }> }
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { schemas: Record<string, Schema> }
}

/** Reads the routes of a running server. */
export const readControlPlane = async (url: string): Promise<ControlPlane> => {
  const document = await control<Document>(url, 'GET', '/openapi.json')
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, described]) => routeOf(method.toUpperCase(), path, described)),
  )
  return { routes, named: document.components.schemas }
}

const routeOf = (method: string, path: string, described: Described): ControlRoute => {
  const body = described.requestBody?.content['application/json']?.schema
  return { method, path, parameters: described.parameters ?? [], ...(body && { body }) }
}
