import Fastify, { type RouteOptions } from 'fastify'
import type { Config } from '#src/config/config.ts'
import { controlPlane } from '#src/control/control-plane.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { CONTROL_BASE } from '#src/http/control-path.ts'
import routeList from '#src/http/plugins/route-list.ts'

/** The routes of the control plane, as they register themselves on an application without a sandbox. */
export const controlRoutes = async (): Promise<readonly RouteOptions[]> => {
  const app = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.decorate('settings', { checkReplies: false } as Config)
  await app.register(routeList)
  await app.register(controlPlane, { prefix: CONTROL_BASE, operations: CATALOGUE })
  await app.ready()
  return app.routeList
}
