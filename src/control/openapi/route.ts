import { type ControlRoute, defineControl } from '../define-control.ts'
import { describeControlPlane } from './control-openapi.ts'
import { OpenApi } from './schema.ts'

/** `GET /_sandbox/openapi.json`: the control plane describes itself. */
export const openApiRoute = (routes: readonly ControlRoute[]): ControlRoute => {
  const route: ControlRoute = defineControl({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describe the control plane as an OpenAPI 3.1 document',
    scope: 'server',
    result: OpenApi,
    handle: ({ version }) => describeControlPlane([...routes, route], version),
  })
  return route
}
