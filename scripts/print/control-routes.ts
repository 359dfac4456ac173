import Fastify, { type RouteOptions } from 'fastify'
import { readConfig } from '#src/config/config.ts'
import { controlPlane } from '#src/control/control-plane.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { CONTROL_BASE } from '#src/http/control-path.ts'
import routeList from '#src/http/plugins/route-list.ts'
import type { Sandbox } from '#src/workspaces/sandbox.ts'

/** The routes of the control plane, as they are registered; none of them is called, so no sandbox is opened. */
export const controlRoutes = async (): Promise<readonly RouteOptions[]> => {
  const app = Fastify({ exposeHeadRoutes: false })
  app.decorate('settings', readConfig([], {}))
  app.decorate('sandbox', {} as Sandbox)
  await app.register(routeList)
  await app.register(controlPlane, { prefix: CONTROL_BASE, operations: CATALOGUE })
  return app.routeList
}
